package dev.headgate.distro;

import dev.headgate.kernel.Gateway;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A gateway that runs until a signal stops it. */
final class RunningGateway {
  private final ConfigInput input;
  private final Path data;
  private final boolean strict;

  RunningGateway(ConfigInput input, Path data, boolean strict) {
    this.input = input;
    this.data = data;
    this.strict = strict;
  }

  /**
   * Serves until SIGTERM or SIGINT.
   *
   * @param whenReady is told the address after the ready line
   * @return the exit code
   */
  int serve(Consumer<String> whenReady) {
    Gateway gateway;
    try {
      gateway =
          Gateway.start(
              new GatewayOptions(
                  input,
                  System.getenv(),
                  grants -> PluginCatalog.of(Installation.plugins(), grants),
                  data,
                  Version.current(),
                  strict,
                  GatewayOptions.systemClock()));
    } catch (SettingException | PluginException e) {
      System.err.println("headgate: " + e.getMessage());
      return 1;
    } catch (IOException e) {
      System.err.println("headgate: cannot start: " + e.getMessage());
      return 1;
    }
    CountDownLatch stopped = new CountDownLatch(1);
    Runnable stop =
        () -> {
          gateway.stop();
          stopped.countDown();
        };
    Signals.on("TERM", stop);
    Signals.on("INT", stop);
    Signals.on("HUP", gateway::reload);
    gateway.warnings().forEach(warning -> System.err.println("headgate: warning: " + warning));
    String url = url(gateway);
    System.out.printf(Locale.ROOT, "headgate ready on %s in %.2f s%n", url, sinceStartOfProcess());
    whenReady.accept(url);
    System.out.flush();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      gateway.stop();
    }
    return 0;
  }

  private static double sinceStartOfProcess() {
    long started = ManagementFactory.getRuntimeMXBean().getStartTime();
    return (System.currentTimeMillis() - started) / 1000.0;
  }

  private static String url(Gateway gateway) {
    InetSocketAddress address = gateway.address();
    String host = address.getAddress().getHostAddress();
    return (gateway.secure() ? "https://" : "http://")
        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
        + ":"
        + address.getPort();
  }
}
