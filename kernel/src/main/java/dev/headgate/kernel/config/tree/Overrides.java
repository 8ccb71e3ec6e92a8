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
      Set.of(
          "HEADGATE_HOME",
          "HEADGATE_DATA",
          "HEADGATE_CONFIG",
          "HEADGATE_JAVA_OPTS",
          "HEADGATE_BUILDING");

  /** The start of the variables for settings of plugins. */
  public static final String PLUGIN_PREFIX = "HEADGATE_PLUGIN_";

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

  /** Marks the variables of a setting and of those below it as known. */
  void accept(String path) {
    String own = variable(path);
    variables.keySet().stream()
        .filter(name -> name.equals(own) || name.startsWith(own + "_"))
        .forEach(used::add);
  }

  /** The variables that no setting read, sorted. */
  public List<String> unused() {
    return variables.keySet().stream().filter(name -> !used.contains(name)).toList();
  }

  /**
   * The sentence for a variable that is no setting.
   *
   * @param name the variable
   * @param known the paths of the settings there are
   */
  public String unknown(String name, Collection<String> known) {
    return Origin.variable(name)
        + ": found a variable that is no setting, expected HEADGATE_ and the path of a setting"
        + Names.didYouMean(name, known.stream().map(Overrides::variable).toList());
  }
}
