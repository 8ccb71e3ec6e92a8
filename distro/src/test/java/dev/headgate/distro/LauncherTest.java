package dev.headgate.distro;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.distro.SandboxTree.Run;
import dev.headgate.distro.SandboxTree.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root of the source tree. */
@Timeout(120)
class LauncherTest {
  @TempDir private Path temp;
  private SandboxTree tree;
  private Map<String, String> environment;

  @BeforeEach
  void setUp() throws IOException {
    tree = SandboxTree.in(temp);
    tree.maven();
    environment = Map.of("JAVA_HOME", tree.jdk("jdk", "25.0.3").toString());
  }

  @Test
  void buildsWhatIsAbsentAndStartsIt() throws IOException {
    Run run = headgate("serve", "--config", "my config.yaml");

    assertThat(run.code()).isZero();
    assertThat(run.out())
        .containsExactly("gateway serve", "gateway --config", "gateway my config.yaml");
    assertThat(run.err()).hasSize(3);
    assertThat(run.err().get(0)).isEqualTo("headgate: building the gateway …");
    assertThat(run.err().get(1)).matches("headgate: built in \\d+ s");
    assertThat(run.err().get(2)).isEqualTo("headgate: preparing fast starts …");
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void doesNotBuildWhatIsUpToDate() throws IOException {
    headgate("first");
    Run second = headgate("second");

    assertThat(second.out()).containsExactly("gateway second");
    assertThat(second.err()).isEmpty();
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws IOException {
    Path source = tree.root.resolve("kernel/src/main/java/A.java");
    Files.createDirectories(source.getParent());
    headgate("first");
    Files.writeString(source, "class A {}\n");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));
    headgate("second");

    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @Test
  void doesNotBuildAgainForAChangedTest() throws IOException {
    Path test = tree.root.resolve("kernel/src/test/java/ATest.java");
    Files.createDirectories(test.getParent());
    headgate("first");
    Files.writeString(test, "class ATest {}\n");
    Files.setLastModifiedTime(test, FileTime.from(Instant.now().plusSeconds(2)));
    headgate("second");

    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void trainsTheStartOnceForEachDistribution() throws IOException {
    headgate("first");
    headgate("second");

    assertThat(tree.trainings()).hasSize(1);
  }

  @Test
  void startsAllTheSameWhenTheTrainingFails() throws IOException {
    Files.createFile(tree.root.resolve("untrainable"));

    Run first = headgate("first");
    Run second = headgate("second");

    assertThat(first.out()).containsExactly("gateway first");
    assertThat(first.err().getLast()).startsWith("headgate: No start-up cache could be made");
    assertThat(second.err()).isEmpty();
    assertThat(tree.trainings()).hasSize(1);
  }

  @Test
  void worksThroughLinksAndFromAnotherFolder() throws IOException {
    Path links = Files.createDirectories(temp.resolve("links"));
    Files.createSymbolicLink(links.resolve("inner"), Path.of("../a source tree/headgate"));
    Files.createSymbolicLink(links.resolve("hg"), Path.of("inner"));

    Run run = tree.run(links, environment, "./hg", "--version");

    assertThat(run.err()).noneMatch(line -> line.contains("No such file"));
    assertThat(run.out()).containsExactly("gateway --version");
  }

  @Test
  void saysInOneSentenceThatThereIsNoJdk() throws IOException {
    Path old = tree.jdk("old", "17.0.15");
    Files.createSymbolicLink(tree.bin.resolve("java"), old.resolve("bin/java"));

    Run run = tree.run(tree.root, Map.of("JAVA_HOME", old.toString()), "./headgate", "--version");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).hasSize(1);
    assertThat(run.err().getFirst()).startsWith("headgate: JDK 25 or newer is needed");
    assertThat(tree.mavenCalls()).isEmpty();
  }

  @Test
  void saysInOneSentenceThatThereIsNoMaven() throws IOException {
    Files.delete(tree.bin.resolve("mvn"));

    Run run = headgate("--version");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).hasSize(1);
    assertThat(run.err().getFirst()).startsWith("headgate: Apache Maven 3.6.3 or newer is needed");
  }

  @Test
  void needsNoMavenWhenNothingIsToBeBuilt() throws IOException {
    headgate("first");
    Files.delete(tree.bin.resolve("mvn"));

    assertThat(headgate("second").out()).containsExactly("gateway second");
  }

  @Test
  void showsTheEndOfTheLogOfAFailedBuild() throws IOException {
    tree.maven("echo '[ERROR] A.java:[1,2] cannot find symbol'", "exit 1");

    Run run = headgate("serve");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("[ERROR] A.java:[1,2] cannot find symbol");
    assertThat(run.err().getLast())
        .startsWith("headgate: The build failed after ")
        .endsWith("target/launcher/maven.log");
    assertThat(headgate("serve").code()).as("a failed build is tried again").isEqualTo(1);
    assertThat(tree.mavenCalls()).hasSize(2);
  }

  @Test
  void buildsOnceForTwoStartsAtOnce() throws IOException, InterruptedException {
    tree.maven("until [ -f go ]; do sleep 0.05; done");
    Running first = tree.start(tree.root, environment, "./headgate", "first");
    while (tree.mavenCalls().isEmpty()) {
      Thread.onSpinWait();
    }
    Running second = tree.start(tree.root, environment, "./headgate", "second");
    while (!Files.readString(second.err()).contains("waiting for the build")) {
      Thread.onSpinWait();
    }
    Files.createFile(tree.root.resolve("go"));

    assertThat(first.finish().out()).containsExactly("gateway first");
    assertThat(second.finish().out()).containsExactly("gateway second");
    assertThat(tree.mavenCalls()).hasSize(1);
  }

