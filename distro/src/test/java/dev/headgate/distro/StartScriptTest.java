package dev.headgate.distro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.distro.SandboxTree.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script of the distribution, which becomes Java. */
@Timeout(60)
class StartScriptTest {
  @TempDir private Path temp;
  private SandboxTree tree;
  private String script;

  @BeforeEach
  void setUp() throws IOException {
    tree = SandboxTree.in(temp);
    script = tree.distributionScript().toString();
  }

  @Test
  void becomesJavaUnderTheSameProcessId() throws IOException {
    Run run = run(Map.of("JAVA_HOME", tree.jdk("jdk", "25").toString()), "serve", "a b");

    assertThat(run.out()).startsWith("java of jdk", "pid " + run.pid());
    assertThat(run.out()).endsWith("dev.headgate.distro/dev.headgate.distro.Main", "serve", "a b");
    assertThat(run.out()).contains(temp.toRealPath().resolve("a distribution/lib").toString());
    assertThat(run.err()).isEmpty();
  }

  @Test
  void startsThroughALink() throws IOException {
    Path link = temp.resolve("hg");
    Files.createSymbolicLink(link, Path.of(script));

    Run run =
        tree.run(
            tree.bin, Map.of("JAVA_HOME", tree.jdk("jdk", "25").toString()), link.toString(), "x");

    assertThat(run.out()).endsWith("x");
  }

  @Test
  void prefersJavaHomeThenThePathThenTheLowestInTheFolders() throws IOException {
    Path home = tree.jdk("home", "26.0.1");
    Path onPath = tree.jdk("on-path", "27");
    Path newer = tree.jdk("newer", "27");
    Path lowest = tree.jdk("lowest", "25.0.3");
    Path old = tree.jdk("old", "21.0.2");
    String folders = newer + ":" + old + ":" + lowest;

    assertThat(run(Map.of("JAVA_HOME", home.toString(), "HEADGATE_JDK_FOLDERS", folders)).out())
        .startsWith("java of home");
    assertThat(run(Map.of("JAVA_HOME", old.toString(), "HEADGATE_JDK_FOLDERS", folders)).out())
        .startsWith("java of lowest");

    Files.createSymbolicLink(tree.bin.resolve("java"), onPath.resolve("bin/java"));
    assertThat(run(Map.of("JAVA_HOME", old.toString(), "HEADGATE_JDK_FOLDERS", folders)).out())
        .startsWith("java of on-path");
  }

  @Test
  void saysInOneSentenceThatThereIsNoJava() {
    Run run = run(Map.of());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasSize(1);
    assertThat(run.err().getFirst()).startsWith("headgate: Java 25 or newer is needed");
  }

  @Test
  void putsTheOperatorsOptionsBehindItsOwn() throws IOException {
    String jdk = tree.jdk("jdk", "25").toString();

    assertThat(run(Map.of("JAVA_HOME", jdk, "JAVA_OPTS", "-Xmx1g -Xms1g")).out())
        .containsSubsequence("-XX:+UseSerialGC", "-Xmx192m", "-Xmx1g", "-Xms1g", "-m");
    assertThat(
            run(Map.of("JAVA_HOME", jdk, "JAVA_OPTS", "-Xmx1g", "HEADGATE_JAVA_OPTS", "-Xmx2g"))
                .out())
        .contains("-Xmx2g")
        .doesNotContain("-Xmx1g");
  }

  @Test
  void leavesTheChoiceOfACollectorToTheOperator() throws IOException {
    String jdk = tree.jdk("jdk", "25").toString();

    assertThat(run(Map.of("JAVA_HOME", jdk, "HEADGATE_JAVA_OPTS", "-XX:+UseParallelGC")).out())
        .contains("-XX:+UseParallelGC")
        .doesNotContain("-XX:+UseSerialGC");
  }

  @Test
  void keepsWhatATrainingLearned() throws IOException {
    String jdk = tree.jdk("jdk", "25").toString();

    assertThat(run(Map.of("JAVA_HOME", jdk), "train").code()).isZero();

    Path cache = Path.of(script).resolveSibling("../startup.aot").normalize();
    assertThat(cache).exists();
    assertThat(run(Map.of("JAVA_HOME", jdk)).out()).contains("-XX:AOTCache=" + cache.toRealPath());
  }

  private Run run(Map<String, String> environment, String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = script;
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return tree.run(temp, environment, command);
  }
}
