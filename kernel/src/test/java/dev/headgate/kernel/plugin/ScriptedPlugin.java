package dev.headgate.kernel.plugin;

import dev.headgate.spi.Extension;
import dev.headgate.spi.Plugin;
import dev.headgate.spi.PluginContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A plugin that does what a test says and writes down what happens to it. */
final class ScriptedPlugin {
  private final List<String> diary;
  private final Map<String, String> keys = new LinkedHashMap<>();
  private Function<PluginContext, List<Extension>> start = context -> List.of();
  private Runnable close = () -> {};

  private ScriptedPlugin(String id, List<String> diary) {
    this.diary = diary;
    keys.putAll(Map.of("id", id, "version", "1", "spi", "1.0"));
  }

  static ScriptedPlugin of(String id, List<String> diary) {
    return new ScriptedPlugin(id, diary);
  }

  static List<String> diary() {
    return Collections.synchronizedList(new ArrayList<>());
  }

  ScriptedPlugin says(String key, String value) {
    keys.put(key, value);
    return this;
  }

  ScriptedPlugin starts(Function<PluginContext, List<Extension>> newStart) {
    start = newStart;
    return this;
  }

  ScriptedPlugin brings(Extension extension) {
    String kinds =
        String.join(",", Kinds.of(extension).stream().map(Class::getSimpleName).toList());
    return says("kinds", kinds).starts(context -> List.of(extension));
  }

  ScriptedPlugin closes(Runnable newClose) {
    close = newClose;
    return this;
  }

  FoundPlugin found() {
    String id = keys.get("id");
    return FoundPlugin.given(Manifest.of(keys), () -> new Instance(id, diary, start, close));
  }

  private record Instance(
      String id,
      List<String> diary,
      Function<PluginContext, List<Extension>> starter,
      Runnable closer)
      implements Plugin {
    @Override
    public List<Extension> start(PluginContext context) {
      diary.add("start " + id);
      return starter.apply(context);
    }

    @Override
    public void close() {
      diary.add("close " + id);
      closer.run();
    }
  }
}
