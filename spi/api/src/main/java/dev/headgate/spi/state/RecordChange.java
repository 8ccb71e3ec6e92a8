package dev.headgate.spi.state;

import dev.headgate.spi.Preview;

/**
 * A record has changed. Closed for ever, so a record: what changed can be read.
 *
 * @param key its key; {@link ChangeFeed#GAP} when changes were lost, so that everything that is
 *     kept in memory must be read again
 * @param version the version that was written; of a deleted record, the last one negated
 */
@Preview
public record RecordChange(String key, long version) {

  /** Changes were lost. */
  public static final RecordChange LOST = new RecordChange(ChangeFeed.GAP, 0);

  /** Whether changes were lost and everything must be read again. */
  public boolean lost() {
    return version == 0;
  }

  /** Whether the record is gone. */
  public boolean deleted() {
    return version < 0;
  }
}
