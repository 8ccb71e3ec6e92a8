package dev.headgate.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigWatchTest {
  @TempDir Path folder;
  private final AtomicInteger changes = new AtomicInteger();
  private Path file;
  private ConfigWatch watch;

  @BeforeEach
  void watchAFile() throws IOException {
    file = folder.resolve("config.yaml");
    write(file, "a", 1);
    watch = new ConfigWatch(List.of(file), changes::incrementAndGet);
  }

  private static void write(Path file, String text, long time) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(time));
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      watch.look();
    }
  }

  @Test
  void saysNothingWithoutAChange() {
    look(5);

    assertThat(changes).hasValue(0);
  }

  @Test
  void tellsOfAChangeOnceItIsSteady() throws IOException {
    write(file, "b", 2);
    look(1);
    assertThat(changes).hasValue(0);
    write(file, "bc", 3);
    look(1);
    assertThat(changes).hasValue(0);

    look(3);

    assertThat(changes).hasValue(1);
  }

  @Test
  void aTouchedFileWithTheSameContentIsNoChange() throws IOException {
    write(file, "a", 9);

    look(4);

    assertThat(changes).hasValue(0);
  }

  @Test
  void seesASwappedSymbolicLink() throws IOException {
    Path first = Files.createDirectory(folder.resolve("..1"));
    Path second = Files.createDirectory(folder.resolve("..2"));
    write(first.resolve("config.yaml"), "a", 1);
    write(second.resolve("config.yaml"), "b", 1);
    Path data = Files.createSymbolicLink(folder.resolve("..data"), first);
    Path mounted =
        Files.createSymbolicLink(folder.resolve("mounted.yaml"), data.resolve("config.yaml"));
    watch = new ConfigWatch(List.of(mounted), changes::incrementAndGet);

    Path next = Files.createSymbolicLink(folder.resolve("..next"), second);
    Files.move(next, data, StandardCopyOption.ATOMIC_MOVE);
    look(3);

    assertThat(changes).hasValue(1);
  }

  @Test
  void aFileThatIsGoneForAMomentIsNotReadUntilItIsBack() throws IOException {
    Files.delete(file);
    look(3);
    assertThat(changes).hasValue(0);

    write(file, "b", 5);
    look(3);

    assertThat(changes).hasValue(1);
  }

  @Test
  void watchesAnIncludedFileFromTheReloadOn() throws IOException {
    Path included = folder.resolve("models.yaml");
    write(included, "m", 1);
    watch.watch(List.of(file, included));

    write(included, "n", 2);
    look(3);

    assertThat(changes).hasValue(1);
  }

  @Test
  void aChangeDuringAReloadIsNotMissed() throws IOException {
    write(file, "b", 2);
    watch.watch(List.of(file));

    look(3);

    assertThat(changes).hasValue(1);
  }

  @Test
  void nothingIsToldAfterTheEnd() throws IOException {
    watch.close();
    write(file, "b", 2);

    look(3);

    assertThat(changes).hasValue(0);
  }

  @Test
  void looksOnAThreadOfItsOwn() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    try (ConfigWatch running = ConfigWatch.start(List.of(file), told::countDown)) {
      write(file, "changed", 7);
      assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
