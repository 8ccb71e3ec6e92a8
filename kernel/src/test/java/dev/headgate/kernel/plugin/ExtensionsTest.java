package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.kernel.metrics.HookMeters;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.Decision;
import dev.headgate.spi.Extension;
import dev.headgate.spi.auth.HeaderGate;
import dev.headgate.spi.guard.Guardrail;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.ExchangeView;
import dev.headgate.spi.usage.UsageEvent;
import dev.headgate.spi.usage.UsageListener;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExtensionsTest {
  private final Extensions.Builder builder =
      new Extensions.Builder(new HookMeters(new MeterRegistry()));

  @Test
  void findsAnExtensionUnderEachOfItsKinds() {
    Both both = new Both();
    Extensions extensions =
        builder.add(manifest("a", "HeaderGate,UsageListener"), List.of(both)).build();

    assertThat(extensions.headerGates()).singleElement().extracting(Hook::extension).isSameAs(both);
    assertThat(extensions.usageListeners())
        .singleElement()
        .satisfies(hook -> assertThat(hook).hasToString("a (UsageListener Both)"));
    assertThat(extensions.guardrails()).isEmpty();
  }

  @Test
  void keepsTheOrderInWhichPluginsWereAdded() {
    Extensions extensions =
        builder
            .add(manifest("b", "HeaderGate,UsageListener"), List.of(new Both()))
            .add(manifest("a", "HeaderGate,UsageListener"), List.of(new Both()))
            .build();

    assertThat(extensions.headerGates()).extracting(Hook::plugin).containsExactly("b", "a");
    assertThat(extensions.last(HeaderGate.class)).map(Hook::plugin).contains("a");
  }

  @Test
  void closesGatesAndOpensObserversUnlessTheManifestSays() {
    Extensions byKind =
        builder.add(manifest("a", "HeaderGate,UsageListener"), List.of(new Both())).build();
    assertThat(byKind.headerGates().getFirst().failsOpen()).isFalse();
    assertThat(byKind.usageListeners().getFirst().failsOpen()).isTrue();

    Manifest open =
        Manifest.of(
            Map.of(
                "id",
                "o",
                "version",
                "1",
                "spi",
                "1.0",
                "kinds",
                "Guardrail",
                "fail",
                "open",
                "mutates",
                "prompt",
                "needs",
                "prompt"));
    Extensions extensions = builder.add(open, List.of(new Mask())).build();
    Hook<Guardrail> hook = extensions.guardrails().getFirst();
    assertThat(hook.failsOpen()).isTrue();
    assertThat(hook.mayEditPrompt()).isTrue();
    assertThat(hook.mayEditFrames()).isFalse();
    assertThat(extensions.needs("prompt")).isTrue();
    assertThat(extensions.needs("frames")).isFalse();
    assertThat(byKind.headerGates().getFirst().mayEditPrompt()).isFalse();
  }

  @Test
  void refusesWhatTheManifestDoesNotList() {
    assertThatThrownBy(() -> builder.add(manifest("a", "HeaderGate"), List.of(new Both())))
        .hasMessage(
            "plugin a brings the UsageListener Both, but its manifest does not list UsageListener"
                + " under kinds");
  }

  @Test
  void refusesTwoExtensionsOfOneName() {
    List<Extension> twice = List.of(new Mask(), new Mask());
    assertThatThrownBy(() -> builder.add(manifest("a", "Guardrail"), twice))
        .hasMessage(
            "plugin a brings two extensions of the kind Guardrail with the name Mask; give each a"
                + " name() of its own");
  }

  @Test
  void namesALambdaAfterItsKindAndRefusesANameThatIsNone() {
    HeaderGate lambda = exchange -> Decision.allow();
    Extensions extensions = builder.add(manifest("a", "HeaderGate"), List.of(lambda)).build();
    assertThat(extensions.headerGates().getFirst().name()).isEqualTo("HeaderGate");

    assertThatThrownBy(
            () -> builder.add(manifest("b", "HeaderGate"), List.of(new Named("my gate"))))
        .hasMessage(
            "plugin b brings a HeaderGate with the name \"my gate\"; letters, digits, dashes, dots"
                + " and underscores are allowed");
  }

  @Test
  void knowsEveryKindOfTheSpi() throws IOException, URISyntaxException {
    Path classes =
        Path.of(Extension.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    TreeSet<String> kinds = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Files.isDirectory(classes) ? classes : inside(classes))) {
      files
          .map(Path::toString)
          .filter(file -> file.endsWith(".class") && !file.contains("$") && !file.contains("-info"))
          .map(file -> file.substring(file.indexOf("dev/headgate"), file.length() - 6))
          .map(name -> load(name.replace('/', '.')))
          .filter(type -> type.isInterface() && type != Extension.class)
          .filter(Extension.class::isAssignableFrom)
          .forEach(type -> kinds.add(type.getSimpleName()));
    }
    assertThat(kinds).isEqualTo(new TreeSet<>(Kinds.NAMES));
  }

  private static Path inside(Path jar) throws IOException {
    return java.nio.file.FileSystems.newFileSystem(jar).getPath("/dev/headgate");
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  static Manifest manifest(String id, String kinds) {
    return Manifest.of(Map.of("id", id, "version", "1", "spi", "1.0", "kinds", kinds));
  }

  private static final class Both implements HeaderGate, UsageListener {
    @Override
    public Decision check(ExchangeView exchange) {
      return Decision.allow();
    }

    @Override
    public void ended(UsageEvent event) {}
  }

  private record Named(String name) implements HeaderGate {
    @Override
    public Decision check(ExchangeView exchange) {
      return Decision.allow();
    }
  }

  private static final class Mask implements Guardrail {
    @Override
    public Decision check(ExchangeView exchange, BodyEdit edit) {
      return Decision.allow();
    }
  }
}
