package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.JsonObjects;
import dev.headgate.kernel.json.JsonText;
import dev.headgate.spi.provider.OutgoingBody;
import dev.headgate.spi.request.BodyEdit;
import dev.headgate.spi.request.Span;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A client's body with edits: the bytes of the client and, between them, those that replace some.
 * Nothing is copied until the body is written, and then only into the socket.
 *
 * <p>Three kinds of edits are kept apart until the body is laid out: ranges of values, sorted and
 * never overlapping; fields that are removed; fields that are appended. White space and commas:
 * where fields are removed, all from the first removed name up to the next kept name goes; at the
 * end of the object, all after the last kept value up to the last removed value. Fields are
 * appended right after the last value.
 *
 * <p>Edits of the same place: the later one counts. Setting or removing a whole field swallows
 * earlier edits within it; removing takes every occurrence of the name, setting changes the last
 * one. To be used again after {@link #reset}; one thread at a time.
 */
public final class SplicedBody implements BodyEdit, OutgoingBody {
  private static final byte[] COMMA = {','};
  private static final int KEPT = 64;

  private ScannedEnvelope envelope;
  private final Splices splices = new Splices();
  private final AppendedFields appended = new AppendedFields();
  private final Pieces pieces = new Pieces();
  private long[] removed = {};
  private int removedCount;
  private boolean laidOut;

  /**
   * @param envelope the body as it was scanned
   */
  public SplicedBody(ScannedEnvelope envelope) {
    this.envelope = envelope;
  }

  /**
   * Begins anew, without edits.
   *
   * @param original the body as it was scanned
   */
  public void reset(ScannedEnvelope original) {
    envelope = original;
    splices.clear();
    appended.clear();
    pieces.clear();
    if (removedCount > 0) {
      removed = new long[0];
      removedCount = 0;
    }
    laidOut = false;
  }

  /** A body with the edits so far, whose further edits do not concern this one. */
  public SplicedBody fork() {
    SplicedBody fork = new SplicedBody(envelope);
    fork.resetTo(this);
    return fork;
  }

  /**
   * Takes the edits of another body in place of its own.
   *
   * @param baseline whose edits to begin with
   */
  public void resetTo(SplicedBody baseline) {
    reset(baseline.envelope);
    splices.copy(baseline.splices);
    appended.copy(baseline.appended);
    if (baseline.removedCount > 0) {
      removed = baseline.removed.clone();
      removedCount = baseline.removedCount;
    }
  }

  @Override
  public void replace(Span span, byte[] replacement) {
    if (span.start() < 0 || span.end() < span.start()) {
      throw new IllegalArgumentException("no such range: " + span.start() + ".." + span.end());
    }
    int start = span.start() + envelope.from();
    int end = span.end() + envelope.from();
    int field = fieldAround(start, end);
    if (field < 0) {
      throw new IllegalArgumentException(
          "the range " + span.start() + ".." + span.end() + " is not within a field's value");
    }
    if (isRemoved(field)) {
      throw new IllegalArgumentException(
          "the range " + span.start() + ".." + span.end() + " is in a field that was removed");
    }
    if (!splices.put(start, end, replacement)) {
      throw new IllegalArgumentException(
          "the range " + span.start() + ".." + span.end() + " overlaps an earlier edit");
    }
    laidOut = false;
  }

  @Override
  public void replaceText(Span span, String text) {
    replace(span, JsonText.quote(text));
  }

  @Override
  public void setField(String name, byte[] json) {
    int field = envelope.indexOf(name);
    if (field < 0) {
      appended.put(name, json);
    } else {
      if (isRemoved(field)) {
        removed[field >> 6] &= ~(1L << field);
        removedCount--;
      }
      int start = envelope.valueStart(field);
      int end = envelope.valueEnd(field);
      splices.removeWithin(start, end);
      splices.put(start, end, json);
    }
    laidOut = false;
  }

  @Override
  public void setMember(String field, String name, byte[] json) {
    setField(field, JsonObjects.with(current(field), name, json));
  }

  /** What a field's value has become; null when it is absent or removed. */
  private byte @Nullable [] current(String name) {
    int field = envelope.indexOf(name);
    if (field < 0) {
      return appended.get(name);
    }
    if (isRemoved(field)) {
      return null;
    }
    laidOut = false;
    pieces.begin(envelope.array(), envelope.valueStart(field));
    layOutSplices(splices.firstFrom(envelope.valueStart(field)), envelope.valueEnd(field));
    return pieces.toArray();
  }

  @Override
  public void removeField(String name) {
    appended.remove(name);
    for (int field = 0; field < envelope.fieldCount(); field++) {
      if (envelope.hasName(field, name)) {
        remove(field);
      }
    }
    laidOut = false;
  }

  void remove(int field) {
    if (isRemoved(field)) {
      return;
    }
    if (field >> 6 >= removed.length) {
      removed = Arrays.copyOf(removed, (envelope.fieldCount() >> 6) + 1);
    }
    removed[field >> 6] |= 1L << field;
    removedCount++;
    splices.removeWithin(envelope.valueStart(field), envelope.valueEnd(field));
    laidOut = false;
  }

  private boolean isRemoved(int field) {
    return field >> 6 < removed.length && (removed[field >> 6] >>> field & 1) != 0;
  }

  /** The field in whose value a range lies; values are in order, so halving finds it. */
  private int fieldAround(int start, int end) {
    int low = 0;
    int high = envelope.fieldCount() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (envelope.valueEnd(middle) < end) {
        low = middle + 1;
      } else if (envelope.valueStart(middle) > start) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -1;
  }

  @Override
  public boolean changed() {
    return splices.count() > 0 || removedCount > 0 || appended.count() > 0;
  }

  @Override
  public long length() {
    layOut();
    return pieces.length();
  }

  @Override
  public void forEachPiece(PieceSink sink) throws IOException {
    layOut();
    pieces.forEach(sink);
  }

  private void layOut() {
    if (laidOut) {
      return;
    }
    byte[] original = envelope.array();
    pieces.begin(original, envelope.from());
    int splice = 0;
    if (removedCount > 0) {
      splice = layOutRemovals();
    }
    int tail = envelope.fieldCount();
    int end = tail == 0 ? envelope.brace() + 1 : envelope.valueEnd(tail - 1);
    layOutSplices(splice, end);
    boolean first = tail == removedCount;
    for (int i = 0; i < appended.count(); i++) {
      if (!first) {
        pieces.insert(COMMA);
      }
      first = false;
      pieces.insert(appended.name(i));
      pieces.insert(appended.value(i));
    }
    pieces.original(envelope.to());
    laidOut = true;
  }

  private int layOutRemovals() {
    int splice = 0;
    int fields = envelope.fieldCount();
    int i = 0;
    while (i < fields) {
      if (!isRemoved(i)) {
        i++;
        continue;
      }
      int run = i;
      while (i < fields && isRemoved(i)) {
        i++;
      }
      boolean atEnd = i == fields && run > 0;
      splice = layOutSplices(splice, atEnd ? envelope.valueEnd(run - 1) : envelope.nameStart(run));
      pieces.skip(i == fields ? envelope.valueEnd(i - 1) : envelope.nameStart(i));
    }
    return splice;
  }

  /** Lays out the splices up to a place, and the original bytes between them and up to it. */
  private int layOutSplices(int first, int end) {
    int i = first;
    while (i < splices.count() && splices.end(i) <= end) {
      pieces.original(splices.start(i));
      pieces.insert(splices.bytes(i));
      pieces.skip(splices.end(i));
      i++;
    }
    pieces.original(end);
    return i;
  }

  /** How many places arrays keep after a body with many edits. */
  static boolean tooManyToKeep(int places) {
    return places > KEPT;
  }
}
