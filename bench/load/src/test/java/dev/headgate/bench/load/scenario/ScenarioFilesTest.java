package dev.headgate.bench.load.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.bench.load.BenchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFilesTest {

  private static final List<String> SMALL =
      List.of(
          "title = Small",
          "targets = direct nginx",
          "[request chat]",
          "model = shape-d20",
          "[lane c2]",
          "connections = 2",
          "requests = chat*2 chat");

  static List<Path> scenarios() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "scenarios"))) {
      return files.filter(file -> file.toString().endsWith(Scenario.ENDING)).sorted().toList();
    }
  }

  private static Scenario parse(List<String> lines) {
    return Scenario.of("small", SectionFile.parse("small.bench", lines));
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void everyScenarioCanBeReadAndMakesRequests(Path file) {
    Scenario scenario = Scenario.read(file);
    for (RequestSpec request : scenario.requests()) {
      List<byte[]> bytes = RequestBytes.of(request, "127.0.0.1:1", "sk-x", Map.of());
      assertThat(bytes).isNotEmpty();
      assertThat(new String(bytes.getFirst(), StandardCharsets.UTF_8))
          .startsWith("POST " + request.api().path() + " HTTP/1.1\r\n")
          .contains("\"model\":\"" + request.model() + "\"");
    }
  }

  @Test
  void readsWhatALaneSends() {
    Scenario scenario = parse(SMALL);
    assertThat(scenario.lanes().getFirst().requests()).hasSize(3);
    assertThat(scenario.requests()).hasSize(1);
    assertThat(scenario.models()).containsExactly("shape-d20");
  }

  @Test
  void refusesAKeyThatNobodyKnowsByNameAndLine() {
    assertThatThrownBy(
            () -> parse(Stream.concat(SMALL.stream(), Stream.of("conections = 3")).toList()))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("small.bench:5")
        .hasMessageContaining("conections");
  }

  @Test
  void refusesALaneWhoseRequestIsNotThere() {
    List<String> lines =
        SMALL.stream().map(line -> line.replace("[request chat]", "[request x]")).toList();
    assertThatThrownBy(() -> parse(lines)).hasMessageContaining("not there: chat");
  }

  @Test
  void makesASessionOfRequestsThatGrow() {
    List<String> lines =
        SMALL.stream().map(line -> line.replace("model = shape-d20", "turns = 5")).toList();
    List<byte[]> turns =
        RequestBytes.of(parse(lines).requests().getFirst(), "h:1", "sk-x", Map.of());
    assertThat(turns).hasSize(5);
    assertThat(turns.getLast().length).isGreaterThan(turns.getFirst().length + 4_000);
  }

  @Test
  void makesAnotherBadKeyForEachRequest() {
    List<String> lines =
        SMALL.stream().map(line -> line.replace("model = shape-d20", "key = bad")).toList();
    List<byte[]> requests =
        RequestBytes.of(parse(lines).requests().getFirst(), "h:1", "sk-good", Map.of());
    assertThat(requests.stream().map(bytes -> new String(bytes, StandardCharsets.UTF_8)).distinct())
        .hasSizeGreaterThan(100)
        .noneMatch(request -> request.contains("sk-good"));
  }
}
