package dev.headgate.kernel.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plugins that are built from source here, dropped into the folder of an installation, and loaded
 * by a kernel that runs as a module, in a JVM of its own. All installations are made first, and one
 * JVM loads them one after the other.
 */
class PluginLayersTest {
  private static final Path KERNEL = classes("dev/headgate/kernel/plugin/PluginRuntime.class");
  private static final Path SPI = classes("dev/headgate/spi/Plugin.class");
  private static final Path TESTS = classes("dev/headgate/kernel/plugin/LayerProbe.class");
  private static final Path EXAMPLE = Path.of("..", "distro", "src", "sdk", "example", "src");

  @TempDir private static Path root;
  private static Map<String, String> outcomes = new HashMap<>();
  private static Map<String, String> outcomesWithBuiltIn = new HashMap<>();
  private static int built;

  @BeforeAll
  static void loadAllInstallations() throws Exception {
    example("example");
    plain("modular");
    requires("requires-kernel", "dev.headgate.kernel", KERNEL);
    requires("requires-compiler", "jdk.compiler", SPI);
    requires("requires-absent-jdk-module", "jdk.httpserver", SPI);
    library("1", root.resolve("requires-missing-library-jar/library.jar"));
    requires(
        "requires-missing-library",
        "com.example.library",
        root.resolve("requires-missing-library-jar/library.jar"));
    otherSpi("other-spi");
    otherId("other-id");
    noManifest("no-manifest");
    junk("junk");
    brokenServiceFile("broken-service-file");
    throwsInConstructor("throws-in-constructor");
    throwsInStart("throws-in-start");
    twoVersions("two-versions");
    notModular("not-modular");
    modularWithPlainLibrary("modular-with-plain-library");
    carriesSpi("carries-spi");
    nativeAccess("native-access-not-granted", "model_list: []\n");
    nativeAccess(
        "native-access-granted", "headgate: {plugins: {grants: [native-access-granted]}}\n");
    switchedOff("switched-off");
    withoutBuiltIn("without-built-in");
    outcomes = probe(modulePath(), List.of());

    Path builtIn = builtIn();
    outcomesWithBuiltIn =
        probe(
            modulePath() + File.pathSeparator + builtIn,
            List.of("--enable-native-access=dev.headgate.kernel", "--illegal-native-access=deny"));
  }

  @Test
  void loadsTheExampleAndCallsIt() {
    assertThat(outcomes.get("example"))
        .isEqualTo(
            "ok: team-header says Deny[denial=400 invalid_request_error: Say who asks in the header"
                + " x-team]");
  }

  @Test
  void loadsAModularPluginThatSeesNothingOfTheGateway() {
    assertThat(outcomes.get("modular"))
        .isEqualTo(
            "ok: modular says Warn[text=module com.example.modular, kernel: hidden, server: hidden,"
                + " json: hidden, layer: own]");
  }

  @Test
  void refusesAModuleThatRequiresTheKernel() {
    assertThat(outcomes.get("requires-kernel"))
        .startsWith(
            "refused: plugin requires-kernel cannot be loaded: module com.example.requires requires"
                + " dev.headgate.kernel, which belongs to the gateway; a plugin sees"
                + " dev.headgate.spi, the JDK, and the jars in its own folder");
    assertNothingOfItRan("requires-kernel");
  }

  @Test
  void refusesAModuleThatRequiresWhatPluginsDoNotGet() {
    assertThat(outcomes.get("requires-compiler"))
        .contains("module com.example.requires requires jdk.compiler, which plugins do not get")
        .contains("list module:jdk.compiler under grants");
    assertNothingOfItRan("requires-compiler");
  }

  @Test
  void namesTheFlagForAModuleOfTheJdkThatIsNotThere() {
    assertThat(outcomes.get("requires-absent-jdk-module"))
        .contains("requires jdk.httpserver, which this gateway was started without")
        .contains("--add-modules jdk.httpserver");
  }

  @Test
  void namesTheLibraryThatIsNotInTheFolder() {
    assertThat(outcomes.get("requires-missing-library"))
        .contains("requires com.example.library, which is not in its folder");
  }

