package dev.headgate.plugins.storesql.records;

import dev.headgate.spi.state.StoredRecord;
import java.util.Map;
import java.util.Optional;

/** A record as it was read. */
record SqlRecord(String key, long version, Map<String, Object> columns, String document)
    implements StoredRecord {

  @Override
  public Optional<String> text(String column) {
    return Optional.of((String) value(column)).filter(text -> !text.isEmpty());
  }

  @Override
  public long number(String column) {
    return (Long) value(column);
  }

  private Object value(String column) {
    Object value = columns.get(column);
    if (value == null) {
      throw new IllegalArgumentException("no column " + column);
    }
    return value;
  }
}
