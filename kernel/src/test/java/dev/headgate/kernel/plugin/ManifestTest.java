package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestTest {

  @Test
  void readsEveryKey() throws IOException {
    Manifest manifest =
        read("""
        id = pii-mask
        version = 2.1
        spi = [1.0,2.0)
        module = com.example.mask
        kinds = Guardrail, StreamTransform
        needs = prompt, frames
        mutates = prompt, frames
        services = RecordStore
        services.optional = TokenCounters
        provides = ChangeFeed
        grants = native-access, module:jdk.incubator.vector
        fail = open
        timeout = 250ms
        description = Masks names – and puts them back.
        """)
            .orThrow("here");

    assertThat(manifest.id()).isEqualTo("pii-mask");
    assertThat(manifest.version()).isEqualTo("2.1");
    assertThat(manifest.spiRange()).isEqualTo("[1.0,2.0)");
    assertThat(manifest.module()).contains("com.example.mask");
    assertThat(manifest.kinds()).containsExactly("Guardrail", "StreamTransform");
    assertThat(manifest.needs()).containsExactly("prompt", "frames");
    assertThat(manifest.mutates()).containsExactly("prompt", "frames");
    assertThat(manifest.services()).containsExactly("RecordStore");
    assertThat(manifest.asksFor("TokenCounters")).isTrue();
    assertThat(manifest.asksFor("PriceBook")).isFalse();
    assertThat(manifest.provides()).containsExactly("ChangeFeed");
    assertThat(manifest.wantsNativeAccess()).isTrue();
    assertThat(manifest.grantedModules()).containsExactly("jdk.incubator.vector");
    assertThat(manifest.failsOpen()).contains(true);
    assertThat(manifest.timeout()).contains(Duration.ofMillis(250));
    assertThat(manifest.description()).isEqualTo("Masks names – and puts them back.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version=1;spi=1.0          | id is missing",
        "id=a;spi=1.0               | version is missing",
        "id=a;version=1             | spi is missing",
        "id=a b;version=1;spi=1.0   | id is \"a b\", but letters",
        "id=../x;version=1;spi=1.0  | id is \"../x\", but letters",
        "id=a;version=1;spi=one     | spi is \"one\", but must be a version such as 1.0",
        "id=a;version=1;spi=[2.0,1.0) | spi is \"[2.0,1.0)\", a range with nothing in it",
        "id=a;version=1;spi=2.0     | it works with SPI 2.0, but this gateway has SPI 1.0",
        "id=a;version=1;spi=1.0;fail=maybe | fail is \"maybe\", but open or closed",
        "id=a;version=1;spi=1.0;timeout=soon | timeout is \"soon\", but a time such as 250ms",
        "id=a;version=1;spi=1.0;grants=root | grants has \"root\", but native-access",
      })
  void refusesWithOneSentence(String keys, String sentence) throws IOException {
    ManifestReading reading = read(keys.replace(';', '\n'));
    assertThat(reading.problems()).singleElement().asString().startsWith(sentence);
    assertThat(reading.manifest()).isEmpty();
    assertThatThrownBy(() -> reading.orThrow("plugins/a"))
        .hasMessageStartingWith("plugins/a: " + sentence);
  }

  @Test
  void warnsOfWordsThatItDoesNotKnow() throws IOException {
    ManifestReading reading =
        read(
            """
            id = a
            version = 1
            spi = 1.0
            kind = HeaderGate
            kinds = HeaderGat, Telepathy
            needs = promt
            """);
    assertThat(reading.warnings())
        .containsExactly(
            "the key kind is not known; did you mean kinds?",
            "kinds has \"HeaderGat\", which this gateway does not know; did you mean HeaderGate?",
            "kinds has \"Telepathy\", which this gateway does not know",
            "needs has \"promt\", which this gateway does not know; did you mean prompt?");
    assertThat(reading.manifest()).isPresent();
  }

  @Test
  void refusesABrokenFileOnce() throws IOException {
    assertThat(read("id = \\u00zz").problems())
        .singleElement()
        .asString()
        .contains("no properties");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "[1.0,1.4)", "[1.0,1.0]", "(0.9,1.0]", "[1.0,)", "[0.1, 2.0)"})
  void holdsThisVersion(String range) {
    assertThat(SpiRange.parse(range).holds(1, 0)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1", "2.0", "0.9", "(1.0,2.0)", "[0.1,1.0)", "[1.1,)"})
  void doesNotHoldThisVersion(String range) {
    assertThat(SpiRange.parse(range).holds(1, 0)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1.0.0", "[1.0", "[1.0,1.4", "v1.0", "(1.0,1.0)", "[1.0,1.0)"})
  void refusesWhatIsNoRange(String range) {
    assertThatThrownBy(() -> SpiRange.parse(range)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void singleVersionHoldsLaterMinorsOfTheSameMajor() {
    SpiRange range = SpiRange.parse("1.2");
    assertThat(range.holds(1, 1)).isFalse();
    assertThat(range.holds(1, 9)).isTrue();
    assertThat(range.holds(2, 0)).isFalse();
  }

  @Test
  void makesAManifestForAPluginWithoutAJar() {
    assertThatThrownBy(() -> Manifest.of(Map.of("id", "a", "version", "1")))
        .hasMessageStartingWith("the manifest of a plugin: spi is missing");
  }

  private static ManifestReading read(String text) throws IOException {
    return ManifestReading.of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }
}