  @Test
  void refusesAnotherSpiVersionBeforeAClassIsTouched() {
    assertThat(outcomes.get("other-spi"))
        .startsWith(
            "refused: plugin other-spi cannot be loaded: it works with SPI [2.0,3.0), but this"
                + " gateway has SPI 1.0: take another version of the plugin or of the gateway");
    assertNothingOfItRan("other-spi");
  }

  @Test
  void namesTheSettingThatStartsWithoutABrokenPlugin() {
    assertThat(outcomes.get("other-spi"))
        .endsWith("headgate.plugins.without: [other-spi] starts without it)");
    assertThat(outcomes.get("switched-off")).isEqualTo("ok: ");
  }

  @Test
  void refusesAFolderThatIsNotNamedAfterItsPlugin() {
    assertThat(outcomes.get("other-id"))
        .contains("its folder is named other-id, but its manifest has the id plugin-x");
  }

  @Test
  void refusesAFolderWithoutAManifest() {
    assertThat(outcomes.get("no-manifest"))
        .contains("no jar of it has META-INF/headgate/plugin.properties");
    assertNothingOfItRan("no-manifest");
  }

  @Test
  void refusesAJarThatIsNone() {
    assertThat(outcomes.get("junk")).contains("junk.jar cannot be read: ");
  }

  @Test
  void refusesAServiceFileThatNamesAClassThatIsNotThere() {
    assertThat(outcomes.get("broken-service-file"))
        .contains(
            "broken-service-file.jar has META-INF/services/dev.headgate.spi.Plugin with"
                + " com.example.Gone, a class that is not in broken-service-file.jar");
    assertNothingOfItRan("broken-service-file");
  }

  @Test
  void saysWhatAConstructorThrew() {
    assertThat(outcomes.get("throws-in-constructor"))
        .isEqualTo(
            "refused: plugin throws-in-constructor cannot be loaded:"
                + " java.lang.IllegalStateException: not today");
  }

  @Test
  void saysWhatStartThrewAndClosesThePlugin() {
    assertThat(outcomes.get("throws-in-start"))
        .isEqualTo(
            "refused: plugin throws-in-start cannot start: java.lang.IllegalStateException: no"
                + " disk");
    assertThat(marker("throws-in-start", "closed")).exists();
  }

  @Test
  void loadsTwoVersionsOfOneLibraryForTwoPlugins() {
    assertThat(outcomes.get("two-versions"))
        .isEqualTo("ok: first says Warn[text=library 1]; second says Warn[text=library 2]");
  }

  @Test
  void loadsJarsThatAreNoModulesByALoaderThatSeesNothingOfTheGateway() {
    assertThat(outcomes.get("not-modular"))
        .isEqualTo(
            "ok: not-modular says Warn[text=module null, kernel: hidden, server: hidden, json:"
                + " hidden, layer: none]");
  }

  @Test
  void loadsAModuleWhoseLibraryIsNone() {
    assertThat(outcomes.get("modular-with-plain-library"))
        .isEqualTo("ok: modular-with-plain-library says Warn[text=library 3]");
  }

  @Test
  void refusesAPluginThatCarriesTheSpi() {
    assertThat(outcomes.get("carries-spi"))
        .contains("spi.jar carries dev.headgate.spi, which the gateway brings; leave it out");
  }

  @Test
  void refusesNativeCodeThatTheOperatorDidNotGrant() {
    assertThat(outcomes.get("native-access-not-granted"))
        .contains(
            "it wants to call native code; if you trust it, add native-access-not-granted to"
                + " headgate.plugins.grants");
  }

  @Test
  void allowsNativeCodeThatWasGrantedWhenTheGatewayMayPassItOn() {
    assertThat(outcomes.get("native-access-granted"))
        .contains("--enable-native-access=dev.headgate.kernel");

    assertThat(outcomesWithBuiltIn.get("native-access-granted"))
        .endsWith("; native-access-granted says Warn[text=native true]");
    assertThat(outcomesWithBuiltIn.get("native-access-not-granted")).startsWith("refused: ");
  }