  @Test
  void takesOverFromABuildThatDied() throws IOException {
    Path state = Files.createDirectories(tree.root.resolve("target/launcher"));
    Run dead = tree.run(tree.root, environment, "sh", "-c", "exit 0");
    Files.createSymbolicLink(state.resolve("lock"), Path.of(Long.toString(dead.pid())));

    assertThat(headgate("start").out()).containsExactly("gateway start");
    assertThat(Files.isSymbolicLink(state.resolve("lock"))).isFalse();
  }

  @Test
  void stopsTheBuildWithItself() throws IOException, InterruptedException {
    tree.maven("echo $$ >maven-pid", "exec sleep 300");
    Running run = tree.start(tree.root, environment, "./headgate", "serve");
    Path pidFile = tree.root.resolve("maven-pid");
    while (!Files.exists(pidFile) || !Files.readString(pidFile).endsWith("\n")) {
      Thread.onSpinWait();
    }
    long maven = Long.parseLong(Files.readString(pidFile).strip());
    run.process().destroy();

    assertThat(run.finish().code()).isEqualTo(143);
    assertThat(ProcessHandle.of(maven).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(Files.isSymbolicLink(tree.root.resolve("target/launcher/lock"))).isFalse();
  }

  @Test
  void addsUpTheTests() throws IOException {
    tree.maven(
        report(
            "kernel",
            "<testsuite name=\"A\" tests=\"5\" errors=\"1\" skipped=\"1\" failures=\"1\">"),
        report(
            "distro",
            "<testsuite name=\"B\" tests=\"4\" errors=\"0\" skipped=\"0\" failures=\"0\">"));

    Run run = headgate("test");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).endsWith("6 passed, 2 failed, 1 skipped");
    assertThat(tree.mavenCalls().getFirst()).contains("verify").contains("-Dheadgate.long=false");
  }

  @Test
  void namesWhatFailedAndWhyATestWasSkipped() throws IOException {
    tree.maven(
        report(
            "kernel",
            "<testsuite name=\"A\" tests=\"2\" errors=\"0\" skipped=\"1\" failures=\"1\">",
            "  <testcase name=\"refuses\" classname=\"a.A\" time=\"0\">",
            "    <failure message=\"no\" type=\"x\"><![CDATA[<testsuite tests=\"9\">]]></failure>",
            "    <system-out><![CDATA[",
            "<testsuite tests=\"9\">",
            "]]></system-out>",
            "  </testcase>",
            "  <testcase name=\"talks\" classname=\"a.A\" time=\"0\">",
            "    <skipped message=\"no &lt;node&gt; here\"/>",
            "  </testcase>"));

    Run run = headgate("test");

    assertThat(run.out())
        .containsExactly(
            "FAILED  a.A.refuses",
            "SKIPPED a.A.talks: no <node> here",
            "0 passed, 1 failed, 1 skipped");
  }

  @Test
  void passesWhenEveryTestPasses() throws IOException {
    Path stale = tree.root.resolve("gone/target/surefire-reports/TEST-gone.xml");
    Files.createDirectories(stale.getParent());
    Files.writeString(stale, "<testsuite tests=\"1\" errors=\"0\" skipped=\"0\" failures=\"1\">\n");
    tree.maven(
        report(
            "kernel",
            "<testsuite name=\"A\" tests=\"5\" errors=\"0\" skipped=\"0\" failures=\"0\">"));

    Run run = headgate("test");

    assertThat(run.out()).containsExactly("5 passed, 0 failed, 0 skipped");
    assertThat(run.code()).isZero();
  }

  @Test
  void failsWhenMavenFailsThoughEveryTestPassed() throws IOException {
    tree.maven(
        report(
            "kernel",
            "<testsuite name=\"A\" tests=\"5\" errors=\"0\" skipped=\"0\" failures=\"0\">"),
        "exit 1");

    Run run = headgate("test");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.out()).containsExactly("5 passed, 0 failed, 0 skipped");
  }

  @Test
  void asksForTheLongForms() throws IOException {
    headgate("test", "--long");
    headgate("test", "--long", "streams");

    assertThat(tree.mavenCalls().get(0)).contains("-Dheadgate.long=true");
    assertThat(tree.mavenCalls().get(1))
        .contains("-Dheadgate.long=true", "-Dheadgate.long.name=streams");
  }

  @Test
  void refusesWordsThatTestDoesNotKnow() throws IOException {
    Run run = headgate("test", "everything");

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).containsExactly("headgate: usage: headgate test [--long [NAME]]");
    assertThat(tree.mavenCalls()).isEmpty();
  }

  private Run headgate(String... arguments) {
    String[] command = new String[arguments.length + 1];
    command[0] = "./headgate";
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return tree.run(tree.root, environment, command);
  }

  private static String report(String module, String... lines) {
    String folder = module + "/target/surefire-reports";
    return String.join(
        "\n",
        List.of(
            "mkdir -p " + folder,
            "cat >" + folder + "/TEST-" + module + ".xml <<'END'",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            String.join("\n", lines),
            "</testsuite>",
            "END"));
  }
}
