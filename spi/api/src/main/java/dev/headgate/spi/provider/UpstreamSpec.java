package dev.headgate.spi.provider;

import dev.headgate.spi.Nullable;
import dev.headgate.spi.Preview;
import dev.headgate.spi.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where an upstream is and how it is reached. Immutable; the methods that take a value return a
 * changed copy. What is not said here comes from {@code headgate.upstream}.
 */
@Preview
public final class UpstreamSpec {
  private final URI origin;
  private final @Nullable Path trustedCertificates;
  private final boolean verify;
  private final int maxConnections;

  private UpstreamSpec(
      URI origin, @Nullable Path trustedCertificates, boolean verify, int maxConnections) {
    this.origin = origin;
    this.trustedCertificates = trustedCertificates;
    this.verify = verify;
    this.maxConnections = maxConnections;
  }

  /**
   * An origin.
   *
   * @param origin scheme {@code http} or {@code https}, host, port; a path is not looked at
   */
  public static UpstreamSpec of(URI origin) {
    String scheme = Objects.requireNonNullElse(origin.getScheme(), "");
    if ((!scheme.equals("http") && !scheme.equals("https")) || origin.getHost() == null) {
      throw new IllegalArgumentException(
          "an upstream is http://host or https://host, not " + origin);
    }
    return new UpstreamSpec(origin, null, true, 0);
  }

  /**
   * With the connection settings of a deployment: {@code ssl_verify}, false for no check of the
   * certificate, or the PEM file of the certificates to trust.
   *
   * @param params {@code litellm_params}
   */
  public UpstreamSpec with(Settings params) {
    String verification = params.text("ssl_verify").orElse("true").strip();
    return switch (verification.toLowerCase(Locale.ROOT)) {
      case "true" -> this;
      case "false" -> withoutVerification();
      default -> trusting(Path.of(verification));
    };
  }

  /** With certificates of its own to trust, a PEM file. */
  public UpstreamSpec trusting(Path pemFile) {
    return new UpstreamSpec(origin, pemFile, verify, maxConnections);
  }

  /** Without checking the certificate; only where the operator asked for it. */
  public UpstreamSpec withoutVerification() {
    return new UpstreamSpec(origin, trustedCertificates, false, maxConnections);
  }

  /** With a limit on connections of its own. */
  public UpstreamSpec maxConnections(int limit) {
    return new UpstreamSpec(origin, trustedCertificates, verify, limit);
  }

  /** Scheme, host and port. */
  public URI origin() {
    return origin;
  }

  /** Certificates to trust instead of the gateway's. */
  public Optional<Path> trustedCertificates() {
    return Optional.ofNullable(trustedCertificates);
  }

  /** Whether the certificate is checked. */
  public boolean verify() {
    return verify;
  }

  /** The most connections at once, when not the gateway's default. */
  public OptionalInt maxConnections() {
    return maxConnections > 0 ? OptionalInt.of(maxConnections) : OptionalInt.empty();
  }
}
