package dev.headgate.kernel.plugin;

import dev.headgate.spi.SpiVersion;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The SPI versions that a plugin works with: {@code 1.2} is 1.2 and what follows of the same major;
 * {@code [1.0,1.4)} and its likes are intervals, brackets including and parentheses excluding their
 * end; an open end may be left empty.
 *
 * @param written as the manifest writes it
 * @param from the first version, or the one before it
 * @param fromIncluded whether {@code from} counts
 * @param to the last version, or the one behind it
 * @param toIncluded whether {@code to} counts
 */
record SpiRange(String written, long from, boolean fromIncluded, long to, boolean toIncluded) {
  private static final Pattern SINGLE = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})");
  private static final Pattern INTERVAL =
      Pattern.compile("([\\[(])\\s*(\\d{1,6}\\.\\d{1,6})\\s*,\\s*(\\d{1,6}\\.\\d{1,6})?\\s*([])])");

  /**
   * Reads a range.
   *
   * @throws IllegalArgumentException if it is none, with one sentence
   */
  static SpiRange parse(String text) {
    String written = text.strip();
    Matcher single = SINGLE.matcher(written);
    if (single.matches()) {
      long major = Long.parseLong(single.group(1));
      return new SpiRange(written, version(written), true, (major + 1) << 32, false);
    }
    Matcher interval = INTERVAL.matcher(written);
    if (!interval.matches()) {
      throw new IllegalArgumentException(
          "spi is \""
              + written
              + "\", but must be a version such as 1.0 or a range such as"
              + " [1.0,1.4)");
    }
    String upper = interval.group(3);
    SpiRange range =
        new SpiRange(
            written,
            version(interval.group(2)),
            interval.group(1).equals("["),
            upper == null ? Long.MAX_VALUE : version(upper),
            interval.group(4).equals("]"));
    if (range.from > range.to
        || (range.from == range.to && !(range.fromIncluded && range.toIncluded))) {
      throw new IllegalArgumentException("spi is \"" + written + "\", a range with nothing in it");
    }
    return range;
  }

  /** Whether the SPI of this gateway lies in the range. */
  boolean holdsThisGateway() {
    return holds(SpiVersion.MAJOR, SpiVersion.MINOR);
  }

  boolean holds(int major, int minor) {
    long version = ((long) major << 32) + minor;
    return (fromIncluded ? version >= from : version > from)
        && (toIncluded ? version <= to : version < to);
  }

  private static long version(String text) {
    int dot = text.indexOf('.');
    return (Long.parseLong(text.substring(0, dot)) << 32) + Long.parseLong(text.substring(dot + 1));
  }

  @Override
  public String toString() {
    return written;
  }
}
