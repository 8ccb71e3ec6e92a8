package dev.headgate.distro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Options and words of a command line; what is not known is refused by name. */
final class Arguments {
  private final Map<String, String> values = new HashMap<>();
  private final List<String> words = new ArrayList<>();

  /**
   * @param args what was typed
   * @param valued options that take a value, by all their spellings: {@code --config}, {@code -c}
   * @param flags options that take none
   */
  Arguments(List<String> args, Map<String, String> valued, Set<String> flags) {
    for (int i = 0; i < args.size(); i++) {
      String arg = args.get(i);
      int equals = arg.indexOf('=');
      String name = arg.startsWith("--") && equals > 0 ? arg.substring(0, equals) : arg;
      if (!arg.startsWith("-") || arg.equals("-")) {
        words.add(arg);
      } else if (flags.contains(arg)) {
        values.put(arg, "true");
      } else if (valued.containsKey(name)) {
        String value;
        if (equals > 0) {
          value = arg.substring(equals + 1);
        } else if (i + 1 < args.size()) {
          value = args.get(++i);
        } else {
          throw new UsageException("the option " + name + " needs a value");
        }
        values.put(valued.get(name), value);
      } else {
        throw new UsageException("the option " + name + " is not known here");
      }
    }
  }

  Optional<String> value(String option) {
    return Optional.ofNullable(values.get(option));
  }

  boolean flag(String option) {
    return values.containsKey(option);
  }

  List<String> words() {
    return words;
  }
}
