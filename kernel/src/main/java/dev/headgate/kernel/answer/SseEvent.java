package dev.headgate.kernel.answer;

import dev.headgate.kernel.json.LooseJson;
import java.io.ByteArrayOutputStream;

/**
 * The fields of one event: its name and its data, by place. Data on several lines, which no
 * provider sends but the format allows, are joined in a copy. To be used again and again.
 */
final class SseEvent {
  private static final byte[] NOTHING = {};

  private byte[] bytes = NOTHING;
  private int nameFrom;
  private int nameTo;
  private byte[] data = NOTHING;
  private int dataFrom;
  private int dataTo;

  /** Lets go of the event before. */
  void clear() {
    bytes = NOTHING;
    data = NOTHING;
    nameFrom = nameTo = dataFrom = dataTo = 0;
  }

  /** Reads an event. */
  void read(byte[] b, int from, int to) {
    bytes = b;
    data = b;
    nameFrom = nameTo = dataFrom = dataTo = from;
    boolean seen = false;
    int line = from;
    while (line < to) {
      int end = SseFrames.lineEnd(b, line, to);
      if (LooseJson.startsWith(b, line, end, "data:")) {
        int value = afterBlank(b, line + 5, end);
        if (seen) {
          join(b, value, end);
        } else {
          dataFrom = value;
          dataTo = end;
        }
        seen = true;
      } else if (LooseJson.startsWith(b, line, end, "event:")) {
        nameFrom = afterBlank(b, line + 6, end);
        nameTo = end;
      }
      line = end + 1;
    }
  }

  private static int afterBlank(byte[] b, int from, int to) {
    return from < to && b[from] == ' ' ? from + 1 : from;
  }

  private void join(byte[] b, int from, int to) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    joined.write(data, dataFrom, dataTo - dataFrom);
    joined.write('\n');
    joined.write(b, from, to - from);
    data = joined.toByteArray();
    dataFrom = 0;
    dataTo = data.length;
  }

  /** Whether it has a name. */
  boolean named() {
    return nameTo > nameFrom;
  }

  /** Whether its name is this. */
  boolean named(String name) {
    return nameTo - nameFrom == name.length()
        && LooseJson.startsWith(bytes, nameFrom, nameTo, name);
  }

  /** Whether its data are just this. */
  boolean says(String text) {
    return dataTo - dataFrom == text.length() && LooseJson.startsWith(data, dataFrom, dataTo, text);
  }

  /** The array that holds the data. */
  byte[] data() {
    return data;
  }

  int dataFrom() {
    return dataFrom;
  }

  int dataTo() {
    return dataTo;
  }
}
