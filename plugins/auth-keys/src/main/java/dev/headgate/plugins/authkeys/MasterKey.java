package dev.headgate.plugins.authkeys;

import dev.headgate.plugins.authkeys.lookup.Hasher;
import dev.headgate.plugins.authkeys.lookup.KeyHash;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.PluginContext;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The one key that opens everything. */
final class MasterKey {
  static final String OPT_OUT = "general_settings.dangerously_permit_weak_or_unset_master_key";
  static final String PREFIX = "sk-";

  private static final String SETTING = "general_settings.master_key";
  private static final String VARIABLE = "LITELLM_MASTER_KEY";
  private static final int SHORTEST = 16;
  private static final String ADVICE =
      "; make one with: echo \"sk-$(openssl rand -hex 24)\". To go on all the same, in a place that"
          + " nobody else reaches, set "
          + OPT_OUT
          + ": true";

  private final byte[] bytes;
  private final String source;

  private MasterKey(String text, String source) {
    this.bytes = text.getBytes(StandardCharsets.UTF_8);
    this.source = source;
  }

  /** The key as configured, without surrounding white space; absent when unset or empty. */
  static Optional<MasterKey> find(PluginContext context) {
    Settings general = context.section("general_settings");
    // Read as plain text, since an empty one is allowed to those who opt out.
    Optional<MasterKey> configured = of(general.text("master_key"), SETTING);
    return configured.isPresent() ? configured : of(context.environment(VARIABLE), VARIABLE);
  }

  private static Optional<MasterKey> of(Optional<String> text, String source) {
    Optional<String> key = text.map(String::strip).filter(value -> !value.isEmpty());
    if (key.isPresent() && key.get().chars().anyMatch(c -> c <= ' ' || c == 0x7f)) {
      throw new PluginException(
          source + " holds white space or a control character within the key; remove it");
    }
    return key.map(value -> new MasterKey(value, source));
  }

  /** Whether the operator takes the risk. */
  static boolean mayBeWeak(PluginContext context) {
    return context
        .section("general_settings")
        .flag("dangerously_permit_weak_or_unset_master_key")
        .orElse(false);
  }

  static PluginException missing() {
    return new PluginException(
        "no master key is set, neither " + SETTING + " nor " + VARIABLE + ADVICE);
  }

  /** What is wrong with it, in a sentence that does not hold it. */
  Optional<String> weakness() {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!text.startsWith(PREFIX)) {
      return Optional.of(source + " does not start with " + PREFIX);
    }
    if (text.equals("sk-1234")) {
      return Optional.of(source + " is the example key that everybody knows");
    }
    if (text.length() < SHORTEST) {
      return Optional.of(
          source
              + " is too short: it has "
              + text.length()
              + " characters of at least "
              + SHORTEST);
    }
    return Optional.empty();
  }

  /**
   * This key, when it is good.
   *
   * @throws PluginException if it is weak, with what to do
   */
  MasterKey requireStrong() {
    Optional<String> weakness = weakness();
    if (weakness.isPresent()) {
      throw new PluginException(weakness.get() + ADVICE);
    }
    return this;
  }

  /** The hash by which it is told, and by which records name it. */
  KeyHash hash() {
    return Hasher.hash(Bytes.of(bytes));
  }
}
