package dev.headgate.plugins.authkeys.routes;

import dev.headgate.plugins.authkeys.records.Row;
import dev.headgate.plugins.authkeys.records.Table;
import dev.headgate.spi.state.RecordQuery;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * One page of records.
 *
 * @param rows what is on it
 * @param total how many there are on all pages
 * @param page its number, from 1 on
 * @param size how many fit on a page
 */
record Pages(List<Row> rows, long total, int page, int size) {
  private static final int MOST_PAGES = 1_000_000;

  /** Reads the page that a call asks for. */
  static Pages read(
      Call call, Table table, RecordQuery query, String sizeName, int size, int most) {
    int page = call.queryNumber("page", 1, MOST_PAGES);
    int rows = call.queryNumber(sizeName, size, most);
    long offset = (page - 1L) * rows;
    long total = table.count(query);
    List<Row> found =
        offset >= total ? List.of() : table.find(query.page(Math.toIntExact(offset), rows));
    return new Pages(found, total, page, rows);
  }

  long pages() {
    return (total + size - 1) / size;
  }

  /** Adds the numbers under LiteLLM's names for most lists. */
  ObjectNode numbersInto(ObjectNode answer) {
    answer.put("total", total);
    answer.put("page", page);
    answer.put("page_size", size);
    answer.put("total_pages", pages());
    return answer;
  }
}
