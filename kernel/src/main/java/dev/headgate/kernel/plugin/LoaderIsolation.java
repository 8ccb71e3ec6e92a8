package dev.headgate.kernel.plugin;

import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens a plugin some of whose jars are no modules, in a class loader of its own. What its jars
 * hold comes first, the SPI and the JDK come from {@link ContractLoader}, nothing else is seen.
 */
final class LoaderIsolation {

  private LoaderIsolation() {}

  static Plugin open(String provider, List<Path> jars, Manifest manifest) {
    URL[] urls = jars.stream().map(LoaderIsolation::url).toArray(URL[]::new);
    ClassLoader loader =
        new OwnFirst(
            "plugin-" + manifest.id(), urls, new ContractLoader(manifest.grantedModules()));
    try {
      Class<?> type = Class.forName(provider, false, loader);
      if (!Plugin.class.isAssignableFrom(type)) {
        throw new PluginException(provider + " does not implement " + Plugin.class.getName());
      }
      return (Plugin) type.getConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw new PluginException("the constructor of " + provider + " failed: " + Causes.root(e), e);
    } catch (ClassNotFoundException | InstantiationException e) {
      throw new PluginException(provider + " cannot be made: " + Causes.root(e), e);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new PluginException(
          provider + " must be a public class with a public constructor that takes nothing", e);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new PluginException(jar + " is no place to load classes from: " + e, e);
    }
  }

  /** A loader that looks into its own jars first. */
  static final class OwnFirst extends URLClassLoader {
    static {
      registerAsParallelCapable();
    }

    OwnFirst(String name, URL[] jars, ClassLoader contract) {
      super(name, jars, contract);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("java.") || name.startsWith("dev.headgate.spi.")) {
        return getParent().loadClass(name);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : ownOrShared(name);
      }
    }

    private Class<?> ownOrShared(String name) throws ClassNotFoundException {
      try {
        return findClass(name);
      } catch (ClassNotFoundException absent) {
        return getParent().loadClass(name);
      }
    }

    @Override
    public @Nullable URL getResource(String name) {
      URL own = findResource(name);
      return own != null ? own : super.getResource(name);
    }
  }
}
