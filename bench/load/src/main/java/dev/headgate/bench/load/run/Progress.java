package dev.headgate.bench.load.run;

import java.io.PrintStream;
import java.util.Locale;

/** What a person sees while a run goes on: lines, each with the time that has passed. */
public final class Progress {

  private final PrintStream out;
  private final long began = System.nanoTime();

  public Progress(PrintStream out) {
    this.out = out;
  }

  public void say(String line) {
    out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - began) / 1e9, line);
    out.flush();
  }
}
