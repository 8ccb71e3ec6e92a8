package dev.headgate.kernel.envelope;

import dev.headgate.kernel.json.JsonText;
import dev.headgate.kernel.json.LooseJson;
import dev.headgate.spi.Bytes;
import dev.headgate.spi.request.Envelope;
import dev.headgate.spi.request.Span;
import dev.headgate.spi.request.TextSpan;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@link EnvelopeScanner} found. Places are kept as indexes into the array that holds the
 * body; the SPI's spans count from the start of the body. The small facts (model, stream, usage,
 * limit, user) are taken at once and outlive the body's buffer; all else reads the body when asked.
 */
public final class ScannedEnvelope implements Envelope {
  private static final ModelNames MODELS = new ModelNames(1024);
  private static final byte[] NO_BYTES = {};
  private static final int STRIDE = 4;
  private static final int USUAL_FIELDS = 24;
  private static final int KEPT_FIELDS = 256;

  private byte[] array = NO_BYTES;
  private int from;
  private int to;
  private int brace;
  private int count;
  // Of each field: start and end of the name with its quotes, start and end of the value.
  private int[] places = new int[USUAL_FIELDS * STRIDE];
  private final int[] known = new int[KnownField.COUNT];

  private @Nullable String model;
  private @Nullable String user;
  private boolean stream;
  private boolean includeUsage;
  private long maxOutputTokens = -1;
  private @Nullable Bytes body;
  private @Nullable List<TextSpan> texts;

  void begin(byte[] bytes, int start, int end) {
    clear();
    array = bytes;
    from = start;
    to = end;
  }

  /** Forgets all, the body too. */
  public void clear() {
    array = NO_BYTES;
    from = 0;
    to = 0;
    brace = 0;
    count = 0;
    if (places.length > KEPT_FIELDS * STRIDE) {
      places = new int[USUAL_FIELDS * STRIDE];
    }
    Arrays.fill(known, KnownField.NONE);
    model = null;
    user = null;
    stream = false;
    includeUsage = false;
    maxOutputTokens = -1;
    body = null;
    texts = null;
  }

  void opensAt(int place) {
    brace = place;
  }

  void add(int nameStart, int nameEnd, int valueStart, int valueEnd, int knownAs) {
    int p = count * STRIDE;
    if (p == places.length) {
      places = Arrays.copyOf(places, p * 2);
    }
    places[p] = nameStart;
    places[p + 1] = nameEnd;
    places[p + 2] = valueStart;
    places[p + 3] = valueEnd;
    if (knownAs != KnownField.NONE) {
      known[knownAs] = count;
    }
    count++;
  }

  /** Takes the small facts, when the body was found to be well-formed. */
  void complete() {
    int field = known[KnownField.MODEL];
    model = field < 0 ? null : modelName(field);
    field = known[KnownField.STREAM];
    stream = field >= 0 && array[valueStart(field)] == 't';
    field = known[KnownField.USER];
    user = field < 0 ? null : textOf(field);
    includeUsage = known[KnownField.STREAM_OPTIONS] >= 0 && asksForUsage();
    for (int i = KnownField.MAX_COMPLETION_TOKENS; i < KnownField.COUNT; i++) {
      if (maxOutputTokens < 0 && known[i] >= 0) {
        maxOutputTokens = LooseJson.number(array, valueStart(known[i]), valueEnd(known[i]));
      }
    }
  }

  private @Nullable String modelName(int field) {
    int start = valueStart(field);
    int end = valueEnd(field);
    if (array[start] != '"') {
      return null;
    }
    for (int i = start + 1; i < end - 1; i++) {
      if (array[i] == '\\') {
        return JsonText.decode(array, start, end);
      }
    }
    return MODELS.get(array, start + 1, end - 1);
  }

  private boolean asksForUsage() {
    int options = known[KnownField.STREAM_OPTIONS];
    int value = LooseJson.member(array, valueStart(options), valueEnd(options), "include_usage");
    return value >= 0 && array[value] == 't';
  }

