package dev.headgate.distro;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The dependency rules, read from the assembled modules and, where those are silent, the source.
 */
class ArchitectureTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path LIB = Path.of(System.getProperty("headgate.home"), "lib");
  private static final Set<String> PLUGIN_FOLDERS = Set.of("plugins", "providers", "tokenizers");
  private static final String TOKENIZERS = "dev.headgate.tokenizers";
  private static final Pattern PLUGIN_MODULE =
      Pattern.compile("dev\\.headgate\\.(plugins|providers|tokenizers)\\b.*");

  @Test
  void theSpiRequiresNothing() throws IOException {
    String source = Files.readString(ROOT.resolve("spi/api/src/main/java/module-info.java"));
    assertThat(source.lines().map(String::strip)).noneMatch(line -> line.startsWith("requires"));

    assertThat(requiredBy(module("dev.headgate.spi"))).containsExactly("java.base");
  }

  @Test
  void theKernelKnowsNoPlugin() throws IOException {
    assertThat(requiredBy(module("dev.headgate.kernel")))
        .noneMatch(name -> PLUGIN_MODULE.matcher(name).matches());

    for (Path source : sources(ROOT.resolve("kernel/src/main"))) {
      assertThat(PLUGIN_MODULE.matcher(Files.readString(source)).results())
          .as("names of plugin packages in %s", source)
          .isEmpty();
    }
  }

  @Test
  void aPluginSeesTheSpiAndItsOwnLibrariesOnly() throws IOException {
    for (ModuleDescriptor plugin : pluginModules()) {
      assertThat(requiredBy(plugin))
          .as("what %s requires of this project", plugin.name())
          .filteredOn(name -> name.startsWith("dev.headgate."))
          .filteredOn(name -> !isLibraryOf(plugin.name(), name))
          .containsExactly("dev.headgate.spi");
    }

    Pattern ours = Pattern.compile("\\bdev\\.headgate\\.(?!spi\\b)[a-z.]+");
    for (Path folder : pluginFolders()) {
      for (Path source : sources(folder.resolve("src/main/java"))) {
        String text = Files.readString(source);
        String own = rootPackage(folder);
        assertThat(ours.matcher(text).results().map(found -> found.group()))
            .as("names of other modules in %s", source)
            .allMatch(name -> name.startsWith(own) || isLibraryOf(own, name));
      }
    }
  }

  @Test
  void everyPluginOfTheSourceTreeIsInTheDistribution() throws IOException {
    Set<String> shipped = pluginModules().stream().map(ModuleDescriptor::name).collect(toSet());
    Set<String> written =
        pluginFolders().stream().map(ArchitectureTest::rootPackage).collect(toSet());

    assertThat(shipped).isNotEmpty().isEqualTo(written);
  }

  /** The driver of PostgreSQL has no module descriptor, but states a name that will stay. */
  @Test
  void onlyRealModulesAreOnTheModulePath() {
    assertThat(modules().filter(ModuleDescriptor::isAutomatic).map(ModuleDescriptor::name))
        .isSubsetOf("org.postgresql.jdbc");
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    for (Path folder : moduleFolders()) {
      Path java = folder.resolve("src/main/java");
      Set<Path> packages =
          sources(java).stream()
              .map(Path::getParent)
              .filter(parent -> !parent.equals(java))
              .collect(toSet());
      assertThat(packages)
          .as("packages of %s", folder)
          .allSatisfy(directory ->
              assertThat(directory.resolve("package-info.java"))
                  .content()
                  .containsPattern("(?s)/\\*\\*.*\\.\\s.*\\*/.*package "));
    }
  }

  @Test
  void everyModuleIsNullMarkedButTheSpi() throws IOException {
    for (Path folder : moduleFolders()) {
      Path info = folder.resolve("src/main/java/module-info.java");
      if (Files.exists(info) && !folder.endsWith("spi/api")) {
        assertThat(info).content().contains("@NullMarked");
      }
    }
  }

  @Test
  void everyDependencyIsExplained() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/dependencies.md"));
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    Matcher dependency =
        Pattern.compile(
                "<(?:dependency|path)>\\s*<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)<")
            .matcher(pom);

    assertThat(
            dependency
                .results()
                .filter(found -> !found.group(1).equals("dev.headgate"))
                .map(found -> found.group(2).replaceFirst("(helidon|jackson)-bom", "$1-"))
                .filter(artifact -> !page.contains(artifact)))
        .as("dependencies of the parent pom that docs/dependencies.md does not name")
        .isEmpty();
  }

  /** The token counters share one library. */
  private static boolean isLibraryOf(String plugin, String name) {
    return plugin.startsWith(TOKENIZERS + ".")
        && (name.equals(TOKENIZERS) || name.equals(TOKENIZERS + "."));
  }

  private static Stream<ModuleDescriptor> modules() {
    return ModuleFinder.of(LIB).findAll().stream().map(ModuleReference::descriptor);
  }

  private static ModuleDescriptor module(String name) {
    return ModuleFinder.of(LIB).find(name).orElseThrow().descriptor();
  }

  private static List<ModuleDescriptor> pluginModules() {
    return modules().filter(module -> PLUGIN_MODULE.matcher(module.name()).matches()).toList();
  }

  private static List<String> requiredBy(ModuleDescriptor module) {
    return module.requires().stream().map(Requires::name).toList();
  }

  private static List<Path> pluginFolders() throws IOException {
    return moduleFolders().stream()
        .filter(folder -> PLUGIN_FOLDERS.contains(folder.getParent().getFileName().toString()))
        .toList();
  }

  /** The folders that the parent pom names, in its order. */
  private static List<Path> moduleFolders() throws IOException {
    return Pattern.compile("<module>([^<]+)</module>")
        .matcher(Files.readString(ROOT.resolve("pom.xml")))
        .results()
        .map(found -> ROOT.resolve(found.group(1)))
        .toList();
  }

  private static String rootPackage(Path folder) {
    String parent = "dev.headgate." + folder.getParent().getFileName();
    String name = folder.getFileName().toString().replace("-", "");
    return parent.equals(TOKENIZERS) && name.equals("core") ? parent : parent + "." + name;
  }

  private static List<Path> sources(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }
}
