package dev.headgate.spi.auth;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Preview;

/**
 * The key that a client presented, found by the kernel in the one order that holds for all: {@code
 * x-litellm-api-key}, {@code Authorization}, {@code api-key}, {@code x-api-key}, {@code
 * x-goog-api-key}, {@code Ocp-Apim-Subscription-Key}, then the header of {@code
 * general_settings.litellm_key_header_name}. The kernel keeps all of these from the upstream.
 */
@Preview
public interface Credential {

  /** How the key was wrapped. */
  enum Scheme {
    /** {@code Bearer} in any case. */
    BEARER,
    /**
     * {@code Basic}; {@link Credential#secret} is the decoded password, or the user when there is
     * no password.
     */
    BASIC,
    /** An AWS-style credential that carries a bearer value. */
    AWS,
    /** The bare key, in a header that allows it. */
    BARE,
    /** An {@code Authorization} value without a known scheme. */
    MALFORMED
  }

  /** The header that it came in, in lower case. */
  String header();

  /** How it was wrapped. */
  Scheme scheme();

  /** The key, without scheme and surrounding white space. Never log it. */
  Bytes secret();
}
