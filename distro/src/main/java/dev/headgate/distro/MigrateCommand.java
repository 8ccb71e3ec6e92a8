package dev.headgate.distro;

import dev.headgate.kernel.GatewayOptions;
import dev.headgate.kernel.StoreMigrations;
import dev.headgate.kernel.config.ConfigInput;
import dev.headgate.kernel.config.ServeFlags;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.state.Migration;
import java.util.ArrayList;
import java.util.List;

/** Brings the database up to date, or shows what that would change. */
final class MigrateCommand {
  private static final String DRY_RUN = "--dry-run";
  private static final String SETTING = "headgate.plugin.store-sql.migrations";

  int run(List<String> args) {
    List<String> others = new ArrayList<>(args);
    boolean dry = others.remove(DRY_RUN);
    ServeFlags flags;
    try {
      flags = ServeFlags.parse(others, System.getenv());
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    ConfigInput input =
        flags
            .input(System.getenv())
            .override(SETTING, dry ? "show" : "apply", Origin.flag(dry ? DRY_RUN : "migrate"));
    try (DataFolder data = DataFolder.take(flags.data())) {
      List<Migration> migrations =
          StoreMigrations.of(
              new GatewayOptions(
                  input,
                  System.getenv(),
                  grants -> PluginCatalog.of(Installation.plugins(), grants),
                  data.path(),
                  Version.current(),
                  false,
                  GatewayOptions.systemClock()));
      System.out.print(text(migrations, dry));
      return 0;
    } catch (SettingException | PluginException e) {
      System.err.println("headgate: " + e.getMessage());
      return 1;
    }
  }

  private static String text(List<Migration> migrations, boolean dry) {
    if (migrations.isEmpty()) {
      return "The database is up to date.\n";
    }
    StringBuilder text = new StringBuilder();
    for (Migration migration : migrations) {
      text.append(dry ? "would do: " : "done: ").append(migration.name()).append('\n');
      if (dry) {
        migration.statements().forEach(sql -> text.append("    ").append(sql).append(";\n"));
      }
    }
    return text.toString();
  }
}
