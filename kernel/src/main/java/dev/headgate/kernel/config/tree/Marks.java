package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.kernel.config.tree.Node.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers which keys have been asked for. Safe for use by many threads. */
final class Marks {
  private final Map<String, Set<String>> asked = new ConcurrentHashMap<>();
  private final Set<String> whole = ConcurrentHashMap.newKeySet();

  void ask(String section, String key) {
    asked.computeIfAbsent(section, path -> ConcurrentHashMap.newKeySet()).add(key);
  }

  /** Marks a key with all that is below it. */
  void askWhole(String section, String key) {
    ask(section, key);
    whole.add(section + "." + key);
  }

  Set<String> asked(String section) {
    return asked.getOrDefault(section, Set.of());
  }

  List<UnreadKey> unread(String path, Mapping mapping) {
    List<UnreadKey> unread = new ArrayList<>();
    collect(path, mapping, unread);
    return unread;
  }

  private void collect(String path, Mapping mapping, List<UnreadKey> unread) {
    Set<String> known = asked(path);
    mapping
        .entries()
        .forEach((key, entry) -> {
          String at = path.isEmpty() ? key : path + "." + key;
          if (!known.contains(key)) {
            unread.add(new UnreadKey(entry.key(), path, key, List.copyOf(new TreeSet<>(known))));
          } else if (!whole.contains(path + "." + key)) {
            below(at, entry.value(), unread);
          }
        });
  }

  private void below(String path, Node value, List<UnreadKey> unread) {
    if (value instanceof Mapping mapping) {
      collect(path, mapping, unread);
    } else if (value instanceof Sequence sequence) {
      for (int i = 0; i < sequence.items().size(); i++) {
        below(path + "[" + i + "]", sequence.items().get(i), unread);
      }
    }
  }
}
