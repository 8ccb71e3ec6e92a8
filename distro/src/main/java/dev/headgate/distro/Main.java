package dev.headgate.distro;

import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The command line of Headgate. */
public final class Main {
  private static final String USAGE =
      """
      headgate                                   the demo: a mock model on 127.0.0.1:4000
      headgate serve --config FILE [--host H] [--port N] [--data DIR] [--strict]
      headgate check --config FILE [--strict]    validates a configuration and shows what it means
      headgate migrate --config FILE [--dry-run] brings the database up to date, or shows how
      headgate plugins                           the plugins, and what each needs and brings
      headgate plugins check JAR                 what is wrong with a plugin's jar
      headgate doctor [--config FILE]            what is wrong with this installation
      headgate bench quick [--peer NAME] …       Headgate measured beside nginx and others
      headgate bench list                        the other benchmarks
      headgate bench plugin <id|jar> [--json]    what a plugin adds to a request
      headgate tokens count|split [--model M] [--counter C] FILE …   counts or shows tokens; - reads
                                                 standard input
      headgate bench upstream [--port N] …       the scripted upstream, alone
      headgate test [--long [NAME]]              the test suite (in a source tree)
      headgate --version
      """;

  private Main() {}

  /** Runs the command that the arguments name. */
  public static void main(String[] args) {
    logOnOneLine();
    int code;
    try {
      code = run(List.of(args));
    } catch (UsageException e) {
      System.err.println("headgate: " + e.getMessage());
      code = 2;
    }
    if (code != 0) {
      System.exit(code);
    }
  }

  private static int run(List<String> args) {
    if (args.isEmpty()) {
      return new DemoCommand().run(args);
    }
    List<String> rest = args.subList(1, args.size());
    return switch (args.get(0)) {
      case "demo" -> new DemoCommand().run(rest);
      case "serve" -> new ServeCommand().run(rest);
      case "check" -> new CheckCommand().run(rest);
      case "migrate" -> new MigrateCommand().run(rest);
      case "plugins" -> new PluginsCommand().run(rest);
      case "doctor" -> new DoctorCommand().run(rest);
      case "tokens" -> new TokensCommand().run(rest);
      case "bench" -> new BenchCommand().run(rest);
      case "train" -> new TrainCommand().run(rest);
      case "version", "--version", "-v" -> {
        System.out.println("headgate " + Version.current());
        yield 0;
      }
      case "help", "--help", "-h" -> {
        System.out.print(USAGE);
        yield 0;
      }
      default -> {
        if (args.get(0).startsWith("-")) {
          // LiteLLM's command has no verb: `litellm --config FILE` serves.
          yield new ServeCommand().run(args);
        }
        throw new UsageException(
            "there is no command "
                + args.get(0)
                + "; there are demo, serve, check, migrate, plugins, doctor, tokens, bench, test\n\n"
                + USAGE);
      }
    };
  }

  /** Time, level, text, on standard error; whoever wants another format sets it. */
  private static void logOnOneLine() {
    String property = "java.util.logging.SimpleFormatter.format";
    if (System.getProperty(property) == null) {
      System.setProperty(property, "%1$tFT%1$tT.%1$tL %4$s %5$s%6$s%n");
    }
    // Everything that the first line of a log would open is opened now: the line may be about a
    // lack
    // of file descriptors.
    for (Handler handler : Logger.getLogger("").getHandlers()) {
      handler.getFormatter().format(new LogRecord(Level.FINEST, "ready"));
    }
  }
}
