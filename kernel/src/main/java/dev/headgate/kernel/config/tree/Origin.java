package dev.headgate.kernel.config.tree;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a value comes from: a line of a file, an environment variable, the command line.
 *
 * @param place the file as the operator named it, or the variable, in words
 * @param line the line of the file from 1, or 0 outside of files
 * @param folder what a relative path in the value is relative to
 */
public record Origin(String place, int line, Path folder) {

  /** A line of a file. */
  static Origin line(Path file, int line) {
    Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
    return new Origin(file.toString(), line, folder);
  }

  /** An environment variable. */
  public static Origin variable(String name) {
    return new Origin("environment variable " + name, 0, Path.of(""));
  }

  /** A flag of the command line. */
  public static Origin flag(String name) {
    return new Origin("command line " + name, 0, Path.of(""));
  }

  @Override
  public String toString() {
    return line > 0 ? place + ":" + line : place;
  }
}
