package dev.headgate.distro;

import dev.headgate.kernel.ConfigCheck;
import dev.headgate.kernel.config.ServeFlags;
import java.util.List;

/** Validates a configuration without contacting anyone or opening a store. */
final class CheckCommand {

  int run(List<String> args) {
    ServeFlags flags;
    try {
      flags = ServeFlags.parse(args, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    ConfigCheck check =
        ConfigCheck.of(flags.input(System.getenv()), Installation.plugins(), flags.strict());
    System.out.print(check.text());
    return check.exitCode();
  }
}
