package dev.headgate.distro;

import dev.headgate.kernel.InstalledCounters;
import dev.headgate.kernel.plugin.PluginCatalog;
import dev.headgate.spi.PluginException;
import dev.headgate.spi.admission.Exactness;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts the tokens of files, or shows them. */
final class TokensCommand {
  private static final String MODEL = "--model";
  private static final String COUNTER = "--counter";
  private static final String STANDARD_INPUT = "-";

  private final PrintStream out = System.out;

  int run(List<String> args) {
    Arguments arguments =
        new Arguments(args, Map.of(MODEL, MODEL, "-m", MODEL, COUNTER, COUNTER), Set.of());
    List<String> words = arguments.words();
    String verb = words.isEmpty() ? "" : words.get(0);
    if (!Set.of("count", "split").contains(verb) || words.size() < 2) {
      throw new UsageException(
          "headgate tokens takes count or split and then files, - for standard input");
    }
    Optional<String> chosen = arguments.value(COUNTER);
    try (InstalledCounters counters =
        InstalledCounters.start(
            grants -> PluginCatalog.of(Installation.plugins(), grants),
            Optional.empty(),
            chosen,
            ServeCommand.defaultData())) {
      InstalledCounters.Counter counter =
          arguments.value(MODEL).map(counters::forModel).orElseGet(counters::usual);
      require(chosen, counter);
      tellOfEstimates(arguments.value(MODEL), counter);
      int code = 0;
      for (String file : words.subList(1, words.size())) {
        code = Math.max(code, file(verb.equals("count"), file, counter));
      }
      return code;
    } catch (PluginException e) {
      System.err.println("headgate: " + e.getMessage());
      return 1;
    }
  }

  private static void require(Optional<String> chosen, InstalledCounters.Counter counter) {
    if (chosen.isPresent() && !chosen.get().equals(counter.provider())) {
      throw new PluginException(
          "the token counter "
              + chosen.get()
              + " does not serve this model; "
              + counter.provider()
              + " does, in "
              + (counter.encoding().isEmpty() ? "bytes" : counter.encoding()));
    }
  }

  private static void tellOfEstimates(Optional<String> model, InstalledCounters.Counter counter) {
    if (counter.counter().exactness() == Exactness.ESTIMATE) {
      System.err.println(
          "headgate: the tokenizer "
              + model.map(name -> "of " + name).orElse("that is wanted")
              + " is not here; the numbers are estimates ("
              + counter.counter().fingerprint()
              + ")");
    }
  }

  private int file(boolean counts, String file, InstalledCounters.Counter counter) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment text = read(file, arena);
      if (counts) {
        long tokens = new FileCount(counter.counter()).of(text, file);
        out.println(tokens + "\t" + file);
      } else {
        counter.counter().split(text, new TokenPrint(text, out));
      }
      out.flush();
      return 0;
    } catch (NoSuchFileException e) {
      System.err.println("headgate: there is no file " + file);
      return 1;
    } catch (IOException | UncheckedIOException e) {
      System.err.println("headgate: " + file + " cannot be read: " + e.getMessage());
      return 1;
    } catch (UnsupportedOperationException e) {
      System.err.println("headgate: " + e.getMessage());
      return 1;
    }
  }

  private static MemorySegment read(String file, Arena arena) throws IOException {
    if (file.equals(STANDARD_INPUT)) {
      return MemorySegment.ofArray(System.in.readAllBytes());
    }
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new IOException("it is a folder");
    }
    try (FileChannel channel = FileChannel.open(path)) {
      long size = channel.size();
      // Pipes and what the system makes up on the fly have no size.
      return size == 0
          ? MemorySegment.ofArray(Files.readAllBytes(path))
          : channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
    }
  }
}
