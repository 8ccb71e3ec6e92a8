package dev.headgate.kernel.config;

import dev.headgate.kernel.config.tree.JsonText;
import dev.headgate.kernel.config.tree.Names;
import dev.headgate.kernel.config.tree.Node;
import dev.headgate.kernel.config.tree.NodeSettings;
import dev.headgate.kernel.config.tree.Problems;
import dev.headgate.spi.SettingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code model_list}. */
final class ModelList {
  private static final List<String> KEYS = List.of("model_name", "litellm_params", "model_info");

  private final Problems problems;
  private final List<ModelEntry> entries = new ArrayList<>();
  private final Map<String, ModelEntry> byId = new HashMap<>();

  private ModelList(Problems problems) {
    this.problems = problems;
  }

  /**
   * Reads the list.
   *
   * @param top the top-level section, references resolved
   * @param asWritten the same with references as they are written: an id must not depend on the
   *     value of a secret
   * @param problems takes errors and warnings
   */
  static List<ModelEntry> read(NodeSettings top, Node.Mapping asWritten, Problems problems) {
    ModelList list = new ModelList(problems);
    List<NodeSettings> sections = problems.trying(() -> top.nodeSections("model_list"), List.of());
    List<Node> written = written(asWritten);
    for (int i = 0; i < sections.size(); i++) {
      NodeSettings section = sections.get(i);
      Node parameters = parameters(written.get(i));
      problems.attempt(() -> list.add(section, parameters));
    }
    return List.copyOf(list.entries);
  }

  private static List<Node> written(Node.Mapping top) {
    Node.Entry list = top.entries().get("model_list");
    return list != null && list.value() instanceof Node.Sequence sequence
        ? sequence.items()
        : List.of();
  }

  private static Node parameters(Node written) {
    Node.Entry parameters =
        written instanceof Node.Mapping mapping ? mapping.entries().get("litellm_params") : null;
    return parameters == null ? written : parameters.value();
  }

  private void add(NodeSettings section, Node written) {
    String group =
        section
            .text("model_name")
            .filter(name -> !name.isBlank())
            .orElseThrow(() -> missing(section, "model_name", "the name that clients ask for"));
    if (section.node("litellm_params").isEmpty()) {
      throw missing(section, "litellm_params", "a section with at least model");
    }
    NodeSettings params = section.section("litellm_params");
    NodeSettings info = section.section("model_info");
    warnOfUnknown(section);
    ModelName name = name(params);
    checkKeys(params);
    List<NodeSettings> organizations = organizations(params);
    Optional<String> id = info.text("id").map(String::strip).filter(found -> !found.isEmpty());
    String hash = id.orElseGet(() -> hash(group + "\n" + JsonText.sorted(written)));
    for (int i = 0; i < organizations.size(); i++) {
      String own = i == 0 ? hash : hash + "-" + (i + 1);
      add(new ModelEntry(own, group, name, organizations.get(i), info), id.isPresent());
    }
  }

  private void add(ModelEntry entry, boolean idIsWritten) {
    ModelEntry first = byId.putIfAbsent(entry.id(), entry);
    if (first == null) {
      entries.add(entry);
    } else if (idIsWritten) {
      throw entry.info().refuse("id", "an id of its own; " + first.origin() + " has this one");
    } else {
      problems.warn(
          entry.origin(),
          entry.params().path(),
          "repeats " + first.origin() + " in every parameter; it is left out");
    }
  }

  private void warnOfUnknown(NodeSettings section) {
    for (String key : section.keys()) {
      if (!KEYS.contains(key)) {
        problems.warn(
            section.keyOrigin(key),
            section.path() + "." + key,
            "is not a known key" + Names.didYouMean(key, KEYS));
      }
    }
  }

  private ModelName name(NodeSettings params) {
    String written =
        params
            .text("model")
            .filter(model -> !model.isBlank())
            .orElseThrow(() -> missing(params, "model", "provider/model, such as openai/gpt-4o"));
    ModelName name = ModelName.of(written.strip(), params.text("custom_llm_provider"));
    if (name.model().isEmpty()) {
      throw params.refuse("model", "provider/model, such as openai/gpt-4o");
    }
    if (!name.doubt().isEmpty()) {
      problems.warn(params.keyOrigin("model"), params.path() + ".model", name.doubt());
    }
    return name;
  }

  private static void checkKeys(NodeSettings params) {
    for (String key : params.keys()) {
      if (key.endsWith("api_key")) {
        params.secret(key);
      }
    }
  }

  private static List<NodeSettings> organizations(NodeSettings params) {
    if (!(params.node("organization").orElse(null) instanceof Node.Sequence list)
        || list.items().isEmpty()) {
      return List.of(params);
    }
    return list.items().stream().map(one -> params.with("organization", one)).toList();
  }

  private static SettingException missing(NodeSettings section, String key, String expected) {
    List<String> unknown =
        section.keys().stream().filter(found -> !section.asked().contains(found)).toList();
    String hint =
        Names.nearest(key, unknown).map(found -> "; " + found + " is not a known key").orElse("");
    return section.missing(key, expected + hint);
  }

  private static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
