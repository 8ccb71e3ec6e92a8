package dev.headgate.bench.load.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param targets names instead of the scenario's, empty for those
 * @param peers names besides the scenario's
 * @param urls gateways that run already: {@code NAME=http://HOST:PORT} and perhaps {@code #PID}
 * @param key the key for those
 * @param targetHost the one host besides this machine that load may go to
 * @param upstreamPort where the upstream listens, 0 for any port
 * @param rounds instead of the scenario's
 * @param duration of a slice, milliseconds, instead of the scenario's
 * @param out the folder of results, empty for a new one below {@code bench/results}
 */
public record RunOptions(
    List<String> targets,
    List<String> peers,
    List<String> urls,
    String key,
    Optional<String> targetHost,
    int upstreamPort,
    Optional<Integer> rounds,
    Optional<Integer> duration,
    Optional<Path> out) {}
