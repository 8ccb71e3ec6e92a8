package dev.headgate.kernel.plugin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Says of plugins what can be known without starting any of them. */
public final class PluginReport {

  private PluginReport() {}

  /**
   * All plugins, before any configuration: the text of {@code headgate plugins}.
   *
   * @param folder holds the plugins outside the distribution
   */
  public static String list(Path folder) {
    return list(PluginCatalog.of(folder, Set.of()), PluginChoice.all());
  }

  /**
   * All plugins: what there is and what of it runs.
   *
   * @param catalog what there is
   * @param choice what of it shall run
   */
  public static String list(PluginCatalog catalog, PluginChoice choice) {
    if (catalog.all().isEmpty()) {
      return "no plugins: the gateway answers health, and 503 to everything about models\n";
    }
    StringBuilder text = new StringBuilder();
    for (FoundPlugin plugin : catalog.all()) {
      describe(plugin, choice, text);
    }
    return text.toString();
  }

  private static void describe(FoundPlugin plugin, PluginChoice choice, StringBuilder text) {
    String version = plugin.manifest().map(manifest -> " " + manifest.version()).orElse("");
    text.append(plugin.id())
        .append(version)
        .append(": ")
        .append(state(plugin, choice))
        .append('\n');
    plugin.manifest().ifPresent(manifest -> line("what", manifest.description(), text));
    line("from", plugin.origin() + " (" + plugin.layer() + ")", text);
    plugin.manifest().ifPresent(manifest -> describe(manifest, text));
    plugin.problems().forEach(problem -> line("error", problem, text));
    plugin.warnings().forEach(warning -> line("warning", warning, text));
  }

  private static void describe(Manifest manifest, StringBuilder text) {
    line("spi", manifest.spiRange(), text);
    line("kinds", joined(manifest.kinds()), text);
    line("needs", joined(manifest.needs()), text);
    line("mutates", joined(manifest.mutates()), text);
    line("services", services(manifest), text);
    line("provides", joined(manifest.provides()), text);
    line("replaces", joined(manifest.replaces()), text);
    line("grants", joined(manifest.grants()), text);
  }

  private static String services(Manifest manifest) {
    List<String> services = new ArrayList<>(manifest.services());
    manifest.optionalServices().forEach(service -> services.add(service + " (optional)"));
    return String.join(", ", services);
  }

  private static String state(FoundPlugin plugin, PluginChoice choice) {
    if (!choice.runs(plugin.id())) {
      return "off by headgate.plugins";
    }
    return plugin.problems().isEmpty() ? "on" : "cannot be loaded";
  }

  private static String joined(Collection<String> words) {
    return String.join(", ", words);
  }

  private static void line(String what, String value, StringBuilder text) {
    if (!value.isEmpty()) {
      text.append("  ")
          .append(what)
          .append(" ".repeat(9 - what.length()))
          .append(value)
          .append('\n');
    }
  }

  /**
   * What is wrong with a jar: {@code headgate plugins check JAR}.
   *
   * @param lines one for each thing to say, errors first
   * @param exitCode 0 when the plugin can be loaded, else 1
   */
  public record Checked(List<String> lines, int exitCode) {

    /** The lines as text. */
    public String text() {
      return String.join("\n", lines) + "\n";
    }
  }

  /**
   * Looks at the jar of a plugin. Jars beside it count as the plugin's when their folder is named
   * after its id, as in an installation.
   *
   * @param jar the jar that has the manifest
   */
  public static Checked check(Path jar) {
    if (!Files.isRegularFile(jar)) {
      return new Checked(List.of("error: there is no file " + jar), 1);
    }
    List<String> problems = new ArrayList<>();
    List<PluginJar> jars = PluginFolder.read(List.of(jar), problems);
    List<Path> beside = beside(jar, jars);
    if (!beside.isEmpty()) {
      jars = PluginFolder.read(beside, problems);
    }
    Examination examination = new Examination(jars, problems);
    FoundPlugin found =
        PluginFolder.found(jar.getFileName().toString(), jar.toString(), examination, problems);
    List<String> lines = new ArrayList<>();
    found.problems().forEach(problem -> lines.add("error: " + problem));
    found.warnings().forEach(warning -> lines.add("warning: " + warning));
    found.manifest().ifPresent(manifest -> lines.addAll(notes(manifest)));
    if (found.problems().isEmpty()) {
      found.manifest().ifPresent(manifest -> lines.add(fine(manifest, found.layer())));
    }
    return new Checked(lines, found.problems().isEmpty() ? 0 : 1);
  }

  private static List<Path> beside(Path jar, List<PluginJar> read) {
    Path folder = jar.toAbsolutePath().getParent();
    if (folder == null || folder.getFileName() == null) {
      return List.of();
    }
    String name = folder.getFileName().toString();
    boolean named =
        read.stream()
            .flatMap(one -> one.manifest().stream())
            .flatMap(reading -> reading.manifest().stream())
            .anyMatch(manifest -> manifest.id().equals(name));
    return named ? PluginFolder.jarsIn(folder) : List.of();
  }

  private static List<String> notes(Manifest manifest) {
    Set<String> granted = Set.of(manifest.id());
    List<String> notes = new ArrayList<>();
    if (manifest.wantsNativeAccess()) {
      notes.add(
          "note: it calls native code, which the operator allows by adding "
              + manifest.id()
              + " to headgate.plugins.grants");
    }
    Grants.missing(manifest, true, granted).stream()
        .filter(sentence -> sentence.contains("--add-modules"))
        .forEach(sentence -> notes.add("note: " + sentence));
    return notes;
  }

  private static String fine(Manifest manifest, String layer) {
    return "ok: "
        + manifest.id()
        + " "
        + manifest.version()
        + " for SPI "
        + manifest.spiRange()
        + " brings "
        + joined(new TreeSet<>(manifest.kinds()))
        + "; loaded in its "
        + layer;
  }
}
