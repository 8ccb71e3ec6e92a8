package dev.headgate.kernel.config.tree;

import dev.headgate.kernel.config.tree.Node.Entry;
import dev.headgate.kernel.config.tree.Node.Kind;
import dev.headgate.kernel.config.tree.Node.Mapping;
import dev.headgate.kernel.config.tree.Node.Scalar;
import dev.headgate.kernel.config.tree.Node.Sequence;
import dev.headgate.spi.Secret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Puts values in the place of references: {@code os.environ/NAME}, and {@code scheme://…} where a
 * resolver for the scheme is there. What cannot be resolved is left out, with a warning.
 */
public final class References {
  private static final String VARIABLE = "os.environ/";

  private final Function<String, Optional<String>> variables;
  private final Map<String, Function<String, Optional<Secret>>> resolvers;
  private final Problems problems;

  /**
   * @param variables looks up a variable of the environment
   * @param resolvers looks up a reference to a secret, by scheme
   * @param problems takes the warnings
   */
  public References(
      Function<String, Optional<String>> variables,
      Map<String, Function<String, Optional<Secret>>> resolvers,
      Problems problems) {
    this.variables = variables;
    this.resolvers = resolvers;
    this.problems = problems;
  }

  /** A copy of the top-level section with the references resolved. */
  public Mapping resolve(Mapping top) {
    return mapping("", top);
  }

  private Optional<Node> node(String path, Origin key, Node node) {
    return switch (node) {
      case Mapping mapping -> Optional.of(mapping(path + ".", mapping));
      case Sequence sequence -> Optional.of(sequence(path, sequence));
      case Scalar scalar -> scalar(path, key, scalar);
    };
  }

  private Mapping mapping(String prefix, Mapping mapping) {
    SequencedMap<String, Entry> entries = new LinkedHashMap<>();
    mapping
        .entries()
        .forEach((name, entry) ->
            node(prefix + name, entry.key(), entry.value())
                .ifPresent(value -> entries.put(name, new Entry(entry.key(), value))));
    return new Mapping(mapping.origin(), entries);
  }

  private Sequence sequence(String path, Sequence sequence) {
    List<Node> items = new ArrayList<>();
    int index = 0;
    for (Node item : sequence.items()) {
      node(path + "[" + index++ + "]", item.origin(), item).ifPresent(items::add);
    }
    return new Sequence(sequence.origin(), items);
  }

  private Optional<Node> scalar(String path, Origin key, Scalar scalar) {
    if (scalar.kind() != Kind.TEXT || !scalar.standsInFile()) {
      return Optional.of(scalar);
    }
    String text = scalar.text();
    if (text.startsWith(VARIABLE)) {
      String name = text.substring(VARIABLE.length());
      Optional<String> value = variables.apply(name);
      if (value.isEmpty()) {
        problems.warn(
            key, path, "the environment variable " + name + " is not set; the key is left out");
      }
      return value.map(found -> new Scalar(scalar.origin(), Kind.TEXT, found, text));
    }
    int scheme = text.indexOf("://");
    Function<String, Optional<Secret>> resolver =
        scheme > 0 ? resolvers.get(text.substring(0, scheme)) : null;
    if (resolver == null) {
      return Optional.of(scalar);
    }
    Optional<Secret> secret = resolver.apply(text);
    if (secret.isEmpty()) {
      problems.warn(key, path, "there is no secret at this reference; the key is left out");
    }
    String source = text.substring(0, scheme) + "://…";
    return secret.map(found -> new Scalar(scalar.origin(), Kind.TEXT, found.reveal(), source));
  }
}
