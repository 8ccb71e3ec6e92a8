package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Entry;
import dev.headgate.kernel.config.tree.Node.Kind;
import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.Node.Sequence;
import dev.headgate.spi.Secret;
import dev.headgate.spi.SettingException;
import dev.headgate.spi.Settings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** A section of the configuration, read through types. */
public final class NodeSettings implements Settings {
  /** A section without keys. */
  public static final Mapping NOTHING =
      new Mapping(new Origin("", 0, Path.of("")), new LinkedHashMap<>());

  private static final String DURATION =
      "a length of time such as 250ms, 30s, 5m, 24h or 30d, or a number of seconds";
  private static final String BYTES =
      "an amount of memory such as 64KB or 10MB, or a number of bytes";
  private static final String FLAG = "true or false";
  private static final String SECRET = "a secret in one line without control characters";

  private final String path;
  private final Mapping mapping;
  private final Marks marks;
  private final Overrides overrides;

  private NodeSettings(String path, Mapping mapping, Marks marks, Overrides overrides) {
    this.path = path;
    this.mapping = mapping;
    this.marks = marks;
    this.overrides = overrides;
  }

  /**
   * The top-level section.
   *
   * @param top what the files say
   * @param overrides what counts before it
   */
  public static NodeSettings top(Mapping top, Overrides overrides) {
    return new NodeSettings("", top, new Marks(), overrides);
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Set<String> keys() {
    return Collections.unmodifiableSet(mapping.entries().keySet());
  }

  @Override
  public Optional<String> text(String key) {
    return scalar(key, "a text").map(Scalar::text);
  }

  @Override
  public OptionalLong integer(String key) {
    String expected = "a whole number";
    Optional<Long> value = scalar(key, expected).map(found -> whole(key, found, expected));
    return value.map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private long whole(String key, Scalar found, String expected) {
    return decimal(found)
        .flatMap(NodeSettings::longValue)
        .orElseThrow(() -> wrong(key, found, expected));
  }

  private static Optional<Long> longValue(BigDecimal number) {
    try {
      return Optional.of(number.longValueExact());
    } catch (ArithmeticException e) {
      // Not whole, or larger than any count: the same to the person who wrote it.
      return Optional.empty();
    }
  }

  @Override
  public OptionalDouble number(String key) {
    Optional<Double> value =
        scalar(key, "a number")
            .map(found ->
                decimal(found)
                    .map(BigDecimal::doubleValue)
                    .filter(Double::isFinite)
                    .orElseThrow(() -> wrong(key, found, "a number")));
    return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  @Override
  public Optional<Boolean> flag(String key) {
    return scalar(key, FLAG)
        .map(found ->
            PlainScalar.flag(found.text().strip().toLowerCase(Locale.ROOT))
                .orElseThrow(() -> wrong(key, found, FLAG)));
  }

  @Override
  public Optional<Duration> duration(String key) {
    return scalar(key, DURATION)
        .map(found -> Units.duration(found.text()).orElseThrow(() -> wrong(key, found, DURATION)));
  }

  @Override
  public OptionalLong bytes(String key) {
    Optional<Scalar> found = scalar(key, BYTES);
    OptionalLong bytes = found.map(value -> Units.bytes(value.text())).orElse(OptionalLong.empty());
    if (found.isPresent() && bytes.isEmpty()) {
      throw wrong(key, found.get(), BYTES);
    }
    return bytes;
  }

  @Override
  public List<String> texts(String key) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return List.of();
    }
    if (node.get() instanceof Sequence sequence) {
      return sequence.items().stream().map(item -> item(key, item)).toList();
    }
    if (node.get() instanceof Scalar scalar) {
      boolean variable = overrides.value(at(key)).isPresent();
      return variable ? splitAtCommas(scalar.text()) : List.of(scalar.text());
    }
    throw wrong(key, node.get(), "a list of texts");
  }

  private String item(String key, Node item) {
    if (item instanceof Scalar scalar && scalar.kind() != Kind.NOTHING) {
      return scalar.text();
    }
    throw wrong(key, item, "a list of texts");
  }

  private static List<String> splitAtCommas(String text) {
    List<String> items = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      if (!item.isBlank()) {
        items.add(item.strip());
      }
    }
    return List.copyOf(items);
  }

  @Override
  public Optional<Secret> secret(String key) {
    return scalar(key, SECRET).map(found -> secretOf(key, found));
  }

  private Secret secretOf(String key, Scalar found) {
    String value = found.text().strip();
    if (value.isEmpty()) {
      throw sentence(key, found.origin(), "an empty value" + from(found), SECRET);
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw sentence(key, found.origin(), "a control character inside" + from(found), SECRET);
    }
    return Secret.of(value);
  }

