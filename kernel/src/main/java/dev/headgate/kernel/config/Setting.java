package dev.headgate.kernel.config;

import java.util.List;
import java.util.stream.Stream;

/**
 * A setting of the configuration file, declared once: the reader, the documentation and the report
 * of {@code headgate check} all go by this declaration. Its value is {@link GatewayConfig#get}.
 *
 * @param <T> the type of the value
 */
public final class Setting<T> {
  private final List<Place<T>> places;
  private final T standard;
  private final String standardText;
  private final String meaning;

  private Setting(List<Place<T>> places, T standard, String standardText, String meaning) {
    this.places = places;
    this.standard = standard;
    this.standardText = standardText;
    this.meaning = meaning;
  }

  /**
   * A key that sets it.
   *
   * @param section the path of the section
   * @param key the key in it
   * @param type how the value is written there
   */
  record Place<T>(String section, String key, SettingType<T> type) {
    static <T> Place<T> of(String path, SettingType<T> type) {
      int dot = path.lastIndexOf('.');
      return new Place<>(path.substring(0, dot), path.substring(dot + 1), type);
    }

    String path() {
      return section + "." + key;
    }
  }

  static <T> Setting<T> of(
      String path, SettingType<T> type, T standard, String standardText, String meaning) {
    return new Setting<>(List.of(Place.of(path, type)), standard, standardText, meaning);
  }

  /** The same setting, which another key can set as well; the keys named first count first. */
  Setting<T> or(String path, SettingType<T> type) {
    List<Place<T>> more = Stream.concat(places.stream(), Stream.of(Place.of(path, type))).toList();
    return new Setting<>(more, standard, standardText, meaning);
  }

  /** The path of the key that sets it, such as {@code headgate.server.port}. */
  public String path() {
    return places.getFirst().path();
  }

  /** All the keys that set it. */
  List<Place<T>> places() {
    return places;
  }

  /** The value when nothing sets it. */
  public T standard() {
    return standard;
  }

  /** The default as people write it; empty when there is none. */
  String standardText() {
    return standardText;
  }

  /** What it is for, in one sentence. */
  String meaning() {
    return meaning;
  }

  @Override
  public String toString() {
    return path();
  }
}
