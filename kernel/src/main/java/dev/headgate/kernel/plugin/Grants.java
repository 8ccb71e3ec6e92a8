package dev.headgate.kernel.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks what a plugin wants of the JVM against what it is allowed and what there is. */
final class Grants {

  private Grants() {}

  /**
   * What is missing, one sentence each.
   *
   * @param manifest the plugin's
   * @param modular whether it gets a layer of its own
   * @param granted the ids of the plugins that may use native code
   */
  static List<String> missing(Manifest manifest, boolean modular, Set<String> granted) {
    List<String> missing = new ArrayList<>();
    for (String module : manifest.grantedModules()) {
      if (!JdkModules.present(module)) {
        missing.add(
            "it needs the JDK module "
                + module
                + ", which this gateway was started without; start"
                + " it with --add-modules "
                + module);
      }
    }
    if (!manifest.wantsNativeAccess()) {
      return missing;
    }
    if (!granted.contains(manifest.id())) {
      missing.add(
          "it wants to call native code; if you trust it, add "
              + manifest.id()
              + " to headgate.plugins.grants");
    } else if (modular && !Grants.class.getModule().isNativeAccessEnabled()) {
      // Only a module that has native access itself can pass it on to a layer that it makes.
      missing.add(
          "it wants to call native code, which the gateway can only pass on when it is started"
              + " with --enable-native-access="
              + Grants.class.getModule().getName());
    } else if (!modular
        && !Grants.class.getClassLoader().getUnnamedModule().isNativeAccessEnabled()) {
      missing.add(
          "it wants to call native code, but not all of its jars are modules, so that it could be"
              + " allowed only together with everything else of that sort: start the gateway with"
              + " --enable-native-access=ALL-UNNAMED");
    }
    return missing;
  }
}
