package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import java.util.List;

/**
 * The parent of every loader of a plugin: gives the SPI and the allowed modules of the JDK, and
 * nothing else of what the gateway runs with. A filter is needed since the platform's loader hands
 * out the named modules of the application too.
 */
final class ContractLoader extends ClassLoader {
  private static final String SPI = "dev.headgate.spi.";
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  static {
    registerAsParallelCapable();
  }

  private final List<String> granted;

  /**
   * @param granted further modules of the JDK
   */
  ContractLoader(List<String> granted) {
    super("headgate-spi", PLATFORM);
    this.granted = granted;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(SPI)) {
      return Class.forName(name, false, Plugin.class.getClassLoader());
    }
    Class<?> found = PLATFORM.loadClass(name);
    String module = found.getModule().getName();
    if (module == null || !(JdkModules.allowed(module) || granted.contains(module))) {
      throw new ClassNotFoundException(name + " (plugins do not see the module " + module + ")");
    }
    return found;
  }
}
