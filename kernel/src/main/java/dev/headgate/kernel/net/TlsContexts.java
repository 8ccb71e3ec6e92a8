package dev.headgate.kernel.net;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes the TLS contexts and engines of both legs. */
public final class TlsContexts {
  private TlsContexts() {}

  /**
   * For connections to upstreams.
   *
   * @param trustedCertificates a PEM file with what to trust; null for what the JDK trusts
   * @param verify whether the peer's certificate is checked at all
   * @throws IOException if the file cannot be read or holds no certificates
   */
  public static SSLContext client(@Nullable Path trustedCertificates, boolean verify)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      if (!verify) {
        context.init(null, new TrustManager[] {new TrustEverything()}, null);
      } else if (trustedCertificates == null) {
        context.init(null, null, null);
      } else {
        context.init(null, trusting(Pem.certificates(trustedCertificates)), null);
      }
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new IOException("TLS to upstreams cannot be set up", unusable);
    }
  }

  private static TrustManager[] trusting(List<X509Certificate> certificates)
      throws GeneralSecurityException, IOException {
    KeyStore store = emptyStore();
    for (int i = 0; i < certificates.size(); i++) {
      store.setCertificateEntry("trusted-" + i, certificates.get(i));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /**
   * For a listener.
   *
   * @param certificateChain a PEM file, the server's own certificate first
   * @param privateKey a PEM file with a PKCS#8 key without a password
   * @throws IOException if one of the files cannot be read or used
   */
  public static SSLContext server(Path certificateChain, Path privateKey) throws IOException {
    X509Certificate[] chain = Pem.certificates(certificateChain).toArray(new X509Certificate[0]);
    PrivateKey key = Pem.privateKey(privateKey, chain[0].getPublicKey().getAlgorithm());
    try {
      char[] noPassword = new char[0];
      KeyStore store = emptyStore();
      store.setKeyEntry("server", key, noPassword, chain);
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(store, noPassword);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(factory.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the certificate in "
              + certificateChain
              + " and the key in "
              + privateKey
              + " cannot be used together: "
              + unusable.getMessage(),
          unusable);
    }
  }

  private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  /**
   * An engine for the client's side.
   *
   * @param host the name that the peer's certificate must be for
   * @param verify whether that is checked
   * @param protocols what ALPN offers, best first
   */
  public static SSLEngine clientEngine(
      SSLContext context, String host, int port, boolean verify, String... protocols) {
    SSLEngine engine = context.createSSLEngine(host, port);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    if (verify) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    if (!literal(host)) {
      parameters.setServerNames(List.of(new SNIHostName(withoutFinalDot(host))));
    }
    parameters.setApplicationProtocols(protocols);
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static String withoutFinalDot(String host) {
    return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
  }

  private static boolean literal(String host) {
    try {
      return InetAddress.ofLiteral(host).getHostAddress() != null;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  /**
   * An engine for the server's side.
   *
   * @param protocols what ALPN accepts, best first
   */
  public static SSLEngine serverEngine(SSLContext context, String... protocols) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setApplicationProtocols(protocols);
    parameters.setUseCipherSuitesOrder(true);
    engine.setSSLParameters(parameters);
    return engine;
  }
}
