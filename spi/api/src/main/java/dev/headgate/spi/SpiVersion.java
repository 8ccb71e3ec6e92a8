package dev.headgate.spi;

/** The version of this SPI, apart from the version of the product. */
@Preview
public final class SpiVersion {

  /** Raised when a plugin that compiled before would no longer link. */
  public static final int MAJOR = 1;

  /** Raised when something was added. */
  public static final int MINOR = 0;

  private SpiVersion() {}

  /** The version as a manifest writes it. */
  public static String current() {
    return MAJOR + "." + MINOR;
  }
}
