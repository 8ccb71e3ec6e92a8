package dev.headgate.kernel.net;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads certificates and keys from PEM files. */
final class Pem {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  private Pem() {}

  static List<X509Certificate> certificates(Path file) throws IOException {
    List<X509Certificate> found = new ArrayList<>();
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      for (Certificate certificate :
          factory.generateCertificates(new ByteArrayInputStream(read(file)))) {
        found.add((X509Certificate) certificate);
      }
    } catch (CertificateException malformed) {
      throw new IOException(file + " holds a malformed certificate", malformed);
    }
    if (found.isEmpty()) {
      throw new IOException(file + " holds no certificate in PEM form");
    }
    return found;
  }

  /**
   * Reads a key.
   *
   * @param algorithm of the certificate's own key, which the private one must be of too
   */
  static PrivateKey privateKey(Path file, String algorithm) throws IOException {
    String text = new String(read(file), StandardCharsets.US_ASCII);
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IOException(
          file
              + " holds no PKCS#8 key without a password (-----BEGIN PRIVATE KEY-----); openssl"
              + " pkcs8 -topk8 -nodes makes one");
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException malformed) {
      // The cause is left out: it might show a part of the key.
      throw new IOException(
          file
              + " holds a malformed key, or one that is not for the "
              + algorithm
              + " certificate");
    }
  }

  private static byte[] read(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (IOException unreadable) {
      throw new IOException(file + " cannot be read: " + unreadable.getMessage(), unreadable);
    }
  }
}
