package dev.headgate.bench.upstream;

import dev.headgate.bench.upstream.fake.FakeProvider;
import dev.headgate.bench.upstream.fake.FakeSettings;
import dev.headgate.bench.upstream.wire.PlainWire;
import dev.headgate.bench.upstream.wire.TlsWire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/**
 * A model provider that does what it is told. Without any script it answers as OpenAI and Anthropic
 * do, always the same (see {@code FakeProvider}); a test adds {@link Script scripts} for what it
 * wants to see, and looks at what was received.
 *
 * <pre>{@code
 * try (ScriptedUpstream upstream = ScriptedUpstream.start()) {
 *   upstream.on("POST", "/chat/completions").replyOnce(Script.json(503, "{}"));
 *   … a client calls upstream.baseUrl() + "/v1/chat/completions" twice …
 *   RecordedRequest second = upstream.awaitCalls(2, Duration.ofSeconds(5)).get(1);
 *   assertThat(second.header("authorization")).contains("Bearer sk-provider");
 *   assertThat(upstream.faults()).isEmpty();
 * }
 * }</pre>
 *
 * <p>A request is answered by the first of: the scripts queued with {@link #next}, the rules made
 * with {@link #on} (the newest first), the fake provider. All methods may be called from any
 * thread, also while requests are served. Nothing here sleeps: what waits takes a deadline and
 * fails with an {@link AssertionError} that says what was there instead.
 */
public final class ScriptedUpstream implements AutoCloseable {

  private final UpstreamOptions options;
  private final String scheme;
  private final Connection.Opening opening;
  private final FakeProvider provider;
  private final Recorder recorder;
  private final Rules rules = new Rules();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final int port;
  private Listener listener;

  private ScriptedUpstream(UpstreamOptions options, String scheme, Connection.Opening opening) {
    this.options = options;
    this.scheme = scheme;
    this.recorder = new Recorder(options.recording());
    this.opening = opening;
    this.provider =
        new FakeProvider(
            new FakeSettings(
                options.delayMillis(),
                options.chunks(),
                options.gapMillis(),
                options.bodyBytes(),
                options.embeddingSize(),
                options.requireAuth()));
    try {
      listener = listen(options.port());
      port = listener.port();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on " + options.host() + ":" + options.port() + ": " + e.getMessage(), e);
    }
  }

  // ---- life -------------------------------------------------------------------------------

  /** Starts an upstream on any free port of 127.0.0.1. */
  public static ScriptedUpstream start() {
    return start(UpstreamOptions.defaults());
  }

  /** Starts an upstream. */
  public static ScriptedUpstream start(UpstreamOptions options) {
    return new ScriptedUpstream(options, "http", PlainWire::new);
  }

  /** Starts an upstream that speaks TLS with the context's certificate, offering http/1.1. */
  public static ScriptedUpstream startTls(SSLContext context) {
    return startTls(UpstreamOptions.defaults(), context);
  }

  /** Starts an upstream that speaks TLS with the context's certificate, offering http/1.1. */
  public static ScriptedUpstream startTls(UpstreamOptions options, SSLContext context) {
    return new ScriptedUpstream(
        options, "https", channel -> TlsWire.handshake(channel, context, false));
  }

  /** The same, demanding a client certificate that the context trusts. */
  public static ScriptedUpstream startMutualTls(UpstreamOptions options, SSLContext context) {
    return new ScriptedUpstream(
        options, "https", channel -> TlsWire.handshake(channel, context, true));
  }

  /** The port that the upstream listens on. */
  public int port() {
    return port;
  }

  /** Scheme, host and port, such as {@code http://127.0.0.1:40123}, without a slash at the end. */
  public String baseUrl() {
    return scheme + "://" + options.host() + ":" + port;
  }

  /** Stops listening and closes every connection; running scripts end. */
  @Override
  public void close() {
    stopListening();
    closeConnections();
  }

  /** Stops listening: new connections are refused, open ones go on. */
  public synchronized void stopListening() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Listens again, on the same port. */
  public synchronized void resumeListening() {
    try {
      listener = listen(port);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on port " + port + " again", e);
    }
  }

  private Listener listen(int onPort) throws IOException {
    return Listener.open(new InetSocketAddress(options.host(), onPort), this::accepted);
  }

