package dev.headgate.spi.state;

import dev.headgate.spi.Preview;

/** What the records of a group add up to. Immutable. */
@Preview
public interface RecordSums {

  /** The group's value of a column of text. */
  String text(String column);

  /** The group's value of a column of numbers. */
  long number(String column);

  /** How many records there are. */
  long count();

  /** What a column adds up to. */
  long sum(String column);
}
