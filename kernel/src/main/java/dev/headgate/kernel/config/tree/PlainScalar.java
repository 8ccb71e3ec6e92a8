package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an unquoted value means. YAML 1.2, with two habits of YAML 1.1 that files written for
 * LiteLLM rely on: {@code yes}, {@code no}, {@code on} and {@code off} are flags, and digits may be
 * grouped by underscores. Leading zeros, clock times and dates stay texts.
 */
final class PlainScalar {
  private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");
  private static final Set<String> YES =
      Set.of("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON");
  private static final Set<String> NO =
      Set.of("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF");
  private static final Pattern INTEGER =
      Pattern.compile("[-+]?(0|[1-9][0-9_]*)|0o[0-7]+|0x[0-9a-fA-F][0-9a-fA-F_]*");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9][0-9_]*(\\.[0-9_]*)?)([eE][-+]?[0-9]{1,3})?");
  private static final Pattern LEADING_ZERO = Pattern.compile("[-+]?0[0-9_]+");

  private PlainScalar() {}

  static Kind kind(String text) {
    if (NOTHING.contains(text)) {
      return Kind.NOTHING;
    }
    if (flag(text).isPresent()) {
      return Kind.FLAG;
    }
    if (text.length() > 64) {
      return Kind.TEXT;
    }
    if (INTEGER.matcher(text).matches()) {
      return Kind.INTEGER;
    }
    boolean number = NUMBER.matcher(text).matches() && !LEADING_ZERO.matcher(text).matches();
    return number ? Kind.NUMBER : Kind.TEXT;
  }

  static Optional<Boolean> flag(String text) {
    if (YES.contains(text)) {
      return Optional.of(true);
    }
    return NO.contains(text) ? Optional.of(false) : Optional.empty();
  }

  /** The number that a text spells, if it spells one. */
  static Optional<BigDecimal> number(String text) {
    return switch (kind(text)) {
      case INTEGER -> Optional.of(new BigDecimal(integer(text.replace("_", ""))));
      case NUMBER -> Optional.of(new BigDecimal(text.replace("_", "")));
      case NOTHING, FLAG, TEXT -> Optional.empty();
    };
  }

  private static BigInteger integer(String digits) {
    if (digits.startsWith("0x")) {
      return new BigInteger(digits.substring(2), 16);
    }
    if (digits.startsWith("0o")) {
      return new BigInteger(digits.substring(2), 8);
    }
    return new BigInteger(digits);
  }
}
