package dev.headgate.tokenizers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The special tokens of each encoding. */
final class SpecialTokens {
  private static final String END_OF_TEXT = "<|endoftext|>";

  private SpecialTokens() {}

  /** A special token in a text. */
  record Place(int start, int end, int id) {}

  static Map<String, Integer> of(String encoding) {
    return switch (encoding) {
      case "p50k_edit" ->
          Map.of(
              END_OF_TEXT,
              50256,
              "<|fim_prefix|>",
              50281,
              "<|fim_middle|>",
              50282,
              "<|fim_suffix|>",
              50283);
      case "cl100k_base" ->
          Map.of(
              END_OF_TEXT,
              100257,
              "<|fim_prefix|>",
              100258,
              "<|fim_middle|>",
              100259,
              "<|fim_suffix|>",
              100260,
              "<|endofprompt|>",
              100276);
      case "o200k_base" -> Map.of(END_OF_TEXT, 199999, "<|endofprompt|>", 200018);
      case "o200k_harmony" -> harmony();
      default -> Map.of(END_OF_TEXT, 50256);
    };
  }

  private static Map<String, Integer> harmony() {
    Map<String, Integer> tokens = new TreeMap<>();
    List<Integer> named = List.of(200002, 200003, 200005, 200006, 200007, 200008, 200012);
    for (int id = 200000; id <= 201087; id++) {
      if (!named.contains(id)) {
        tokens.put("<|reserved_" + id + "|>", id);
      }
    }
    tokens.put("<|startoftext|>", 199998);
    tokens.put(END_OF_TEXT, 199999);
    tokens.put("<|return|>", 200002);
    tokens.put("<|constrain|>", 200003);
    tokens.put("<|channel|>", 200005);
    tokens.put("<|start|>", 200006);
    tokens.put("<|end|>", 200007);
    tokens.put("<|message|>", 200008);
    tokens.put("<|call|>", 200012);
    tokens.put("<|endofprompt|>", 200018);
    return Map.copyOf(tokens);
  }

  /** Where a text has special tokens, from left to right. */
  static List<Place> places(byte[] utf8, Map<String, Integer> tokens) {
    List<Place> places = new ArrayList<>();
    int at = 0;
    while (at < utf8.length) {
      Place place = utf8[at] == '<' ? placeAt(utf8, at, tokens) : null;
      if (place != null) {
        places.add(place);
      }
      at = place == null ? at + 1 : place.end();
    }
    return places;
  }

  private static @Nullable Place placeAt(byte[] utf8, int at, Map<String, Integer> tokens) {
    for (Map.Entry<String, Integer> token : tokens.entrySet()) {
      byte[] text = token.getKey().getBytes(StandardCharsets.UTF_8);
      int end = at + text.length;
      if (end <= utf8.length && Arrays.equals(utf8, at, end, text, 0, text.length)) {
        return new Place(at, end, token.getValue());
      }
    }
    return null;
  }

  /** The bytes of a special token; of two names for one, the first. */
  static Optional<byte[]> bytes(int id, Map<String, Integer> tokens) {
    return tokens.entrySet().stream()
        .filter(token -> token.getValue() == id)
        .map(Map.Entry::getKey)
        .min(String::compareTo)
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }
}
