package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.spi.PluginManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guide for authors shows the example as it is and leaves out nothing that they may write. */
class DocumentedPluginTest {
  private static final Path EXAMPLE = Path.of("..", "distro", "src", "sdk", "example");
  private static final Path GUIDE = Path.of("..", "docs", "plugins.md");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/module-info.java",
        "src/META-INF/headgate/plugin.properties",
        "src/com/example/teamheader/TeamHeaderPlugin.java"
      })
  void showsTheExampleAsItIs(String file) throws IOException {
    assertThat(Files.readString(GUIDE))
        .contains("\n" + Files.readString(EXAMPLE.resolve(file)) + "```");
  }

  @Test
  void showsTheCommandsOfTheExample() throws IOException {
    Matcher commands =
        Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(EXAMPLE.resolve("README.md")));
    assertThat(commands.find()).isTrue();
    assertThat(Files.readString(GUIDE)).contains(commands.group(1));
  }

  @Test
  void namesEveryKindAndEveryKeyOfAManifest() throws IOException {
    String guide = Files.readString(GUIDE);
    assertThat(guide).contains(PluginManifest.RESOURCE);
    assertThat(missing(guide, Kinds.NAMES)).isEmpty();
    assertThat(missing(guide, ManifestReading.KEYS)).isEmpty();
  }

  private static Set<String> missing(String guide, Set<String> names) {
    return names.stream()
        .filter(name -> !guide.contains("`" + name + "`"))
        .collect(Collectors.toSet());
  }
}
