package dev.headgate.distro;

import java.io.Console;

/** Whether a person looks at what is written. */
final class Terminal {
  private Terminal() {}

  /** Whether standard output is a terminal. */
  @SuppressWarnings("SystemConsoleNull") // a runtime without the console's module has none
  static boolean there() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Whether it may be coloured; {@code NO_COLOR} says that it may not. */
  static boolean coloured() {
    String none = System.getenv("NO_COLOR");
    return there() && (none == null || none.isEmpty());
  }
}
