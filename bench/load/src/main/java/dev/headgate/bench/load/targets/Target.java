package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.drive.Expectation.Closeness;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;

/**
 * Something that answers, ready for load.
 *
 * @param name its name in tables
 * @param address where it listens
 * @param key what its clients send as a key
 * @param headers what they send besides
 * @param closeness how closely its answers are compared with the upstream's
 * @param checksKeys whether it refuses a key that it does not know
 * @param pid its process, where it is one of this machine
 * @param jvm whether that is a HotSpot
 */
public record Target(
    String name,
    InetSocketAddress address,
    String key,
    Map<String, String> headers,
    Closeness closeness,
    boolean checksKeys,
    Optional<Long> pid,
    boolean jvm) {

  /** The name of the upstream itself. */
  public static final String DIRECT = "direct";

  private static final String ANY_KEY = "sk-upstream";

  /** The upstream, without anything between. */
  public static Target direct(int port) {
    return new Target(
        DIRECT,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        ANY_KEY,
        Map.of(),
        Closeness.BYTES,
        false,
        Optional.empty(),
        false);
  }

  /** What the {@code host} header says. */
  public String host() {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  Target withKey(String newKey) {
    return new Target(name, address, newKey, headers, closeness, checksKeys, pid, jvm);
  }
}
