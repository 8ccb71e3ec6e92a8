package dev.headgate.distro;

import dev.headgate.bench.plugin.PluginBench;
import dev.headgate.bench.upstream.ScriptedUpstream;
import java.util.List;

/** Measurements, and the scripted upstream for people who try things. */
final class BenchCommand {

  int run(List<String> args) {
    String what = args.isEmpty() ? "" : args.get(0);
    List<String> rest = args.isEmpty() ? args : args.subList(1, args.size());
    return switch (what) {
      case "plugin" -> plugin(rest);
      case "upstream" -> {
        ScriptedUpstream.main(rest.toArray(String[]::new));
        yield 0;
      }
      default -> throw new UsageException("headgate bench knows: plugin, upstream");
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
