package dev.headgate.plugins.storesql.records;

import dev.headgate.spi.state.RecordSums;
import java.util.Map;

/** A group of records, added up by the database. */
record SqlSums(Map<String, Object> group, long count, Map<String, Long> totals)
    implements RecordSums {

  @Override
  public String text(String column) {
    return (String) group.getOrDefault(column, "");
  }

  @Override
  public long number(String column) {
    return (Long) group.getOrDefault(column, 0L);
  }

  @Override
  public long sum(String column) {
    return totals.getOrDefault(column, 0L);
  }
}
