package dev.headgate.plugins.authmaster;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.List;
import java.util.Optional;

/** Lets in whoever holds the master key, and refuses to start without a good one. */
public final class AuthMasterPlugin implements Plugin {
  private static final System.Logger LOG = System.getLogger("dev.headgate.plugins.authmaster");

  /** Called by the service loader. */
  public AuthMasterPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    Optional<MasterKey> key = MasterKey.find(context);
    String user =
        context.section("general_settings").text("default_user_id").orElse("default_user_id");
    if (!MasterKey.mayBeWeak(context)) {
      MasterKey strong = key.orElseThrow(MasterKey::missing).requireStrong();
      return List.of(new MasterKeyAuthenticator(strong, user));
    }
    if (key.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "no master key is set and {0} is true: everybody who reaches this gateway is its"
              + " administrator",
          MasterKey.OPT_OUT);
      return List.of(new OpenDoor(user));
    }
    key.get().weakness().ifPresent(weakness -> LOG.log(System.Logger.Level.WARNING, weakness));
    return List.of(new MasterKeyAuthenticator(key.get(), user));
  }
}
