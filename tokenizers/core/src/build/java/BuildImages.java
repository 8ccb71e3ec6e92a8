import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Makes the encoding images from the published rank files, during the build. Run with the artefact
 * that carries the rank files on the class path.
 *
 * <p>Arguments: the list of character classes, the folder of the images.
 */
public final class BuildImages {
  private static final List<RankFile> FILES =
      List.of(
          new RankFile(
              "r50k", 0, "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"),
          new RankFile(
              "p50k", 0, "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069"),
          new RankFile(
              "cl100k", 1, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"),
          new RankFile(
              "o200k", 2, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"));

  private static final String CLASS_LETTERS = "OULBMNSX";
  private static final int UNICODE_VERSION = 16;
  private static final int NONE = -1;

  private BuildImages() {}

  record RankFile(String name, int grammar, String sha256) {}

  public static void main(String[] arguments) throws IOException {
    Path classList = Path.of(arguments[0]);
    Path folder = Path.of(arguments[1]);
    Files.createDirectories(folder);
    byte[] classes = classes(classList);
    for (RankFile file : FILES) {
      Path image = folder.resolve(file.name + ".image");
      if (!isNewer(image, classList)) {
        byte[] ranks = ranks(file);
        Path fresh = folder.resolve(file.name + ".image.new");
        Files.write(fresh, image(file, tokens(ranks), classes, sha256(ranks)));
        Files.move(fresh, image, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static boolean isNewer(Path image, Path than) throws IOException {
    return Files.exists(image)
        && Files.getLastModifiedTime(image).compareTo(Files.getLastModifiedTime(than)) > 0;
  }

  private static byte[] ranks(RankFile file) throws IOException {
    String resource = "com/knuddels/jtokkit/" + file.name + "_base.tiktoken";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("no " + resource + " on the class path");
      }
      byte[] bytes = in.readAllBytes();
      String found = HexFormat.of().formatHex(sha256(bytes));
      if (!found.equals(file.sha256)) {
        throw new IOException(resource + " has SHA-256 " + found + ", not " + file.sha256);
      }
      return bytes;
    }
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The tokens by rank; null where a rank has none. */
  private static byte[][] tokens(byte[] ranks) {
    List<byte[]> tokens = new ArrayList<>();
    new String(ranks, StandardCharsets.US_ASCII)
        .lines()
        .forEach(line -> {
          int blank = line.indexOf(' ');
          int rank = Integer.parseInt(line, blank + 1, line.length(), 10);
          while (tokens.size() <= rank) {
            tokens.add(null);
          }
          tokens.set(rank, Base64.getDecoder().decode(line.substring(0, blank)));
        });
    return tokens.toArray(new byte[0][]);
  }

  private static byte[] image(RankFile file, byte[][] tokens, byte[] classes, byte[] hash)
      throws IOException {
    byte[][] classTable = twoLevels(classes);
    int bytes = 0;
    int count = 0;
    int longest = 0;
    for (byte[] token : tokens) {
      if (token != null) {
        bytes += token.length;
        count++;
        longest = Math.max(longest, token.length);
      }
    }
    byte[] offsets = new byte[4 * (tokens.length + 1)];
    byte[] text = new byte[bytes];
    ByteBuffer offset = ByteBuffer.wrap(offsets).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    for (byte[] token : tokens) {
      offset.putInt(at);
      if (token != null) {
        System.arraycopy(token, 0, text, at, token.length);
        at += token.length;
      }
    }
    offset.putInt(at);

    byte[][] sections = {classTable[0], classTable[1], offsets, text, pairs(tokens)};
    int size = 128;
    for (byte[] section : sections) {
      size += (section.length + 7) & ~7;
    }
    ByteBuffer image = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    image.put("HGTOKENS".getBytes(StandardCharsets.US_ASCII));
    image.putInt(1).putInt(file.grammar).putInt(UNICODE_VERSION);
    image.putInt(count).putInt(tokens.length).putInt(longest);
    image.put(hash);
    int position = 128;
    for (byte[] section : sections) {
      image.putInt(position).putInt(section.length);
      image.put(position, section);
      position += (section.length + 7) & ~7;
    }
    return image.array();
  }

  private static byte[] classes(Path list) throws IOException {
    byte[] classes = new byte[0x110000];
    for (String line : Files.readAllLines(list)) {
      if (!line.startsWith("#")) {
        String[] parts = line.split(" ");
        Arrays.fill(
            classes,
            Integer.parseInt(parts[0], 16),
            Integer.parseInt(parts[1], 16) + 1,
            (byte) CLASS_LETTERS.indexOf(parts[2]));
      }
    }
    return classes;
  }

  /** Blocks of 256 code points, each different one once, and the number of the block of each. */
  private static byte[][] twoLevels(byte[] classes) {
    int count = classes.length >> 8;
    ByteBuffer index = ByteBuffer.allocate(2 * count).order(ByteOrder.LITTLE_ENDIAN);
    Map<ByteBuffer, Integer> blocks = new HashMap<>();
    ByteBuffer distinct = ByteBuffer.allocate(classes.length);
    for (int i = 0; i < count; i++) {
      ByteBuffer block = ByteBuffer.wrap(classes, i << 8, 256).slice();
      Integer known = blocks.get(block);
      if (known == null) {
        known = blocks.size();
        blocks.put(block, known);
        distinct.put(block.duplicate());
      }
      index.putShort((short) known.intValue());
    }
    return new byte[][] {index.array(), Arrays.copyOf(distinct.array(), distinct.position())};
  }

  /**
   * The pair whose merge makes each token. Merging the bytes of a token by the ranks below its own
   * must end in two parts; a token for which it does not could never come out of a merge, and the
   * look-up of whole pieces would be wrong.
   */
  private static byte[] pairs(byte[][] tokens) throws IOException {
    Map<ByteBuffer, Integer> ranks = new HashMap<>(tokens.length * 2);
    for (int rank = 0; rank < tokens.length; rank++) {
      if (tokens[rank] != null) {
        ranks.put(ByteBuffer.wrap(tokens[rank]), rank);
      }
    }
    ByteBuffer pairs = ByteBuffer.allocate(8 * tokens.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int rank = 0; rank < tokens.length; rank++) {
      byte[] token = tokens[rank];
      if (token == null) {
        pairs.putInt(NONE).putInt(NONE);
      } else if (token.length == 1) {
        if (rank > 255) {
          throw new IOException("the single byte " + token[0] + " has the rank " + rank);
        }
        pairs.putInt(NONE).putInt(NONE);
      } else {
        int cut = lastMerge(token, rank, ranks);
        pairs.putInt(ranks.get(ByteBuffer.wrap(token, 0, cut)));
        pairs.putInt(ranks.get(ByteBuffer.wrap(token, cut, token.length - cut)));
      }
    }
    return pairs.array();
  }

  private static int lastMerge(byte[] token, int rank, Map<ByteBuffer, Integer> ranks)
      throws IOException {
    int[] starts = new int[token.length + 1];
    int parts = token.length;
    for (int i = 0; i <= parts; i++) {
      starts[i] = i;
    }
    while (parts > 2) {
      int best = -1;
      int bestRank = rank;
      for (int i = 0; i + 2 <= parts; i++) {
        Integer found = ranks.get(ByteBuffer.wrap(token, starts[i], starts[i + 2] - starts[i]));
        if (found != null && found < bestRank) {
          bestRank = found;
          best = i;
        }
      }
      if (best < 0) {
        throw new IOException("token " + rank + " cannot be reached by merges");
      }
      System.arraycopy(starts, best + 2, starts, best + 1, parts - best - 1);
      parts--;
    }
    return starts[1];
  }
}