  @Test
  void findsThePluginsOfTheDistributionAndPutsThemFirst() {
    assertThat(outcomesWithBuiltIn.get("example"))
        .startsWith("ok: built-in says Warn[text=from the distribution]; team-header says ");
    assertThat(outcomesWithBuiltIn.get("without-built-in")).isEqualTo("ok: ");
  }

  @Test
  void saysWhichPluginsThereAreWhenTheConfigurationNamesAnother() {
    assertThat(outcomes.get("without-built-in"))
        .isEqualTo(
            "refused: headgate.plugins.without names the plugin built-in, which is not there; there"
                + " are: none");
  }

  @Test
  void listsPluginsWithoutStartingThem() {
    PluginCatalog catalog =
        PluginCatalog.given(PluginFolder.find(root.resolve("other-spi/plugins"), Set.of()));
    assertThat(PluginReport.list(catalog, PluginChoice.all()))
        .startsWith("other-spi: cannot be loaded\n")
        .contains("  from     " + root.resolve("other-spi/plugins/other-spi/other-spi.jar"))
        .contains("  error    it works with SPI [2.0,3.0)");
    assertNothingOfItRan("other-spi");

    PluginCatalog fine =
        PluginCatalog.given(PluginFolder.find(root.resolve("example/plugins"), Set.of()));
    assertThat(PluginReport.list(fine, PluginChoice.all()))
        .startsWith("team-header 1.0: on\n")
        .contains("  kinds    HeaderGate\n", "  needs    headers\n", "  spi      1.0\n");
    PluginChoice without = new PluginChoice(List.of(), List.of("team-header"), Set.of());
    assertThat(PluginReport.list(fine, without))
        .startsWith("team-header 1.0: off by headgate.plugins\n");
  }

  @Test
  void checksAJarAlone() {
    PluginReport.Checked fine =
        PluginReport.check(root.resolve("example/plugins/team-header/team-header.jar"));
    assertThat(fine.text()).startsWith("ok: team-header 1.0 for SPI 1.0 brings HeaderGate");
    assertThat(fine.exitCode()).isZero();

    PluginReport.Checked kernel =
        PluginReport.check(
            root.resolve("requires-compiler/plugins/requires-compiler/requires-compiler.jar"));
    assertThat(kernel.lines())
        .singleElement()
        .asString()
        .startsWith("error: module com.example.requires requires jdk.compiler");
    assertThat(kernel.exitCode()).isEqualTo(1);

    PluginReport.Checked grants =
        PluginReport.check(
            root.resolve(
                "native-access-granted/plugins/native-access-granted/native-access-granted.jar"));
    assertThat(grants.text()).contains("note: it calls native code");
    assertThat(grants.exitCode()).isZero();

    assertThat(PluginReport.check(root.resolve("absent.jar")).text())
        .startsWith("error: there is no file");
  }

  // The installations.

  private static void example(String installation) throws IOException {
    PluginJars jar = jar();
    try (Stream<Path> files = Files.walk(EXAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = EXAMPLE.relativize(file).toString();
        String text = Files.readString(file);
        if (name.endsWith(".java")) {
          jar.source(name, text);
        } else {
          jar.resource(name, text);
        }
      }
    }
    jar.build(place(installation, "team-header", "team-header"));
  }

  private static void plain(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.modular", ""))
        .source("com/example/Gate.java", gate(id, "LOOK_AROUND"))
        .build(place(id));
  }

