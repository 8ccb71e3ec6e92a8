package dev.headgate.plugins.storesql.records;

import dev.headgate.spi.state.CollectionSchema;
import dev.headgate.spi.state.RecordChange;

/** How changes of records are written into the log of changes. */
final class RecordTopic {
  private RecordTopic() {}

  static String of(CollectionSchema schema) {
    return "records " + schema.name();
  }

  /** A change of its line: version, blank, key. */
  static RecordChange read(String message) {
    int blank = message.indexOf(' ');
    return new RecordChange(
        message.substring(blank + 1), Long.parseLong(message.substring(0, blank)));
  }
}
