package dev.headgate.spi.state;

import dev.headgate.spi.Preview;
import java.util.List;

/** A change of how a store keeps its records, made once and never taken back. Immutable. */
@Preview
public interface Migration {

  /** What it does, in a few words. */
  String name();

  /** What the store runs for it, in its own language, for people to read. */
  List<String> statements();
}
