package dev.headgate.distro;

import dev.headgate.bench.plugin.PluginBench;
import dev.headgate.bench.upstream.ScriptedUpstream;
import java.util.List;

/**
 * Measurements, and the scripted upstream for people who try things. What is not named here is a
 * scenario, which runs in a process of its own, because its load must share neither heap nor core
 * with what it measures.
 */
final class BenchCommand {

  int run(List<String> args) {
    if (args.isEmpty()) {
      throw new UsageException(
          "headgate bench needs a word: quick or another scenario (headgate bench list), report"
              + " DIR, plugin, upstream");
    }
    List<String> rest = args.subList(1, args.size());
    return switch (args.get(0)) {
      case "plugin" -> plugin(rest);
      case "upstream" -> {
        ScriptedUpstream.main(rest.toArray(String[]::new));
        yield 0;
      }
      default -> new BenchProcess().run(args);
    };
  }

  private static int plugin(List<String> args) {
    try {
      return PluginBench.run(args, Installation.plugins(), System.out, System.err);
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
