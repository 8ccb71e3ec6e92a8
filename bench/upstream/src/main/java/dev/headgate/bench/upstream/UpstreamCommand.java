package dev.headgate.bench.upstream;

import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The fake provider as a program of its own. */
final class UpstreamCommand {

  static final String USAGE =
      """
      usage: headgate bench upstream [options]
        --host HOST        address to listen on (127.0.0.1)
        --port N           port to listen on, 0 for any (4010)
        --delay-ms N       time before an answer begins (0)
        --chunks N         content pieces of a streamed answer (11)
        --gap-ms N         time between two content pieces (0)
        --body-bytes N     least size of the text of a plain answer (0)
        --embedding-size N numbers in an embedding (400)
        --require-auth     refuse requests without a credential
      A request may choose for itself by the headers x-upstream-delay-ms,
      x-upstream-chunks and x-upstream-gap-ms, or by a model name such as
      shape-d20-c50-g5-b4096 (delay, chunks, gap, body bytes).\
      """;

  private static final int DEFAULT_PORT = 4010;
  private static final int WRONG_ARGUMENTS = 2;
  private static final int CANNOT_LISTEN = 1;

  private UpstreamCommand() {}

  static int run(List<String> args, PrintStream out, PrintStream err) {
    if (args.contains("--help") || args.contains("-h")) {
      out.println(USAGE);
      return 0;
    }
    UpstreamOptions options;
    try {
      options = parse(args);
    } catch (IllegalArgumentException wrong) {
      err.println(wrong.getMessage());
      err.println(USAGE);
      return WRONG_ARGUMENTS;
    }
    try (ScriptedUpstream upstream = ScriptedUpstream.start(options)) {
      out.println("scripted upstream ready on " + upstream.baseUrl());
      out.flush();
      new CountDownLatch(1).await();
    } catch (UncheckedIOException cannotListen) {
      err.println(cannotListen.getMessage());
      return CANNOT_LISTEN;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  static UpstreamOptions parse(List<String> args) {
    UpstreamOptions options = UpstreamOptions.defaults().withPort(DEFAULT_PORT).withoutRecording();
    Iterator<String> rest = args.iterator();
    while (rest.hasNext()) {
      String name = rest.next();
      options =
          switch (name) {
            case "--host" -> options.withHost(text(name, rest));
            case "--port" -> options.withPort(number(name, rest));
            case "--delay-ms" -> options.withDelayMillis(number(name, rest));
            case "--chunks" -> options.withChunks(number(name, rest));
            case "--gap-ms" -> options.withGapMillis(number(name, rest));
            case "--body-bytes" -> options.withBodyBytes(number(name, rest));
            case "--embedding-size" -> options.withEmbeddingSize(number(name, rest));
            case "--require-auth" -> options.withRequiredAuth();
            default -> throw new IllegalArgumentException("unknown option " + name);
          };
    }
    return options;
  }

  private static String text(String name, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return rest.next();
  }

  private static int number(String name, Iterator<String> rest) {
    String value = text(name, rest);
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " is not a whole number: " + value, e);
    }
  }
}
