package dev.headgate.distro;

/** The version of the product. */
final class Version {
  private Version() {}

  static String current() {
    return Main.class.getModule().getDescriptor().rawVersion().orElse("development");
  }
}
