package dev.headgate.bench.upstream.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** A TLS connection on top of a TCP one that can still be reset underneath. */
public final class TlsWire implements Wire {

  private final Socket tcp;
  private final SSLSocket tls;
  private final InputStream in;
  private final OutputStream out;
  private final TlsFacts facts;

  private TlsWire(Socket tcp, SSLSocket tls) throws IOException {
    this.tcp = tcp;
    this.tls = tls;
    this.in = tls.getInputStream();
    this.out = tls.getOutputStream();
    this.facts = factsOf(tls);
  }

  /**
   * Answers the client's handshake, offering {@code http/1.1} alone, on the calling thread.
   *
   * @param wantClientCertificate whether the client must show a certificate that the context trusts
   */
  public static TlsWire handshake(
      SocketChannel channel, SSLContext context, boolean wantClientCertificate) throws IOException {
    Socket tcp = channel.socket();
    SSLSocket tls =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(tcp, tcp.getInetAddress().getHostAddress(), tcp.getPort(), true);
    tls.setUseClientMode(false);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    parameters.setNeedClientAuth(wantClientCertificate);
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return new TlsWire(tcp, tls);
  }

  private static TlsFacts factsOf(SSLSocket tls) {
    SSLSession session = tls.getSession();
    String chosen = tls.getApplicationProtocol();
    List<String> names =
        session instanceof ExtendedSSLSession extended
            ? extended.getRequestedServerNames().stream()
                .map(name -> new String(name.getEncoded(), StandardCharsets.US_ASCII))
                .toList()
            : List.of();
    return new TlsFacts(session.getProtocol(), chosen == null ? "" : chosen, names);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return in.read(target, offset, length);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    out.write(source, offset, length);
  }

  @Override
  public void finish() throws IOException {
    tls.shutdownOutput();
    if (!tcp.isOutputShutdown()) {
      tcp.shutdownOutput();
    }
  }

  @Override
  public void reset() {
    try {
      tcp.setSoLinger(true, 0);
    } catch (IOException alreadyGone) {
      // Closing is all that is left to do, and it follows.
    }
    close();
  }

  @Override
  public void close() {
    try {
      tcp.close();
    } catch (IOException alreadyGone) {
      // The connection is gone either way.
    }
  }

  @Override
  public TlsFacts tls() {
    return facts;
  }
}
