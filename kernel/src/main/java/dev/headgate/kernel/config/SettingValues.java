package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Origin;
import dev.headgate.kernel.config.tree.Overrides;
import dev.headgate.kernel.config.tree.Problems;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The values of all declared settings, read once. */
final class SettingValues {
  /** All declared settings, in the order of the documentation. */
  static final List<Setting<?>> ALL =
      Stream.of(
              ServerSettings.ALL,
              UpstreamSettings.ALL,
              LimitSettings.ALL,
              AdmissionSettings.ALL,
              PluginSettings.ALL,
              LiteLlmSettings.ALL)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private final Map<Setting<?>, Value<?>> values = new HashMap<>();

  /**
   * A value that is not the default.
   *
   * @param setting its setting
   * @param value the value
   * @param origin where it was set
   * @param reference what it refers to outside of the file; such a value is not shown
   * @param shown the value as it may be shown
   */
  record Value<T>(
      Setting<T> setting, T value, Origin origin, Optional<String> reference, String shown) {}

  private SettingValues() {}

  static SettingValues read(NodeSettings top, Map<String, Scalar> fallbacks, Problems problems) {
    SettingValues values = new SettingValues();
    for (Setting<?> setting : ALL) {
      values.read(setting, top, fallbacks, problems);
    }
    return values;
  }

  private <T> void read(
      Setting<T> setting, NodeSettings top, Map<String, Scalar> fallbacks, Problems problems) {
    // All places are read, so that each is known and has the right type, and the first one counts.
    Optional<Value<T>> found = Optional.empty();
    for (Setting.Place<T> place : setting.places()) {
      Optional<Value<T>> here =
          problems.trying(() -> valueAt(setting, place, top), Optional.empty());
      found = found.or(() -> here);
    }
    Scalar fallback = fallbacks.get(setting.path());
    if (found.isEmpty() && fallback != null) {
      NodeSettings alone =
          NodeSettings.top(
              NodeSettings.NOTHING, new Overrides(Map.of(), Map.of(setting.path(), fallback)));
      found =
          problems.trying(
              () -> valueAt(setting, setting.places().getFirst(), alone), Optional.empty());
    }
    found.ifPresent(value -> values.put(setting, value));
  }

  private static <T> Optional<Value<T>> valueAt(
      Setting<T> setting, Setting.Place<T> place, NodeSettings top) {
    NodeSettings section = top;
    for (String name : place.section().split("\\.", -1)) {
      section = section.section(name);
    }
    NodeSettings at = section;
    return place
        .type()
        .reader()
        .read(at, place.key())
        .map(value -> {
          Origin origin = at.origin(place.key()).orElse(at.origin());
          Optional<String> reference = at.reference(place.key());
          String shown =
              reference
                  .map(outside -> "from " + outside)
                  .orElseGet(() -> ShownValue.of(place.type(), value));
          return new Value<>(setting, value, origin, reference, shown);
        });
  }

  @SuppressWarnings("unchecked") // a value was put under its own setting, of the same type
  <T> T get(Setting<T> setting) {
    Value<T> value = (Value<T>) values.get(setting);
    return value == null ? setting.standard() : value.value();
  }

  Optional<Origin> origin(Setting<?> setting) {
    return Optional.ofNullable(values.get(setting)).map(Value::origin);
  }

  Optional<String> reference(Setting<?> setting) {
    return Optional.ofNullable(values.get(setting)).flatMap(Value::reference);
  }

  /** The settings that are not at their defaults, in the order of the documentation. */
  List<Setting<?>> changed() {
    return ALL.stream()
        .filter(setting -> !Objects.equals(get(setting), setting.standard()))
        .toList();
  }

  String shown(Setting<?> setting) {
    Value<?> value = values.get(setting);
    return value == null ? setting.standardText() : value.shown();
  }
}
