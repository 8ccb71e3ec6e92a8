package dev.headgate.kernel.pipeline;

import dev.headgate.kernel.http.HttpText;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.auth.Credential;
import dev.headgate.spi.http.HeaderView;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the key that a client presented, in the one order that holds for all authenticators. */
final class CredentialFinder {
  private static final List<String> HEADERS =
      List.of(
          "x-litellm-api-key",
          "authorization",
          "api-key",
          "x-api-key",
          "x-goog-api-key",
          "ocp-apim-subscription-key");

  private final String[] headers;

  /**
   * @param customHeader {@code general_settings.litellm_key_header_name}
   */
  CredentialFinder(Optional<String> customHeader) {
    List<String> names = new ArrayList<>(HEADERS);
    customHeader.ifPresent(name -> names.add(name.toLowerCase(Locale.ROOT)));
    headers = names.toArray(new String[0]);
  }

  /** The key; null when there is none. */
  @Nullable Credential find(HeaderView view) {
    for (String header : headers) {
      Bytes value = view.find(header);
      if (value != null && value.length() > 0) {
        return parse(header, value);
      }
    }
    return null;
  }

  private static Credential parse(String header, Bytes value) {
    if (startsWith(value, "bearer ") || startsWith(value, "bearer\t")) {
      return new Found(header, Credential.Scheme.BEARER, trimmed(value, 7));
    }
    if (header.equals("authorization")) {
      if (startsWith(value, "basic ")) {
        return basic(header, trimmed(value, 6));
      }
      if (startsWith(value, "aws4-hmac-sha256 ")) {
        return aws(header, value);
      }
      return new Found(header, Credential.Scheme.MALFORMED, value);
    }
    return new Found(header, Credential.Scheme.BARE, value);
  }

  private static Credential basic(String header, Bytes encoded) {
    try {
      byte[] decoded = Base64.getDecoder().decode(encoded.toArray());
      int colon = 0;
      while (colon < decoded.length && decoded[colon] != ':') {
        colon++;
      }
      boolean password = colon + 1 < decoded.length;
      Bytes secret =
          password ? Bytes.of(decoded, colon + 1, decoded.length) : Bytes.of(decoded, 0, colon);
      return new Found(header, Credential.Scheme.BASIC, trimmed(secret, 0));
    } catch (IllegalArgumentException e) {
      return new Found(header, Credential.Scheme.MALFORMED, encoded);
    }
  }

  /**
   * {@code AWS4-HMAC-SHA256 Credential=Bearer <key>/<date>/…}: the key stands before the first
   * slash.
   */
  private static Credential aws(String header, Bytes value) {
    String text = value.utf8();
    int start = text.indexOf("Bearer ");
    if (start < 0) {
      return new Found(header, Credential.Scheme.MALFORMED, value);
    }
    start += "Bearer ".length();
    int end = start;
    while (end < text.length() && "/, ".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return new Found(
        header,
        Credential.Scheme.AWS,
        Bytes.of(text.substring(start, end).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  private static boolean startsWith(Bytes value, String lowerCase) {
    if (value.length() < lowerCase.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      int c = value.at(i);
      if (c >= 'A' && c <= 'Z') {
        c += 32;
      }
      if (c != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static Bytes trimmed(Bytes value, int start) {
    int from = start;
    int to = value.length();
    while (from < to && white(value.at(from))) {
      from++;
    }
    while (to > from && white(value.at(to - 1))) {
      to--;
    }
    return new Part(value, from, to);
  }

  private static boolean white(byte b) {
    return HttpText.blank(b) || b == '\r' || b == '\n';
  }

  /** A part of other bytes. */
  private record Part(Bytes whole, int from, int to) implements Bytes {
    @Override
    public int length() {
      return to - from;
    }

    @Override
    public byte at(int index) {
      return whole.at(from + java.util.Objects.checkIndex(index, to - from));
    }

    @Override
    public void copyTo(int start, byte[] target, int offset, int count) {
      java.util.Objects.checkFromIndexSize(start, count, to - from);
      whole.copyTo(from + start, target, offset, count);
    }

    @Override
    public java.nio.ByteBuffer buffer() {
      return whole.buffer().slice(from, to - from);
    }
  }

  /** A key. */
  private record Found(String header, Scheme scheme, Bytes secret) implements Credential {
    @Override
    public String toString() {
      return "a credential in " + header;
    }
  }
}
