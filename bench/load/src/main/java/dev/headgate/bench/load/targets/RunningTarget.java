package dev.headgate.bench.load.targets;

import dev.headgate.bench.load.BenchException;
import dev.headgate.bench.load.drive.Question;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A target that this run has started, and will stop. */
public final class RunningTarget implements AutoCloseable {

  private static final Duration LONGEST_START = Duration.ofSeconds(90);
  private static final long BETWEEN_TRIES_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(10);
  private static final Pattern KEY = Pattern.compile("\"key\"\\s*:\\s*\"(sk-[^\"]+)\"");

  private final TargetFile file;
  private final Process process;
  private final Path log;
  private final long beganNanos;
  private final Thread atExit;
  private Target target;

  RunningTarget(TargetFile file, Target target, Process process, Path log, long beganNanos) {
    this.file = file;
    this.target = target;
    this.process = process;
    this.log = log;
    this.beganNanos = beganNanos;
    atExit = Thread.ofPlatform().unstarted(this::end);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  public Target target() {
    return target;
  }

  public TargetFile file() {
    return file;
  }

  /**
   * Asks until the answer is right.
   *
   * @return seconds from the start of the process to its first right answer
   */
  public double awaitAnswer(byte[] request, int status) {
    long until = beganNanos + LONGEST_START.toNanos();
    String last = "it never listened";
    while (System.nanoTime() - until < 0) {
      if (!process.isAlive()) {
        throw new BenchException(file.title() + " ended while starting:\n" + lastLines());
      }
      try {
        Question.Reply reply = Question.ask(target.address(), request);
        if (reply.status() == status) {
          return (System.nanoTime() - beganNanos) / 1e9;
        }
        last =
            "its last answer was "
                + reply.status()
                + " "
                + new String(reply.body(), StandardCharsets.UTF_8);
      } catch (IOException notYet) {
        last = String.valueOf(notYet.getMessage());
      }
      LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
    }
    throw new BenchException(
        file.title()
            + " gave no right answer within "
            + LONGEST_START.toSeconds()
            + " s: "
            + last
            + "\n"
            + lastLines());
  }

  /**
   * Asks for a virtual key, where the target's file says how.
   *
   * @return whether there is one; otherwise its clients go on with the key of the file
   */
  public boolean askForKey() {
    if (file.keyRequest().isEmpty()) {
      return false;
    }
    byte[] body = file.keyRequest().get().getBytes(StandardCharsets.UTF_8);
    String request =
        "POST /key/generate HTTP/1.1\r\nHost: "
            + target.host()
            + "\r\nAuthorization: Bearer "
            + file.key()
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n"
            + file.keyRequest().get();
    try {
      Question.Reply reply =
          Question.ask(target.address(), request.getBytes(StandardCharsets.UTF_8));
      Matcher key = KEY.matcher(new String(reply.body(), StandardCharsets.UTF_8));
      if (reply.status() == 200 && key.find()) {
        target = target.withKey(key.group(1));
        return true;
      }
      return false;
    } catch (IOException e) {
      throw new BenchException(
          file.title() + " gives no answer to a request for a key: " + e.getMessage());
    }
  }

  private String lastLines() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 15), lines.size()));
    } catch (IOException e) {
      return "(no output: " + e.getMessage() + ")";
    }
  }

  /** Whether the process is still there. */
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    end();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }

  private void end() {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(LONGEST_STOP)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }
}
