package dev.headgate.kernel.plugin;

import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the modules of a plugin may require: the SPI, each other, and modules of the JDK that do not
 * reach into the gateway.
 */
final class ModuleRules {
  private static final String SPI = "dev.headgate.spi";

  private ModuleRules() {}

  /**
   * What breaks the rules, one sentence each.
   *
   * @param jars all jars of the plugin
   * @param granted further modules of the JDK that its manifest lists
   */
  static List<String> broken(List<PluginJar> jars, List<String> granted) {
    List<String> problems = new ArrayList<>();
    Map<String, String> jarOf = new HashMap<>();
    for (PluginJar jar : jars) {
      if (jar.holdsSpi()
          || jar.module().map(ModuleDescriptor::name).filter(SPI::equals).isPresent()) {
        problems.add(jar.name() + " carries " + SPI + ", which the gateway brings; leave it out");
      }
      jar.module().ifPresent(module -> file(module, jar, jarOf, problems));
    }
    Set<String> own = jarOf.keySet();
    boolean closed = jars.stream().allMatch(jar -> jar.module().isPresent());
    for (PluginJar jar : jars) {
      jar.module().ifPresent(module -> checkRequires(module, own, closed, granted, problems));
    }
    return problems;
  }

  private static void file(
      ModuleDescriptor module, PluginJar jar, Map<String, String> jarOf, List<String> problems) {
    String other = jarOf.putIfAbsent(module.name(), jar.name());
    if (other != null) {
      problems.add(other + " and " + jar.name() + " are both the module " + module.name());
    }
    if (JdkModules.owns(module.name())) {
      problems.add(jar.name() + " is " + module.name() + ", a name that belongs to the JDK");
    }
  }

  private static void checkRequires(
      ModuleDescriptor module,
      Set<String> own,
      boolean closed,
      List<String> granted,
      List<String> problems) {
    for (Requires requires : module.requires()) {
      String name = requires.name();
      if (own.contains(name) || name.equals(SPI)) {
        continue;
      }
      String sentence = "module " + module.name() + " requires " + name;
      boolean optional = requires.modifiers().contains(Requires.Modifier.STATIC);
      boolean allowedOfJdk = JdkModules.allowed(name) || granted.contains(name);
      if (JdkModules.owns(name) && !allowedOfJdk) {
        problems.add(
            sentence
                + ", which plugins do not get; if it cannot do without, its manifest must list"
                + " module:"
                + name
                + " under grants");
      } else if (JdkModules.owns(name)) {
        if (!optional && !JdkModules.present(name)) {
          problems.add(
              sentence
                  + ", which this gateway was started without; start it with --add-modules "
                  + name);
        }
      } else if (ModuleLayer.boot().findModule(name).isPresent()) {
        problems.add(
            sentence
                + ", which belongs to the gateway; a plugin sees "
                + SPI
                + ", the JDK, and the jars in its own folder");
      } else if (!optional && closed) {
        // With jars that are no modules, the name may be one that is derived from a file name.
        problems.add(sentence + ", which is not in its folder; put the jar of that module there");
      }
    }
  }
}
