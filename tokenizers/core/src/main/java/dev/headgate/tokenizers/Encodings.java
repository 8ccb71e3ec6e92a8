package dev.headgate.tokenizers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The encodings of OpenAI, loaded on first use and then shared by all who count. */
public final class Encodings {
  private static final Map<String, String> RANK_SETS =
      Map.of(
          "gpt2", "r50k",
          "r50k_base", "r50k",
          "p50k_base", "p50k",
          "p50k_edit", "p50k",
          "cl100k_base", "cl100k",
          "o200k_base", "o200k",
          "o200k_harmony", "o200k");

  private static final Map<String, RankSet> LOADED = new ConcurrentHashMap<>();
  private static final Map<String, Encoding> ENCODINGS = new ConcurrentHashMap<>();

  private Encodings() {}

  /** The names of all encodings. */
  public static Set<String> names() {
    return RANK_SETS.keySet();
  }

  /**
   * An encoding. The first call for a set of ranks loads it, which takes a while.
   *
   * @param name one of {@link #names}
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Encoding get(String name) {
    String rankSet = rankSet(name);
    return ENCODINGS.computeIfAbsent(
        name,
        encoding ->
            new Encoding(
                encoding,
                LOADED.computeIfAbsent(
                    rankSet, set -> new RankSet(new EncodingImage(set, read(set)))),
                SpecialTokens.of(encoding)));
  }

  /**
   * The image of an encoding, for counters that have tables of their own; the description of the
   * package has the format.
   *
   * @param name one of {@link #names}
   * @return a fresh copy
   */
  public static byte[] image(String name) {
    return read(rankSet(name));
  }

  /** The name under which the golden texts of a set of ranks lie. */
  static String goldenOf(String name) {
    return rankSet(name) + "_base";
  }

  private static String rankSet(String name) {
    String rankSet = RANK_SETS.get(name);
    if (rankSet == null) {
      throw new IllegalArgumentException(
          "no encoding is called " + name + "; there are " + new TreeSet<>(names()));
    }
    return rankSet;
  }

  private static byte[] read(String rankSet) {
    String resource = rankSet + ".image";
    try (InputStream in = Encodings.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar of the tokenizers lacks " + resource);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the jar of the tokenizers cannot be read", e);
    }
  }
}
