package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Kind;
import dev.headgate.kernel.config.tree.Node.Scalar;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Values for settings below {@code headgate} that come from the command line or from {@code
 * HEADGATE_<PATH>} variables, in this order, and count before the file.
 */
public final class Overrides {
  /** Variables that are not settings. */
  public static final Set<String> RESERVED =
      Set.of("HEADGATE_HOME", "HEADGATE_DATA", "HEADGATE_CONFIG", "HEADGATE_JAVA_OPTS");

  private static final String PREFIX = "HEADGATE_";

  /** Kubernetes sets these for every service whose name starts with headgate. */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "HEADGATE(_[A-Z0-9_]+)?_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?"
              + "|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

  private static final Pattern SERVICE_PORT = Pattern.compile("(tcp|udp|sctp)://[^/]+:[0-9]+");

  private final Map<String, Scalar> flags;
  private final Map<String, String> variables = new TreeMap<>();
  private final Set<String> used = ConcurrentHashMap.newKeySet();

  /**
   * @param environment the environment
   * @param flags values of the command line, by path of the setting
   */
  public Overrides(Map<String, String> environment, Map<String, Scalar> flags) {
    this.flags = new HashMap<>(flags);
    environment.forEach((name, value) -> {
      if (name.startsWith(PREFIX) && !RESERVED.contains(name) && !serviceLink(name, value)) {
        variables.put(name, value);
      }
    });
  }

  private static boolean serviceLink(String name, String value) {
    return SERVICE_LINK.matcher(name).matches()
        || (name.endsWith("_PORT") && SERVICE_PORT.matcher(value).matches());
  }

  /** The variable that sets the setting at a path such as {@code headgate.server.port}. */
  public static String variable(String path) {
    return path.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
  }

  Optional<Scalar> value(String path) {
    String name = variable(path);
    String value = variables.get(name);
    if (value != null) {
      used.add(name);
    }
    Scalar flag = flags.get(path);
    if (flag != null) {
      return Optional.of(flag);
    }
    return Optional.ofNullable(value)
        .map(text -> new Scalar(Origin.variable(name), Kind.TEXT, text, name));
  }

  /** Marks variables as known that belong to a section which is not read. */
  public void acceptBelow(String path) {
    String prefix = variable(path) + "_";
    variables.keySet().stream().filter(name -> name.startsWith(prefix)).forEach(used::add);
  }

  /**
   * The sentences for variables that no setting read.
   *
   * @param prefix the start of the names to look at
   * @param known the paths of the settings there are
   */
  public List<String> unused(String prefix, Collection<String> known) {
    List<String> names = known.stream().map(Overrides::variable).toList();
    return variables.keySet().stream()
        .filter(name -> name.startsWith(prefix) && !used.contains(name))
        .map(name ->
            Origin.variable(name)
                + ": found a variable that is no setting, expected HEADGATE_ and the path of a"
                + " setting"
                + Names.didYouMean(name, names))
        .toList();
  }
}
