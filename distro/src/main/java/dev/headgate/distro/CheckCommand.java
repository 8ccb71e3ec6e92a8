package dev.headgate.distro;

import dev.headgate.kernel.ConfigCheck;
import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.config.ServeFlags;
import dev.headgate.kernel.plugin.PluginCatalog;
import java.util.List;

/** Validates a configuration without contacting anyone or opening a store. */
final class CheckCommand {

  int run(List<String> args) {
    ServeFlags flags;
    try {
      flags = ServeFlags.parse(args, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    ConfigCheck check =
        ConfigCheck.of(
            new GatewayOptions(
                flags.input(System.getenv()),
                System.getenv(),
                grants -> PluginCatalog.of(Installation.plugins(), grants),
                flags.data(),
                Version.current(),
                flags.strict(),
                GatewayOptions.systemClock()));
    System.out.print(check.text());
    return check.exitCode();
  }
}