  private void accepted(SocketChannel channel) {
    Connection connection =
        new Connection(
            channel, opening, recorder, rules, options.recording(), provider.newSession());
    connections.add(connection);
    Thread.ofVirtual()
        .name("scripted-upstream-connection")
        .start(() -> {
          connection.run();
          connections.remove(connection);
        });
  }

  // ---- what it does -----------------------------------------------------------------------

  /** Answers the next request, whatever it is, with the script; several are used in order. */
  public ScriptedUpstream next(Script... scripts) {
    for (Script script : scripts) {
      rules.next(script);
    }
    return this;
  }

  /**
   * Begins a rule for requests of this method whose path ends in {@code path}, so that {@code
   * /chat/completions} also matches {@code /v1/chat/completions}. Rules made later go first.
   */
  public Rule on(String method, String path) {
    return rules.add(
        new Rule(request -> request.method().equals(method) && request.path().endsWith(path)));
  }

  /** Begins a rule for every request. */
  public Rule onAny() {
    return rules.add(new Rule(request -> true));
  }

  /** Forgets all scripts: the fake provider answers everything again. */
  public void clearScripts() {
    rules.clear();
  }

  /** Closes every connection at once, whatever it is doing. */
  public void closeConnections() {
    connections.forEach(Connection::close);
  }

  /** Closes the connections on which no answer is being made, as a keep-alive timeout does. */
  public void closeIdleConnections() {
    connections.stream().filter(Connection::isIdle).forEach(Connection::close);
  }

  /** Resets the connections on which no answer is being made. */
  public void resetIdleConnections() {
    connections.stream().filter(Connection::isIdle).forEach(Connection::reset);
  }

  // ---- what it saw ------------------------------------------------------------------------

  /** The requests received so far, in the order in which they were complete. */
  public List<RecordedRequest> calls() {
    return recorder.calls();
  }

  /** The number of requests received so far. */
  public int callCount() {
    return recorder.calls().size();
  }

  /** The last request received so far. */
  public RecordedRequest lastCall() {
    List<RecordedRequest> calls = calls();
    if (calls.isEmpty()) {
      throw new AssertionError("the upstream has received no request");
    }
    return calls.getLast();
  }

  /** Waits for the first request and returns it. */
  public RecordedRequest awaitCall(Duration timeout) {
    return awaitCalls(1, timeout).getFirst();
  }

  /** Waits until at least {@code count} requests were received and returns all. */
  public List<RecordedRequest> awaitCalls(int count, Duration timeout) {
    return recorder.awaitCalls(count, timeout);
  }

  /** The connections accepted so far, in order. */
  public List<RecordedConnection> connections() {
    return recorder.connections();
  }

  /** The connections open at present. */
  public int openConnections() {
    return recorder.openConnections();
  }

  /** The most connections that were open at once. */
  public int mostOpenConnections() {
    return recorder.mostOpenConnections();
  }

  /** Waits until exactly {@code count} connections are open. */
  public void awaitOpenConnections(int count, Duration timeout) {
    recorder.awaitOpenConnections(count, timeout);
  }

  /** The requests received and not yet answered to the end. */
  public int callsInFlight() {
    return recorder.callsInFlight();
  }

  /** The most requests that were in flight at once. */
  public int mostCallsInFlight() {
    return recorder.mostCallsInFlight();
  }

  /** Waits until exactly {@code count} requests are in flight. */
  public void awaitCallsInFlight(int count, Duration timeout) {
    recorder.awaitCallsInFlight(count, timeout);
  }

  /**
   * What was wrong with what peers sent: malformed heads, two framings at once, a body that ended
   * early, a failed TLS handshake; one sentence each. A test of a well-behaved client expects none.
   */
  public List<String> faults() {
    return recorder.faults();
  }

  /** Forgets everything recorded; counts of what is open or in flight stay true. */
  public void forgetCalls() {
    recorder.forget();
  }

  // ---- command line -----------------------------------------------------------------------

  /**
   * Runs the fake provider alone until the process is ended. Prints one line with its address when
   * it is ready; ends the process with status 2, and a line that says why, when the arguments are
   * wrong.
   */
  public static void main(String[] args) {
    int status = UpstreamCommand.run(List.of(args), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }
}
