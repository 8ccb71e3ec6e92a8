package dev.headgate.kernel.tokens;

import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.kernel.plugin.Extensions;
import dev.headgate.kernel.plugin.Hook;
import dev.headgate.kernel.plugin.Manifest;
import dev.headgate.spi.Extension;
import dev.headgate.spi.SpiVersion;
import dev.headgate.spi.admission.Exactness;
import dev.headgate.spi.admission.TokenCounter;
import dev.headgate.spi.admission.TokenCounterProvider;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Counters for tests, of one word a token unless they are told otherwise. */
final class Providers {
  private Providers() {}

  static List<Hook<TokenCounterProvider>> hooks(TokenCounterProvider... providers) {
    Extensions.Builder builder = new Extensions.Builder(new HookMeters(new MeterRegistry()));
    for (TokenCounterProvider provider : providers) {
      Manifest manifest =
          Manifest.of(
              Map.of(
                  "id",
                  provider.id(),
                  "version",
                  "1",
                  "spi",
                  SpiVersion.current(),
                  "kinds",
                  "TokenCounterProvider"));
      builder.add(manifest, List.<Extension>of(provider));
    }
    return new ArrayList<>(builder.build().tokenCounterProviders());
  }

  /** Counts words, and remembers the texts. */
  static final class Words implements TokenCounter {
    final List<String> texts = new CopyOnWriteArrayList<>();
    Exactness exactness = Exactness.EXACT_TEXT;

    @Override
    public long count(MemorySegment utf8) {
      String text = new String(utf8.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
      texts.add(text);
      return Arrays.stream(text.split("\\s+", -1)).filter(word -> !word.isEmpty()).count();
    }

    @Override
    public Exactness exactness() {
      return exactness;
    }

    @Override
    public String fingerprint() {
      return "words";
    }
  }

  /** A provider of such a counter. */
  static final class OfWords implements TokenCounterProvider {
    private final String id;
    private final String encoding;
    private final double probe;
    final Words counter = new Words();
    boolean loaded;
    boolean broken;

    OfWords(String id, String encoding, double probe) {
      this.id = id;
      this.encoding = encoding;
      this.probe = probe;
    }

    @Override
    public String name() {
      return id;
    }

    @Override
    public String id() {
      return id;
    }

    @Override
    public Set<String> encodings() {
      return Set.of(encoding);
    }

    @Override
    public Optional<String> encodingOf(String model) {
      return model.startsWith("wordy") ? Optional.of(encoding) : Optional.empty();
    }

    @Override
    public double probe() {
      return probe;
    }

    @Override
    public String diagnosis() {
      return probe > 0 ? "all is well" : "this machine is too old";
    }

    @Override
    public TokenCounter load(String wanted) {
      loaded = true;
      if (broken) {
        throw new IllegalStateException("its ranks are damaged");
      }
      return counter;
    }
  }
}