  private static void requires(String id, String module, Path at) throws IOException {
    jar()
        .uses(at)
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.requires", "requires " + module + ";"))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  private static void otherSpi(String id) throws IOException {
    jar()
        .manifest(manifest(id, "[2.0,3.0)"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  private static void otherId(String id) throws IOException {
    jar()
        .manifest(manifest("plugin-x", "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  private static void noManifest(String id) throws IOException {
    jar()
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  private static void junk(String id) throws IOException {
    Path jar = place(id);
    Files.createDirectories(jar.getParent());
    Files.writeString(jar, "this is no jar");
  }

  private static void brokenServiceFile(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .resource("META-INF/services/dev.headgate.spi.Plugin", "# gone\ncom.example.Gone\n")
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  private static void throwsInConstructor(String id) throws IOException {
    String throwing =
        gate(id, "\"loaded\"")
            .replace(
                "// constructor",
                "public Gate() { throw new IllegalStateException(\"not today\"); }");
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", throwing)
        .build(place(id));
  }

  private static void throwsInStart(String id) throws IOException {
    String throwing =
        gate(id, "\"loaded\"")
            .replace("// start", "if (true) throw new IllegalStateException(\"no disk\");");
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", throwing)
        .build(place(id));
  }

  private static void twoVersions(String installation) throws IOException {
    int version = 0;
    for (String id : List.of("first", "second")) {
      version++;
      Path library =
          library(
              Integer.toString(version),
              root.resolve(installation).resolve("plugins").resolve(id).resolve("library.jar"));
      jar()
          .uses(library)
          .manifest(manifest(id, "1.0"))
          .source("module-info.java", module("com.example.user", "requires com.example.library;"))
          .source("com/example/Gate.java", gate(id, "com.example.library.Library.version()"))
          .build(place(installation, id, id));
    }
  }

  private static void notModular(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .resource("META-INF/services/dev.headgate.spi.Plugin", "com.example.Gate\n")
        .source("com/example/Gate.java", gate(id, "LOOK_AROUND"))
        .build(place(id));
  }

  private static void modularWithPlainLibrary(String id) throws IOException {
    Path library = place(id).resolveSibling("library.jar");
    jar().source("com/example/library/Library.java", librarySource("3")).build(library);
    jar()
        .uses(library)
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.user", "requires library;"))
        .source("com/example/Gate.java", gate(id, "com.example.library.Library.version()"))
        .build(place(id));
  }

  private static void carriesSpi(String id) throws IOException {
    plainNamed(id);
    jar()
        .source("module-info.java", "module dev.headgate.spi { exports dev.headgate.spi; }")
        .source("dev/headgate/spi/Plugin.java", "package dev.headgate.spi; public class Plugin {}")
        .build(place(id).resolveSibling("spi.jar"));
  }

  private static void plainNamed(String id) throws IOException {
    jar()
        .manifest(manifest(id, "1.0"))
        .source("module-info.java", module("com.example.other", ""))
        .source("com/example/Gate.java", gate(id, "\"loaded\""))
        .build(place(id));
  }

  private static void nativeAccess(String id, String yaml) throws IOException {
    jar()
        .manifest(manifest(id, "1.0") + "grants = native-access\n")
        .source("module-info.java", module("com.example.nativeaccess", ""))
        .source(
            "com/example/Gate.java",
            gate(id, "\"native \" + Gate.class.getModule().isNativeAccessEnabled()"))
        .build(place(id));
    Files.writeString(root.resolve(id).resolve("given.yaml"), yaml);
  }

  private static void switchedOff(String id) throws IOException {
    junk(id);
    Files.writeString(
        root.resolve(id).resolve("given.yaml"), "headgate: {plugins: {without: [switched-off]}}\n");
  }

  private static void withoutBuiltIn(String id) throws IOException {
    Files.createDirectories(root.resolve(id));
    Files.writeString(
        root.resolve(id).resolve("given.yaml"), "headgate: {plugins: {without: [built-in]}}\n");
  }

  private static Path builtIn() throws IOException {
    return jar()
        .manifest(manifest("built-in", "1.0"))
        .source(
            "module-info.java",
            module("com.example.builtin", "").replace("com.example.Gate", "com.example.own.Gate"))
        .source(
            "com/example/own/Gate.java",
            gate("built-in", "\"from the distribution\"")
                .replace("package com.example;", "package com.example.own;"))
        .build(root.resolve(".built-in/built-in.jar"));
  }

  private static Path library(String version, Path jar) throws IOException {
    return jar()
        .source("module-info.java", "module com.example.library { exports com.example.library; }")
        .source("com/example/library/Library.java", librarySource(version))
        .build(jar);
  }

  private static String librarySource(String version) {
    return """
    package com.example.library;
    public final class Library {
      public static String version() {
        return "library VERSION";
      }
    }
    """
        .replace("VERSION", version);
  }

  private static String manifest(String id, String spi) {
    return """
    id = ID
    version = 1
    spi = SPI
    kinds = HeaderGate
    """
        .replace("ID", id)
        .replace("SPI", spi);
  }

  private static String module(String name, String requires) {
    return """
    module NAME {
      requires dev.headgate.spi;
      REQUIRES
      provides dev.headgate.spi.Plugin with com.example.Gate;
    }
    """
        .replace("NAME", name)
        .replace("REQUIRES", requires);
  }

  /** A plugin that leaves a file when its class is initialized, and another when it closes. */
  private static String gate(String id, String text) {
    return """
    package com.example;

    import dev.headgate.spi.Decision;
    import dev.headgate.spi.Extension;
    import dev.headgate.spi.Plugin;
    import dev.headgate.spi.PluginContext;
    import dev.headgate.spi.auth.HeaderGate;
    import dev.headgate.spi.request.ExchangeView;
    import java.nio.file.Files;
    import java.nio.file.Path;
    import java.util.List;

    public final class Gate implements Plugin, HeaderGate {
      static {
        leave("initialized");
      }

      // constructor

      static void leave(String what) {
        try {
          Files.writeString(Path.of("MARKERS", "ID." + what), what);
        } catch (java.io.IOException e) {
          throw new java.io.UncheckedIOException(e);
        }
      }

      @Override
      public List<Extension> start(PluginContext context) {
        // start
        return List.of(this);
      }

      @Override
      public void close() {
        leave("closed");
      }

      @Override
      public Decision check(ExchangeView exchange) {
        return Decision.warn(TEXT);
      }

      static String around() {
        return "module " + Gate.class.getModule().getName()
            + ", kernel: " + see("dev.headgate.kernel.plugin.PluginRuntime")
            + ", server: " + see("io.helidon.webserver.WebServer")
            + ", json: " + see("tools.jackson.core.JsonParser")
            + ", layer: " + layer();
      }

      static String layer() {
        ModuleLayer layer = Gate.class.getModule().getLayer();
        return layer == null ? "none" : layer == ModuleLayer.boot() ? "boot" : "own";
      }

      static String see(String name) {
        try {
          return "seen in " + Class.forName(name).getModule();
        } catch (ClassNotFoundException e) {
          return "hidden";
        }
      }
    }
    """
        .replace("TEXT", text.equals("LOOK_AROUND") ? "around()" : text)
        .replace("MARKERS", root.toString())
        .replace("ID", id);
  }

  private static PluginJars jar() throws IOException {
    built++;
    return PluginJars.in(Files.createDirectories(root.resolve(".classes/" + built)), SPI);
  }

  private static Path place(String id) {
    return place(id, id, id);
  }

  private static Path place(String installation, String id, String jar) {
    return root.resolve(installation).resolve("plugins").resolve(id).resolve(jar + ".jar");
  }

  private static Path marker(String id, String what) {
    return root.resolve(id + "." + what);
  }

  private static void assertNothingOfItRan(String id) {
    assertThat(marker(id, "initialized")).doesNotExist();
  }

  // The JVM that loads them.

  private static Map<String, String> probe(String modulePath, List<String> flags)
      throws IOException, InterruptedException {
    Path output = root.resolve("output.txt");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(flags);
    command.addAll(List.of("--module-path", modulePath));
    command.addAll(List.of("--patch-module", "dev.headgate.kernel=" + TESTS));
    command.addAll(
        List.of("--module", "dev.headgate.kernel/" + LayerProbe.class.getName(), root.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> read(output)).isZero();
    Map<String, String> byInstallation = new HashMap<>();
    for (String line : Files.readAllLines(output, UTF_8)) {
      int bar = line.indexOf(" | ");
      if (bar > 0) {
        byInstallation.put(line.substring(0, bar), line.substring(bar + 3));
      }
    }
    return byInstallation;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** What this test runs with, but for its own classes. */
  private static String modulePath() {
    return String.join(
        File.pathSeparator,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !Path.of(entry).equals(TESTS))
            .toList());
  }

  private static Path classes(String resource) {
    String url =
        Objects.requireNonNull(PluginLayersTest.class.getClassLoader().getResource(resource))
            .toString();
    String place = url.substring(0, url.length() - resource.length());
    return Path.of(URI.create(place.replaceAll("^jar:|!/$", "")));
  }
}
