package dev.headgate.plugins.metricsprometheus;

import java.util.Locale;

/** The two ways of writing meters down. */
enum Format {
  /** Prometheus' own, which every scraper reads. */
  PLAIN("text/plain; version=0.0.4; charset=utf-8"),
  /** OpenMetrics: counters are named without their suffix, and the text has an end. */
  OPEN_METRICS("application/openmetrics-text; version=1.0.0; charset=utf-8");

  private static final String TOTAL = "_total";

  private final String contentType;

  Format(String contentType) {
    this.contentType = contentType;
  }

  /** The one that a scraper asks for. */
  static Format askedFor(String accept) {
    return accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text")
        ? OPEN_METRICS
        : PLAIN;
  }

  String contentType() {
    return contentType;
  }

  /** The name of a family of counters, whose samples carry the suffix in both formats. */
  String counterFamily(String name) {
    return this == OPEN_METRICS && name.endsWith(TOTAL)
        ? name.substring(0, name.length() - TOTAL.length())
        : name;
  }

  /** The name of a counter's sample. */
  static String counterSample(String name) {
    return name.endsWith(TOTAL) ? name : name + TOTAL;
  }

  String end() {
    return this == OPEN_METRICS ? "# EOF\n" : "";
  }
}
