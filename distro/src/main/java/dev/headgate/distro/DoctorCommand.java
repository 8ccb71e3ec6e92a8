package dev.headgate.distro;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.InstalledCounters;
import dev.headgate.kernel.StoreCheck;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.GatewayConfig;
import dev.headgate.kernel.config.ServerSettings;
import dev.headgate.kernel.config.tree.ConfigException;
import dev.headgate.kernel.plugin.FoundPlugin;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.state.StoreException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks at this installation and says what is wrong with it and what to do. */
final class DoctorCommand {
  private static final String CONFIG = "--config";
  private static final String DATA = "--data";
  private static final long WANTED_FILES = 65_536;

  private final List<String> good = new ArrayList<>();
  private final List<String> bad = new ArrayList<>();

  int run(List<String> args) {
    Arguments arguments =
        new Arguments(args, Map.of(CONFIG, CONFIG, "-c", CONFIG, DATA, DATA), Set.of());
    java();
    files();
    memory();
    installation();
    Path data = arguments.value(DATA).map(Path::of).orElse(ServeCommand.defaultData());
    data(data);
    tokens(arguments.value(CONFIG).map(Path::of).flatMap(file -> config(file, data)), data);
    good.forEach(line -> System.out.println("  ok     " + line));
    bad.forEach(line -> System.out.println("  WRONG  " + line));
    System.out.println(
        bad.isEmpty()
            ? "Nothing is wrong with this installation."
            : bad.size() + (bad.size() == 1 ? " thing is" : " things are") + " wrong.");
    return bad.isEmpty() ? 0 : 1;
  }

  private void java() {
    good.add(
        "Headgate "
            + Version.current()
            + " on Java "
            + Runtime.version()
            + ", "
            + System.getProperty("os.name")
            + " "
            + System.getProperty("os.arch"));
    String tested = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    if (!tested.contains("linux") && !tested.contains("mac")) {
      bad.add("this system is neither Linux nor macOS; run Headgate in its container");
    }
  }

  private void files() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      long most = unix.getMaxFileDescriptorCount();
      if (most < WANTED_FILES) {
        bad.add(
            "this process may open "
                + most
                + " files; each proxied call needs two, so raise the limit (ulimit -n "
                + WANTED_FILES
                + ") or lower headgate.server.max-connections");
      } else {
        good.add("open files: up to " + most);
      }
    }
  }

  private void memory() {
    good.add(
        "heap: up to "
            + Runtime.getRuntime().maxMemory() / (1 << 20)
            + " MB, "
            + Runtime.getRuntime().availableProcessors()
            + " processors");
  }

  private void installation() {
    Optional<Path> home = Installation.home();
    if (home.isEmpty()) {
      bad.add("the gateway does not run from a distribution (headgate.home is not set)");
      return;
    }
    Path cache = home.get().resolve("startup.aot");
    if (Files.exists(cache)) {
      good.add("start-up cache: " + cache);
    } else {
      bad.add("there is no start-up cache at " + cache + "; starts take twice as long");
    }
    try {
      PluginCatalog catalog = PluginCatalog.of(Installation.plugins(), Set.of());
      for (FoundPlugin plugin : catalog.all()) {
        plugin.problems().forEach(problem -> bad.add("plugin " + plugin.id() + ": " + problem));
      }
      good.add("plugins: " + String.join(", ", catalog.ids()));
    } catch (PluginException e) {
      bad.add(String.valueOf(e.getMessage()));
    }
  }

  private void data(Path folder) {
    Path existing = folder.toAbsolutePath();
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing == null || !Files.isWritable(existing)) {
      bad.add(
          "the data folder "
              + folder.toAbsolutePath()
              + " cannot be written; choose one with --data");
    } else {
      good.add("data folder: " + folder.toAbsolutePath());
    }
  }

  private Optional<GatewayConfig> config(Path file, Path data) {
    try {
      GatewayConfig config = GatewayConfig.load(ConfigInput.of(file).environment(System.getenv()));
      good.add("configuration: " + file + " (" + config.models().size() + " deployments)");
      port(config);
      store(file, data);
      return Optional.of(config);
    } catch (ConfigException e) {
      bad.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Which counter serves, and why. */
  private void tokens(Optional<GatewayConfig> config, Path data) {
    try (InstalledCounters counters =
        InstalledCounters.start(
            grants -> PluginCatalog.of(Installation.plugins(), grants),
            config,
            Optional.empty(),
            data)) {
      good.addAll(counters.report());
    } catch (PluginException | SettingException e) {
      bad.add(String.valueOf(e.getMessage()));
    }
  }

  private void store(Path file, Path data) {
    try {
      StoreCheck.of(
              new GatewayOptions(
                  ConfigInput.of(file).environment(System.getenv()),
                  System.getenv(),
                  grants -> PluginCatalog.of(Installation.plugins(), grants),
                  data,
                  Version.current(),
                  false,
                  GatewayOptions.systemClock()))
          .forEach(store -> good.add("database: " + store));
    } catch (StoreException | PluginException | SettingException e) {
      bad.add(String.valueOf(e.getMessage()));
    }
  }

  private void port(GatewayConfig config) {
    String host = config.get(ServerSettings.HOST);
    int port = config.get(ServerSettings.PORT);
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
      good.add("address: " + host + ":" + port + " is free");
    } catch (IOException e) {
      bad.add(
          "the address "
              + host
              + ":"
              + port
              + " cannot be listened on ("
              + e.getMessage()
              + "); another process has it, or it is not of this machine");
    }
  }
}
