package dev.headgate.bench.load.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TargetFilesTest {

  static List<Path> targets() throws IOException {
    List<Path> targets = new ArrayList<>();
    for (String folder : List.of("targets", "peers")) {
      try (Stream<Path> files = Files.list(Path.of("..", folder))) {
        files.filter(file -> file.toString().endsWith(TargetFile.ENDING)).forEach(targets::add);
      }
    }
    return targets;
  }

  @ParameterizedTest
  @MethodSource("targets")
  void everyTargetCanBeRead(Path file) {
    TargetFile target = TargetFile.read(file);
    assertThat(target.title()).isNotEmpty();
    assertThat(target.installPip().orElse("==")).contains("==");
    assertThat(target.installNpm().orElse("@1")).matches(".*@[0-9].*");
  }

  @Test
  void addsAPluginToThoseOfBare() {
    TargetFile bare = TargetFile.read(Path.of("..", "targets", "bare.target"));
    assertThat(bare.withPlugin("other").plugins()).endsWith("other").hasSize(3);
    assertThat(bare.withPlugin("other").name()).isEqualTo("bare+other");
  }

  @Test
  void fillsATemplateAndRefusesWhatIsNotKnown() {
    assertThat(Launch.fill("a ${b} c", Map.of("b", "2"))).isEqualTo("a 2 c");
    assertThatThrownBy(() -> Launch.fill("a ${x} c", Map.of("b", "2")))
        .hasMessageContaining("${x}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0-1 | 0 | 1", "0-3,6 | 0 | 6", "2,5 | 2 | 5", "4 | | "})
  void givesTheFirstCoreToTheLoadAndTheLastToTheTarget(String list, String load, String target) {
    assertThat(Cores.of(list))
        .isEqualTo(new Cores(Optional.ofNullable(load), Optional.ofNullable(target)));
  }

  @Test
  void countsTheTimeOfAProcessInFractionsOfATick() {
    ProcessClock clock = new ProcessClock(ProcessHandle.current().pid());
    long until = System.nanoTime() + 50_000_000;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    assertThat(clock.cpuNanos()).isBetween(1_000_000L, 10_000_000_000L);
    assertThat(clock.residentKb()).isGreaterThan(10_000);
    assertThat(clock.threads()).isPositive();
    assertThat(clock.descriptors()).isPositive();
  }

  @Test
  void seesAllocationFromOutside() {
    HotSpot jvm = new HotSpot(ProcessHandle.current().pid());
    Optional<HotSpot.Heap> before = jvm.heap();
    byte[][] kept = new byte[64][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[1_000_000];
    }
    Optional<HotSpot.Heap> after = jvm.heap();
    assertThat(kept[63]).hasSize(1_000_000);
    assertThat(after.orElseThrow().allocatedSince(before.orElseThrow()))
        .isBetween(20_000_000L, 400_000_000L);
  }
}
