package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.plugin.Hook;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.http.Route;
import dev.headgate.spi.http.RouteContributor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The routes of the gateway itself and of its plugins. Literal beats variable. */
final class RouteTable {

  /**
   * A route that fits a path.
   *
   * @param route the route
   * @param owner who contributed it
   * @param variables of the path, decoded
   */
  record Match(Route route, Hook<RouteContributor> owner, Map<String, String> variables) {}

  private record Entry(Route route, Hook<RouteContributor> owner, List<String> segments) {
    int variables() {
      int count = 0;
      for (String segment : segments) {
        count += segment.startsWith("{") ? segment.endsWith("+}") ? 100 : 1 : 0;
      }
      return count;
    }
  }

  private final Map<String, List<Entry>> literal = new HashMap<>();
  private final List<Entry> patterns = new ArrayList<>();

  RouteTable(List<Hook<RouteContributor>> contributors) {
    Map<String, String> owners = new HashMap<>();
    for (Hook<RouteContributor> hook : contributors) {
      for (Route route : hook.extension().routes()) {
        String claimed =
            route.method() + " " + route.path().replaceAll("\\{[^/}+]*(\\+?)}", "{$1}");
        String other = owners.putIfAbsent(claimed, hook.plugin());
        if (other != null) {
          throw new PluginException(
              "the plugins "
                  + other
                  + " and "
                  + hook.plugin()
                  + " both claim the route "
                  + route.method()
                  + " "
                  + route.path());
        }
        Entry entry = new Entry(route, hook, List.of(route.path().split("/", -1)));
        if (route.path().indexOf('{') < 0) {
          literal.computeIfAbsent(route.path(), path -> new ArrayList<>(1)).add(entry);
        } else {
          patterns.add(entry);
        }
      }
    }
    patterns.sort(Comparator.comparingInt(Entry::variables));
  }

  /** The route for a request; null when no path fits it with this method. */
  @Nullable Match find(String method, String path) {
    String wanted = method.equals("HEAD") ? "GET" : method;
    for (Entry entry : literal.getOrDefault(path, List.of())) {
      if (entry.route().method().equals(wanted)) {
        return new Match(entry.route(), entry.owner(), Map.of());
      }
    }
    String[] segments = path.split("/", -1);
    for (Entry entry : patterns) {
      if (entry.route().method().equals(wanted)) {
        Map<String, String> variables = fit(entry.segments(), segments);
        if (variables != null) {
          return new Match(entry.route(), entry.owner(), variables);
        }
      }
    }
    return null;
  }

  /** The methods with which a path can be asked; empty when nobody serves it. */
  Set<String> methods(String path) {
    Set<String> methods = new LinkedHashSet<>();
    literal.getOrDefault(path, List.of()).forEach(entry -> methods.add(entry.route().method()));
    String[] segments = path.split("/", -1);
    for (Entry entry : patterns) {
      if (fit(entry.segments(), segments) != null) {
        methods.add(entry.route().method());
      }
    }
    return methods;
  }

  private static @Nullable Map<String, String> fit(List<String> pattern, String[] path) {
    Map<String, String> variables = new LinkedHashMap<>();
    for (int i = 0; i < pattern.size(); i++) {
      String segment = pattern.get(i);
      if (segment.endsWith("+}")) {
        if (i >= path.length || path[i].isEmpty()) {
          return null;
        }
        String rest = String.join("/", List.of(path).subList(i, path.length));
        variables.put(segment.substring(1, segment.length() - 2), PercentCode.decode(rest));
        return variables;
      }
      if (i >= path.length) {
        return null;
      }
      if (segment.startsWith("{")) {
        if (path[i].isEmpty()) {
          return null;
        }
        variables.put(segment.substring(1, segment.length() - 1), PercentCode.decode(path[i]));
      } else if (!segment.equals(path[i])) {
        return null;
      }
    }
    return pattern.size() == path.length ? variables : null;
  }
}
