package dev.headgate.distro;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A source tree with the real start scripts and with stand-ins for the JDK and for Maven, so that
 * what the scripts decide can be seen without a build.
 *
 * <p>The PATH holds a few plain tools and nothing else, which keeps the Java and the Maven of the
 * machine out of sight.
 */
final class SandboxTree {
  private static final List<String> TOOLS =
      List.of(
          "awk",
          "cat",
          "date",
          "dirname",
          "find",
          "head",
          "ln",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sh",
          "sleep",
          "tail",
          "tr");

  final Path root;
  final Path bin;

  private SandboxTree(Path root, Path bin) {
    this.root = root;
    this.bin = bin;
  }

  static SandboxTree in(Path folder) throws IOException {
    Path project = Path.of("").toAbsolutePath().getParent();
    SandboxTree tree =
        new SandboxTree(
            Files.createDirectories(folder.resolve("a source tree")),
            Files.createDirectories(folder.resolve("bin")));
    for (String tool : TOOLS) {
      script(tree.bin.resolve(tool), "exec " + whereIs(tool) + " \"$@\"");
    }
    tree.copy(project, "headgate");
    tree.copy(project, "distro/src/main/dist/bin/find-java.sh");
    tree.copy(project, "distro/src/main/dist/bin/headgate");
    Files.writeString(tree.root.resolve("pom.xml"), "<project/>\n");
    return tree;
  }

  /** A Java home whose {@code java} tells its process id and its arguments. */
  Path jdk(String name, String version) throws IOException {
    Path home = root.resolveSibling(name);
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    script(
        home.resolve("bin/java"),
        "printf '%s\\n' \"java of " + name + "\" \"pid $$\" \"$@\"",
        "for option; do",
        "  case $option in -XX:AOTCacheOutput=*) : >\"${option#*=}\" ;; esac",
        "done");
    script(home.resolve("bin/javac"), "exit 0");
    return home;
  }

  /**
   * A Maven that notes each call in {@code maven-calls}, assembles a distribution which tells its
   * arguments, and then does what is given. The distribution notes each training in {@code
   * trainings}, and fails it where there is a file {@code untrainable}.
   */
  void maven(String... andThen) throws IOException {
    script(
        bin.resolve("mvn"),
        "printf '%s\\n' \"$*\" >>maven-calls",
        "mkdir -p distro/target/headgate/bin",
        "cat >distro/target/headgate/bin/headgate <<'END'",
        "#!/bin/sh",
        "if [ \"$1\" = train ]; then",
        "  echo trained >>trainings",
        "  [ ! -f untrainable ] || exit 3",
        "  : >distro/target/headgate/startup.aot",
        "  exit 0",
        "fi",
        "printf 'gateway %s\\n' \"$@\"",
        "END",
        whereIs("chmod") + " +x distro/target/headgate/bin/headgate",
        String.join("\n", andThen));
  }

  List<String> mavenCalls() throws IOException {
    return lines("maven-calls");
  }

  List<String> trainings() throws IOException {
    return lines("trainings");
  }

  private List<String> lines(String name) throws IOException {
    Path file = root.resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /** A copy of the distribution's scripts, away from any source tree. */
  Path distributionScript() throws IOException {
    Path home = Files.createDirectories(root.resolveSibling("a distribution/bin"));
    for (String name : List.of("headgate", "find-java.sh")) {
      Files.copy(root.resolve("distro/src/main/dist/bin").resolve(name), home.resolve(name));
    }
    return home.resolve("headgate");
  }

  Run run(Path folder, Map<String, String> environment, String... command) {
    return start(folder, environment, command).finish();
  }

  Running start(Path folder, Map<String, String> environment, String... command) {
    try {
      Path out = Files.createTempFile(root.getParent(), "out", "");
      Path err = Files.createTempFile(root.getParent(), "err", "");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().clear();
      builder.environment().put("PATH", bin.toString());
      builder.environment().put("HOME", root.getParent().toString());
      builder.environment().put("HEADGATE_JDK_FOLDERS", "");
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      return new Running(process, out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void script(Path file, String... lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void copy(Path project, String name) throws IOException {
    Path target = root.resolve(name);
    Files.createDirectories(target.getParent());
    Files.copy(project.resolve(name), target);
  }

  private static Path whereIs(String tool) {
    for (String folder : List.of("/bin", "/usr/bin")) {
      Path file = Path.of(folder, tool);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new IllegalStateException("no " + tool + " in /bin or /usr/bin");
  }

  /** A command that runs. */
  record Running(Process process, Path out, Path err) {

    Run finish() {
      try {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError("still running after a minute: " + Files.readString(err));
        }
        return new Run(
            process.pid(),
            process.exitValue(),
            new ArrayList<>(Files.readAllLines(out)),
            new ArrayList<>(Files.readAllLines(err)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted", e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A command that has ended. */
  record Run(long pid, int code, List<String> out, List<String> err) {}
}
