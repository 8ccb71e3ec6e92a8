package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Entry;
import dev.headgate.kernel.config.tree.Node.Kind;
import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.Node.Sequence;
import dev.headgate.spi.SettingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML document from the parser's events, so that each value keeps its line and the size
 * of what aliases unfold to stays bounded. No snippet of the file goes into an error: it may hold a
 * secret.
 */
final class YamlReader {
  private static final int MAX_CHARACTERS = 16 * 1024 * 1024;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_VALUES = 1_000_000;
  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setCodePointLimit(MAX_CHARACTERS).build();

  private final Path file;
  private final Iterator<Event> events;
  private final Map<Anchor, Node> anchors = new HashMap<>();
  private final IdentityHashMap<Node, Integer> anchoredSizes = new IdentityHashMap<>();
  private int values;

  private YamlReader(Path file, Iterator<Event> events) {
    this.file = file;
    this.events = events;
  }

  /**
   * Reads a file's text.
   *
   * @param file the name for errors
   * @param text its content
   * @return the top-level section; empty for an empty document
   */
  static Mapping read(Path file, String text) {
    try {
      return new YamlReader(file, new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text)))
          .document();
    } catch (MarkedYamlEngineException e) {
      int line =
          e.getProblemMark().or(() -> e.getContextMark()).map(mark -> mark.getLine() + 1).orElse(0);
      throw broken(file, line, e.getProblem());
    } catch (ReaderException e) {
      int line = 1 + (int) text.codePoints().limit(e.getPosition()).filter(c -> c == '\n').count();
      throw broken(file, line, "a character that YAML does not allow");
    } catch (YamlEngineException e) {
      throw broken(file, 0, "more than " + MAX_CHARACTERS + " characters");
    }
  }

  private static SettingException broken(Path file, int line, String problem) {
    return new SettingException(
        Origin.line(file, line) + ": found broken YAML (" + problem + "), expected valid YAML");
  }

  private Mapping document() {
    while (events.hasNext()) {
      Event event = events.next();
      switch (event.getEventId()) {
        case StreamStart, DocumentStart, DocumentEnd, StreamEnd, Comment -> {}
        default -> {
          Node root = node(event, 0);
          refuseSecondDocument();
          return asTop(root);
        }
      }
    }
    return new Mapping(Origin.line(file, 1), new LinkedHashMap<>());
  }

  private void refuseSecondDocument() {
    while (events.hasNext()) {
      Event event = events.next();
      if (event.getEventId() == Event.ID.DocumentStart) {
        throw wrong(event, "a second document", "one document in a file");
      }
    }
  }

  private Mapping asTop(Node root) {
    if (root instanceof Mapping mapping) {
      return mapping;
    }
    if (root instanceof Scalar scalar && scalar.kind() == Kind.NOTHING) {
      return new Mapping(root.origin(), new LinkedHashMap<>());
    }
    throw new SettingException(
        root.origin() + ": found " + root.shape() + ", expected keys such as model_list");
  }

  private Node node(Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw wrong(event, "more than " + MAX_DEPTH + " levels of nesting", "fewer");
    }
    int before = values;
    count(event, 1);
    Node node =
        switch (event) {
          case AliasEvent alias -> aliased(alias);
          case ScalarEvent scalar -> scalar(scalar);
          case SequenceStartEvent sequence -> sequence(sequence, depth);
          case MappingStartEvent mapping -> mapping(mapping, depth);
          default -> throw wrong(event, "a value that never ends", "valid YAML");
        };
    Optional<Anchor> anchor =
        event instanceof NodeEvent named && !(event instanceof AliasEvent)
            ? named.getAnchor()
            : Optional.empty();
    anchor.ifPresent(name -> {
      anchors.put(name, node);
      anchoredSizes.put(node, values - before);
    });
    return node;
  }

  private void count(Event event, int more) {
    values += more;
    if (values > MAX_VALUES) {
      throw wrong(event, "more than " + MAX_VALUES + " values, aliases unfolded", "fewer");
    }
  }

  private Node aliased(AliasEvent event) {
    // An anchor is known only after its value has ended, so a value cannot contain itself.
    Node target = anchors.get(event.getAlias());
    if (target == null) {
      throw wrong(event, "an alias without an anchor above it", "the name of an anchor");
    }
    count(event, anchoredSizes.getOrDefault(target, 1));
    return target;
  }

  private Node sequence(SequenceStartEvent start, int depth) {
    List<Node> items = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(node(event, depth + 1));
    }
    return new Sequence(origin(start), items);
  }

  private Node mapping(MappingStartEvent start, int depth) {
    SequencedMap<String, Entry> own = new LinkedHashMap<>();
    List<Mapping> merged = new ArrayList<>();
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      Event keyEvent = event;
      Node key = node(keyEvent, depth + 1);
      if (!(key instanceof Scalar name)) {
        throw wrong(keyEvent, key.shape() + " as a key", "a name");
      }
      Node value = node(events.next(), depth + 1);
      if (name.text().equals("<<") && keyEvent instanceof ScalarEvent plain && plain.isPlain()) {
        merged.addAll(merges(keyEvent, value));
        continue;
      }
      Entry first = own.putIfAbsent(name.text(), new Entry(origin(keyEvent), value));
      if (first != null) {
        throw new SettingException(
            origin(keyEvent)
                + ": "
                + name.text()
                + ": found the key for a second time, expected it once; the first stands in line "
                + first.key().line());
      }
    }
    merged.forEach(mapping -> mapping.entries().forEach(own::putIfAbsent));
    return new Mapping(origin(start), own);
  }

  private List<Mapping> merges(Event event, Node value) {
    if (value instanceof Mapping mapping) {
      return List.of(mapping);
    }
    if (value instanceof Sequence sequence
        && sequence.items().stream().allMatch(Mapping.class::isInstance)) {
      return sequence.items().stream().map(Mapping.class::cast).toList();
    }
    throw wrong(event, value.shape() + " to merge", "a section or a list of sections");
  }

  private Scalar scalar(ScalarEvent event) {
    Kind kind = event.isPlain() ? PlainScalar.kind(event.getValue()) : Kind.TEXT;
    Optional<String> tag = event.getTag();
    if (tag.isPresent()) {
      kind =
          switch (tag.get()) {
            case "!", "tag:yaml.org,2002:str" -> Kind.TEXT;
            case "tag:yaml.org,2002:null",
                "tag:yaml.org,2002:bool",
                "tag:yaml.org,2002:int",
                "tag:yaml.org,2002:float" ->
                PlainScalar.kind(event.getValue());
            default -> throw wrong(event, "a tag", "a plain value; tags are not supported");
          };
    }
    return Scalar.literal(origin(event), kind, event.getValue());
  }

  private Origin origin(Event event) {
    return Origin.line(file, event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0));
  }

  private SettingException wrong(Event event, String found, String expected) {
    return new SettingException(origin(event) + ": found " + found + ", expected " + expected);
  }
}
