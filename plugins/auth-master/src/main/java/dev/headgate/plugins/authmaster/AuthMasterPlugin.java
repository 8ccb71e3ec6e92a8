package dev.headgate.plugins.authmaster;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.Secret;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.Settings;
import java.util.List;
import java.util.Optional;

/** Brings the authenticator for {@code general_settings.master_key}. */
public final class AuthMasterPlugin implements Plugin {
  private static final System.Logger LOG = System.getLogger(AuthMasterPlugin.class.getName());
  private static final String OPT_OUT = "dangerously_permit_weak_or_unset_master_key";
  private static final String KEY = "master_key";
  private static final int SHORTEST = 16;

  /** For the service loader. */
  public AuthMasterPlugin() {}

  @Override
  public List<Extension> start(PluginContext context) {
    Settings general = context.section("general_settings");
    boolean permitted = general.flag(OPT_OUT).orElse(false);
    Optional<String> key = key(context, general, permitted);
    String user = general.text("default_user_id").orElse("default_user_id");
    if (key.isEmpty()) {
      if (!permitted) {
        throw new SettingException(
            "no master key is set, so anybody could use this gateway: set general_settings.master_key"
                + " or the variable LITELLM_MASTER_KEY to a text that starts with sk- and has at least "
                + SHORTEST
                + " characters (or "
                + OPT_OUT
                + ": true to go without)");
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "no master key is set: everybody who reaches this gateway is its administrator");
      return List.of(new OpenDoor(user));
    }
    String weakness = weakness(key.get());
    if (!weakness.isEmpty()) {
      if (!permitted) {
        throw new SettingException(
            "the master key (general_settings.master_key or LITELLM_MASTER_KEY) "
                + weakness
                + "; choose one that starts with sk- and has at least "
                + SHORTEST
                + " characters, such as sk- and the output of `openssl rand -hex 24` (or set "
                + OPT_OUT
                + ": true to keep it)");
      }
      LOG.log(System.Logger.Level.WARNING, "the master key " + weakness + ", as permitted");
    }
    return List.of(new MasterKey(key.get(), user));
  }

  private static Optional<String> key(PluginContext context, Settings general, boolean permitted) {
    if (general.text(KEY).map(String::isBlank).orElse(false)) {
      if (permitted) {
        return Optional.empty();
      }
      throw new SettingException("general_settings.master_key is empty; remove it or set a key");
    }
    Optional<String> configured = general.secret(KEY).map(Secret::reveal);
    return configured.or(() ->
        context
            .environment("LITELLM_MASTER_KEY")
            .map(String::strip)
            .filter(text -> !text.isEmpty()));
  }

  private static String weakness(String key) {
    for (int i = 0; i < key.length(); i++) {
      if (key.charAt(i) < ' ' || key.charAt(i) == 0x7f) {
        throw new SettingException(
            "the master key (general_settings.master_key or LITELLM_MASTER_KEY) holds a control"
                + " character");
      }
    }
    if (!key.startsWith("sk-")) {
      return "does not start with sk-";
    }
    if (key.equals("sk-1234")) {
      return "is the one of the documentation's examples";
    }
    return key.length() < SHORTEST ? "is shorter than " + SHORTEST + " characters" : "";
  }
}
