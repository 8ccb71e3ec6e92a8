package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.wire.Der;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate with its key, made on the spot, for tests of TLS. It signs itself, so a client that
 * is to trust it must be given {@link #certificatePem}. Immutable.
 */
public final class SelfSignedCertificate {

  private static final byte[] ECDSA_WITH_SHA256 =
      Der.sequence(Der.oid(1 * 40 + 2, 840, 10045, 4, 3, 2));
  private static final byte[] COMMON_NAME = Der.oid(2 * 40 + 5, 4, 3);
  private static final byte[] ALTERNATIVE_NAMES = Der.oid(2 * 40 + 5, 29, 17);
  private static final int VERSION_TAG = 0xa0;
  private static final int EXTENSIONS_TAG = 0xa3;
  private static final int DNS_NAME_TAG = 0x82;
  private static final int ADDRESS_TAG = 0x87;
  private static final byte[] VERSION_3 = {2};
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final char[] NO_PASSWORD = new char[0];

  private final KeyPair keys;
  private final X509Certificate certificate;

  private SelfSignedCertificate(KeyPair keys, X509Certificate certificate) {
    this.keys = keys;
    this.certificate = certificate;
  }

  /**
   * Makes a certificate that is valid for a day.
   *
   * @param names the host names and literal addresses that it is for
   */
  public static SelfSignedCertificate forNames(String... names) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair keys = generator.generateKeyPair();
      byte[] name = Der.sequence(Der.set(Der.sequence(COMMON_NAME, Der.utf8("scripted upstream"))));
      byte[] serial = BigInteger.valueOf(System.nanoTime()).abs().toByteArray();
      byte[] content =
          Der.sequence(
              Der.value(VERSION_TAG, Der.integer(VERSION_3)),
              Der.integer(serial),
              ECDSA_WITH_SHA256,
              name,
              validity(),
              name,
              keys.getPublic().getEncoded(),
              Der.value(
                  EXTENSIONS_TAG,
                  Der.sequence(Der.sequence(ALTERNATIVE_NAMES, Der.octets(alternatives(names))))));
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(keys.getPrivate());
      signature.update(content);
      byte[] encoded = Der.sequence(content, ECDSA_WITH_SHA256, Der.bits(signature.sign()));
      return new SelfSignedCertificate(
          keys,
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(encoded)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot make a certificate", e);
    }
  }

  private static byte[] validity() {
    Instant now = Instant.now();
    return Der.sequence(
        Der.time(TIME.format(now.minus(Duration.ofHours(1)))),
        Der.time(TIME.format(now.plus(Duration.ofDays(1)))));
  }

  private static byte[] alternatives(String... names) {
    byte[][] encoded =
        Arrays.stream(names).map(SelfSignedCertificate::alternative).toArray(byte[][]::new);
    return Der.sequence(encoded);
  }

  private static byte[] alternative(String name) {
    try {
      return Der.value(ADDRESS_TAG, InetAddress.ofLiteral(name).getAddress());
    } catch (IllegalArgumentException noAddress) {
      return Der.value(DNS_NAME_TAG, name.getBytes(StandardCharsets.US_ASCII));
    }
  }

  /** The certificate as PEM, for a client's list of trusted ones. */
  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The private key as PEM (PKCS#8). */
  public String privateKeyPem() {
    return pem("PRIVATE KEY", keys.getPrivate().getEncoded());
  }

  private static String pem(String kind, byte[] content) {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    return "-----BEGIN " + kind + "-----\n" + lines + "\n-----END " + kind + "-----\n";
  }

  /**
   * A context that shows this certificate: to clients when a server uses it, to servers that ask
   * when a client does.
   *
   * @param trusted the certificates of peers that it trusts
   */
  public SSLContext context(SelfSignedCertificate... trusted) {
    try {
      KeyStore own = emptyStore();
      own.setKeyEntry("own", keys.getPrivate(), NO_PASSWORD, new X509Certificate[] {certificate});
      KeyManagerFactory shown =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      shown.init(own, NO_PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(shown.getKeyManagers(), trust(trusted).getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot use the certificate", e);
    }
  }

  /** A client's context that trusts these certificates and shows none. */
  public static SSLContext trusting(SelfSignedCertificate... trusted) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust(trusted).getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot use the certificate", e);
    }
  }

  private static TrustManagerFactory trust(SelfSignedCertificate... trusted)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    for (int i = 0; i < trusted.length; i++) {
      store.setCertificateEntry("trusted-" + i, trusted[i].certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust;
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    return store;
  }
}
