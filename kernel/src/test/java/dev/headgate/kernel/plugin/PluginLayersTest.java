package dev.headgate.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plugins that are built from source here, dropped into the folder of an installation, and loaded
 * by a kernel that runs as a module, in a JVM of its own. All installations are made first, and one
 * JVM loads them one after the other.
 */
class PluginLayersTest {

  @TempDir private static Path root;
  private static Map<String, String> outcomes = new HashMap<>();
  private static Map<String, String> outcomesWithBuiltIn = new HashMap<>();

  @BeforeAll
  static void loadAllInstallations() throws Exception {
    Installations make = new Installations(root);
    make.example("example");
    make.plain("modular");
    make.requires("requires-kernel", "dev.headgate.kernel", GatewayJvm.KERNEL);
    make.requires("requires-compiler", "jdk.compiler", GatewayJvm.SPI);
    make.requires("requires-absent-jdk-module", "jdk.httpserver", GatewayJvm.SPI);
    make.library("1", root.resolve("requires-missing-library-jar/library.jar"));
    make.requires(
        "requires-missing-library",
        "com.example.library",
        root.resolve("requires-missing-library-jar/library.jar"));
    make.otherSpi("other-spi");
    make.otherId("other-id");
    make.noManifest("no-manifest");
    make.junk("junk");
    make.brokenServiceFile("broken-service-file");
    make.throwsInConstructor("throws-in-constructor");
    make.throwsInStart("throws-in-start");
    make.twoVersions("two-versions");
    make.notModular("not-modular");
    make.modularWithPlainLibrary("modular-with-plain-library");
    make.carriesSpi("carries-spi");
    make.nativeAccess("native-access-not-granted", "model_list: []\n");
    make.nativeAccess(
        "native-access-granted", "headgate: {plugins: {grants: [native-access-granted]}}\n");
    make.switchedOff("switched-off");
    make.withoutBuiltIn("without-built-in");
    outcomes = GatewayJvm.probe(root, GatewayJvm.modulePath(), List.of());

    Path builtIn = make.builtIn();
    outcomesWithBuiltIn =
        GatewayJvm.probe(
            root,
            GatewayJvm.modulePath() + File.pathSeparator + builtIn,
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

  private static Path marker(String id, String what) {
    return root.resolve(id + "." + what);
  }

  private static void assertNothingOfItRan(String id) {
    assertThat(marker(id, "initialized")).doesNotExist();
  }
}