  /**
   * A string in an object of the top level, decoded.
   *
   * @param field the object
   * @param name the string's name in it
   * @return null when absent or not a string
   */
  public @Nullable String member(String field, String name) {
    int index = indexOf(field);
    if (index < 0) {
      return null;
    }
    int at = LooseJson.member(array, valueStart(index), valueEnd(index), name);
    return at < 0 || array[at] != '"'
        ? null
        : JsonText.decode(array, at, LooseJson.string(array, at, valueEnd(index)));
  }

  /**
   * The strings of an array of the top level, decoded.
   *
   * @param field the array
   * @param into takes them
   */
  public void list(String field, List<String> into) {
    int index = indexOf(field);
    if (index >= 0) {
      strings(valueStart(index), valueEnd(index), into);
    }
  }

  /**
   * The strings of an array in an object of the top level, decoded.
   *
   * @param field the object
   * @param name the array's name in it
   * @param into takes them
   */
  public void memberList(String field, String name, List<String> into) {
    int index = indexOf(field);
    if (index >= 0) {
      int end = valueEnd(index);
      strings(LooseJson.member(array, valueStart(index), end, name), end, into);
    }
  }

  private void strings(int at, int end, List<String> into) {
    if (at < 0 || array[at] != '[') {
      return;
    }
    int p = LooseJson.first(array, at, end);
    while (p >= 0) {
      int after = LooseJson.value(array, p, end);
      if (array[p] == '"' && after >= 0) {
        into.add(JsonText.decode(array, p, after));
      }
      p = LooseJson.next(array, after, end);
    }
  }

  private @Nullable String textOf(int field) {
    int start = valueStart(field);
    return array[start] == '"' ? JsonText.decode(array, start, valueEnd(field)) : null;
  }

  @Override
  public Bytes body() {
    Bytes view = body;
    if (view == null) {
      view = Bytes.of(array, from, to);
      body = view;
    }
    return view;
  }

  @Override
  public @Nullable String model() {
    return model;
  }

  @Override
  public boolean stream() {
    return stream;
  }

  @Override
  public boolean includeUsage() {
    return includeUsage;
  }

  @Override
  public long maxOutputTokens() {
    return maxOutputTokens;
  }

  @Override
  public @Nullable String user() {
    return user;
  }

  @Override
  public int fieldCount() {
    return count;
  }

  @Override
  public String fieldName(int index) {
    return JsonText.decode(array, nameStart(index), nameEnd(index));
  }

  @Override
  public Span fieldValue(int index) {
    return new Span(valueStart(index) - from, valueEnd(index) - from);
  }

  @Override
  public Span field(String name) {
    int index = indexOf(name);
    return index < 0 ? Span.NONE : fieldValue(index);
  }

  @Override
  public @Nullable String text(String name) {
    int index = indexOf(name);
    return index < 0 ? null : textOf(index);
  }

  @Override
  public List<TextSpan> texts() {
    List<TextSpan> found = texts;
    if (found == null) {
      found = PromptTexts.of(this);
      texts = found;
    }
    return found;
  }

  /**
   * The index of a field, of the last one when its name stands twice.
   *
   * @param name the field's name
   * @return −1 when absent
   */
  public int indexOf(String name) {
    for (int i = count - 1; i >= 0; i--) {
      if (hasName(i, name)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether there is such a field. */
  public boolean has(String name) {
    return indexOf(name) >= 0;
  }

  boolean hasName(int index, String name) {
    return LooseJson.named(array, nameStart(index), nameEnd(index), name);
  }

  /** Holds the body from {@link #from} to {@link #to}. */
  public byte[] array() {
    return array;
  }

  /** The first byte of the body. */
  public int from() {
    return from;
  }

  /** One after the last byte of the body. */
  public int to() {
    return to;
  }

  /** The place of the opening brace. */
  int brace() {
    return brace;
  }

  int nameStart(int index) {
    return places[checked(index)];
  }

  int nameEnd(int index) {
    return places[checked(index) + 1];
  }

  int valueStart(int index) {
    return places[checked(index) + 2];
  }

  int valueEnd(int index) {
    return places[checked(index) + 3];
  }

  private int checked(int index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("field " + index + " of " + count);
    }
    return index * STRIDE;
  }
}
