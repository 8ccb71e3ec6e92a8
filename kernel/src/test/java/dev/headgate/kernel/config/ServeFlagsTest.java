package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeFlagsTest {
  @TempDir Path temporary;

  private GatewayConfig load(String yaml, Map<String, String> environment, String... flags) {
    new ConfigFolder(temporary).write("config.yaml", yaml);
    List<String> args =
        java.util.stream.Stream.concat(
                java.util.stream.Stream.of("--config", temporary.resolve("config.yaml").toString()),
                java.util.stream.Stream.of(flags))
            .toList();
    return GatewayConfig.load(ServeFlags.parse(args, environment).input(environment));
  }

  @Test
  void readsFlagsInBothSpellings() {
    ServeFlags flags = ServeFlags.parse(List.of("-c", "a.yaml", "--data=/d", "--strict"), Map.of());

    assertThat(flags.config()).isEqualTo(Path.of("a.yaml"));
    assertThat(flags.data()).isEqualTo(Path.of("/d"));
    assertThat(flags.strict()).isTrue();
    assertThat(ServeFlags.parse(List.of("--config=a.yaml"), Map.of()).data())
        .isEqualTo(Path.of(".headgate"));
  }

  @Test
  void aFlagCountsBeforeTheFileAndLiteLlmsVariableAfterIt() {
    String file = "headgate: {server: {port: 1, host: 127.0.0.1}}";
    Map<String, String> environment = Map.of("PORT", "2", "HOST", "127.0.0.2");

    GatewayConfig withFlag = load(file, environment, "--port", "3", "--request_timeout", "60");
    assertThat(withFlag.get(ServerSettings.PORT)).isEqualTo(3);
    assertThat(withFlag.get(ServerSettings.HOST)).isEqualTo("127.0.0.1");
    assertThat(withFlag.get(UpstreamSettings.TOTAL_TIMEOUT)).isEqualTo(Duration.ofMinutes(1));

    GatewayConfig withoutFile = load("", environment);
    assertThat(withoutFile.get(ServerSettings.PORT)).isEqualTo(2);
    assertThat(withoutFile.get(ServerSettings.HOST)).isEqualTo("127.0.0.2");
  }

  @Test
  void theFileIsFoundThroughTheEnvironment() {
    assertThat(ServeFlags.parse(List.of(), Map.of("CONFIG_FILE_PATH", "x.yaml")).config())
        .isEqualTo(Path.of("x.yaml"));
    assertThatThrownBy(() -> ServeFlags.parse(List.of(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a configuration is needed: --config FILE");
  }

  @Test
  void flagsOfLiteLlmWithoutEffectAreAcceptedAndNamed() {
    ServeFlags flags =
        ServeFlags.parse(
            List.of("--num_workers", "8", "--detailed_debug", "--config", "a"), Map.of());

    assertThat(flags.config()).isEqualTo(Path.of("a"));
    assertThat(flags.warnings())
        .containsExactly(
            "the flag --num_workers has no effect", "the flag --detailed_debug has no effect");
  }

  @Test
  void refusesWhatItDoesNotKnow() {
    assertThatThrownBy(() -> ServeFlags.parse(List.of("--prot", "1"), Map.of()))
        .hasMessage("the flag --prot is not known");
    assertThatThrownBy(() -> ServeFlags.parse(List.of("--port"), Map.of()))
        .hasMessage("the flag --port needs a value");
  }

  @Test
  void aWrongFlagIsNamedInTheError() {
    assertThatThrownBy(() -> load("", Map.of(), "--port", "many"))
        .hasMessage(
            "command line --port: headgate.server.port: found the text \"many\", expected a whole"
                + " number");
  }
}