  @Override
  public NodeSettings section(String key) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return below(at(key), new Mapping(mapping.origin(), new LinkedHashMap<>()));
    }
    if (node.get() instanceof Mapping section) {
      return below(at(key), section);
    }
    throw wrong(key, node.get(), "a section of keys");
  }

  @Override
  public List<Settings> sections(String key) {
    return List.copyOf(nodeSections(key));
  }

  /** As {@link #sections}, with the type of this package. */
  public List<NodeSettings> nodeSections(String key) {
    Optional<Node> node = node(key);
    if (node.isEmpty()) {
      return List.of();
    }
    if (!(node.get() instanceof Sequence sequence)) {
      throw wrong(key, node.get(), "a list of sections");
    }
    List<NodeSettings> sections = new ArrayList<>();
    for (Node item : sequence.items()) {
      if (!(item instanceof Mapping section)) {
        throw wrong(key + "[" + sections.size() + "]", item, "a section of keys");
      }
      sections.add(below(at(key) + "[" + sections.size() + "]", section));
    }
    return List.copyOf(sections);
  }

  @Override
  public Optional<String> json(String key) {
    Optional<Node> node = node(key);
    marks.askWhole(path, key);
    return node.map(JsonText::of);
  }

  @Override
  public void accept(String key) {
    marks.askWhole(path, key);
    overrides.accept(at(key));
  }

  @Override
  public SettingException refuse(String key, String allowed) {
    Optional<Node> found = node(key);
    Origin origin = found.map(Node::origin).orElse(mapping.origin());
    String what = found.map(node -> describe(key, node)).orElse("nothing");
    return new SettingException(
        origin
            + ": "
            + at(key)
            + ": found "
            + what
            + ", which is not allowed; expected "
            + allowed);
  }

  /**
   * The exception for a key that must be there.
   *
   * @param key the key
   * @param expected what is expected there
   */
  public SettingException missing(String key, String expected) {
    marks.ask(path, key);
    return sentence(key, mapping.origin(), "nothing", expected);
  }

  /** Where a value stands, absent when it does not. Marks nothing. */
  public Optional<Origin> origin(String key) {
    return peek(key).map(Node::origin);
  }

  /** Where this section starts. */
  public Origin origin() {
    return mapping.origin();
  }

  /** Where the key itself stands in the file; the section's place when it does not. */
  public Origin keyOrigin(String key) {
    Entry entry = mapping.entries().get(key);
    return entry == null ? mapping.origin() : entry.key();
  }

  /** A path of a file, relative to the folder of the file in which it stands. */
  public Optional<Path> file(String key) {
    return scalar(key, "the path of a file")
        .map(found -> found.origin().folder().resolve(found.text()));
  }

  /** The value itself. Marks the key. */
  public Optional<Node> node(String key) {
    marks.ask(path, key);
    return peek(key);
  }

  /** This section as a value. */
  public Mapping mapping() {
    return mapping;
  }

  /**
   * This section with another value of one key.
   *
   * @param key the key
   * @param value its value
   */
  public NodeSettings with(String key, Node value) {
    SequencedMap<String, Entry> entries = new LinkedHashMap<>(mapping.entries());
    entries.put(key, new Entry(keyOrigin(key), value));
    return below(path, new Mapping(mapping.origin(), entries));
  }

  /** The keys below this section that nobody asked for. */
  public List<UnreadKey> unread() {
    return marks.unread(path, mapping);
  }

  /** The keys of this section that somebody asked for. */
  public Set<String> asked() {
    return marks.asked(path);
  }

  /** What a value, or an item of a list, refers to outside of the file; not for overrides. */
  public Optional<String> reference(String key) {
    if (overrides.value(at(key)).isPresent()) {
      return Optional.empty();
    }
    return peek(key).stream()
        .flatMap(node -> node instanceof Sequence list ? list.items().stream() : Stream.of(node))
        .filter(Scalar.class::isInstance)
        .map(node -> ((Scalar) node).source())
        .filter(source -> !source.isEmpty())
        .findFirst();
  }

  /** A value as it may be shown: in short, and not at all when it may be a secret. */
  public String shown(String key) {
    return peek(key).map(node -> describe(key, node)).orElse("nothing");
  }

  private Optional<Node> peek(String key) {
    Optional<Scalar> override = overrides.value(at(key));
    if (override.isPresent()) {
      return Optional.of(override.get());
    }
    return Optional.ofNullable(mapping.entries().get(key))
        .map(Entry::value)
        .filter(value -> !(value instanceof Scalar scalar && scalar.kind() == Kind.NOTHING));
  }

  private Optional<Scalar> scalar(String key, String expected) {
    Function<Node, Scalar> asScalar =
        node -> {
          if (node instanceof Scalar scalar) {
            return scalar;
          }
          throw wrong(key, node, expected);
        };
    return node(key).map(asScalar);
  }

  private static Optional<BigDecimal> decimal(Scalar scalar) {
    return PlainScalar.number(scalar.text().strip());
  }

  private NodeSettings below(String sectionPath, Mapping section) {
    return new NodeSettings(sectionPath, section, marks, overrides);
  }

  private String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private SettingException wrong(String key, Node found, String expected) {
    return sentence(key, found.origin(), describe(key, found), expected);
  }

  private SettingException sentence(String key, Origin origin, String found, String expected) {
    return new SettingException(
        origin + ": " + at(key) + ": found " + found + ", expected " + expected);
  }

  private String describe(String key, Node node) {
    if (!(node instanceof Scalar scalar) || scalar.kind() == Kind.NOTHING) {
      return node.shape();
    }
    if (!scalar.standsInFile()) {
      return "a value" + from(scalar);
    }
    boolean shown =
        scalar.text().length() <= 60
            && !Names.secretive(at(key))
            && !scalar.text().startsWith("sk-")
            && scalar.text().chars().noneMatch(Character::isISOControl);
    if (!shown) {
      return scalar.shape() + " (not shown)";
    }
    return scalar.kind() == Kind.TEXT ? "the text \"" + scalar.text() + "\"" : scalar.text();
  }

  private static String from(Scalar scalar) {
    return scalar.standsInFile() ? "" : " from " + scalar.source();
  }
}
