package dev.headgate.distro;

import dev.headgate.bench.upstream.ScriptedUpstream;
import java.util.List;

/** The scripted upstream, for benchmarks and for people who try things. */
final class BenchCommand {

  int run(List<String> args) {
    if (args.isEmpty() || !args.get(0).equals("upstream")) {
      throw new UsageException("headgate bench knows: upstream");
    }
    ScriptedUpstream.main(args.subList(1, args.size()).toArray(String[]::new));
    return 0;
  }
}
