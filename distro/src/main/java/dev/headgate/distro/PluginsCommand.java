package dev.headgate.distro;

import dev.headgate.kernel.plugin.PluginReport;
import dev.headgate.spi.PluginException;
import java.nio.file.Path;
import java.util.List;

/** Lists the plugins, or says what is wrong with a plugin's jar. */
final class PluginsCommand {

  int run(List<String> args) {
    try {
      if (args.isEmpty()) {
        System.out.print(PluginReport.list(Installation.plugins()));
        return 0;
      }
      if (args.get(0).equals("check") && args.size() == 2) {
        PluginReport.Checked checked = PluginReport.check(Path.of(args.get(1)));
        System.out.print(checked.text());
        return checked.exitCode();
      }
    } catch (PluginException e) {
      System.err.println("headgate: " + e.getMessage());
      return 1;
    }
    throw new UsageException("headgate plugins takes nothing, or: check JAR");
  }
}
