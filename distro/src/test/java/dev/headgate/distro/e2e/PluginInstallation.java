package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** An installation like the assembled one, and plugins built for it with its SDK alone. */
final class PluginInstallation {
  private PluginInstallation() {}

  /** What a command printed, and how it ended. */
  record Output(String text, int exitCode) {}

  /** Copies what an installation needs to run, without its plugins. */
  static void copyOf(Path home, Path installation) throws IOException {
    copy(home.resolve("bin"), installation.resolve("bin"));
    copy(home.resolve("lib"), installation.resolve("lib"));
  }

  /** Builds the example of the SDK. */
  static void buildExample(Path work, Path jar) throws IOException {
    build(AssembledGateway.home().resolve("sdk").resolve("example").resolve("src"), work, jar);
  }

  /**
   * What the guide for authors tells them to do.
   *
   * @param source holds module-info.java and META-INF
   * @param work where the classes go
   * @param jar what is made
   */
  static void build(Path source, Path work, Path jar) throws IOException {
    Path sdk = AssembledGateway.home().resolve("sdk");
    Path classes = Files.createDirectories(work.resolve("build"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(source)) {
      List<Path> java = sources.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of("--module-path", sdk.toString(), "-proc:none", "-d", classes.toString());
      assertThat(
              compiler
                  .getTask(
                      messages, files, null, options, null, files.getJavaFileObjectsFromPaths(java))
                  .call())
          .as(() -> messages.toString())
          .isTrue();
    }
    copy(source.resolve("META-INF"), classes.resolve("META-INF"));
    pack(classes, jar);
  }

  private static void pack(Path classes, Path target) throws IOException {
    try (OutputStream file = Files.newOutputStream(target);
        JarOutputStream packed = new JarOutputStream(file);
        Stream<Path> all = Files.walk(classes)) {
      for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
        packed.putNextEntry(new JarEntry(classes.relativize(one).toString()));
        Files.copy(one, packed);
        packed.closeEntry();
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(from.relativize(one).toString()));
      }
    }
  }

  /** Runs a command to its end; what it prints on both outputs comes back together. */
  static Output run(Path script, String... arguments) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Stream.concat(Stream.of(script.toString()), Stream.of(arguments)).toList())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Output(text, process.waitFor());
  }
}
