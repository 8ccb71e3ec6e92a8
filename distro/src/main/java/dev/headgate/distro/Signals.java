package dev.headgate.distro;

import sun.misc.Signal;

/** Signals of the operating system. */
final class Signals {
  private Signals() {}

  /** Runs something, on a thread of its own, each time that a signal comes. */
  static void on(String name, Runnable action) {
    try {
      Signal.handle(
          new Signal(name),
          signal -> Thread.ofPlatform().name("headgate-" + name).start(action));
    } catch (IllegalArgumentException e) {
      System.err.println("headgate: this system has no signal " + name + ": " + e.getMessage());
    }
  }
}
