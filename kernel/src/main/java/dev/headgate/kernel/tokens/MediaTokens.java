package dev.headgate.kernel.tokens;

import dev.headgate.kernel.json.LooseJson;
import org.jspecify.annotations.Nullable;

/**
 * What images, files and sounds cost, by the rules that the providers publish. Nothing is fetched:
 * an image that is only named by its address gets a usual size.
 */
final class MediaTokens {
  private static final int BASE = 85;
  private static final int TILE = 170;
  private static final int TILE_SIDE = 512;
  private static final int LONG_SIDE = 2000;
  private static final int SHORT_SIDE = 768;
  private static final int MOST = 1445;
  private static final int UNKNOWN = 250;

  private static final int ANTHROPIC_SIDE = 1568;
  private static final int ANTHROPIC_PIXELS = 750;
  private static final int ANTHROPIC_UNKNOWN = 1600;
  private static final int ANTHROPIC_MOST = 8464;

  private static final int INLINE = 258;
  private static final int INLINE_MOST = 16 * INLINE;

  /** Bytes of sound a token: ten tokens a second, of 16 KB as MP3 and of 48 KB as samples. */
  private static final int SOUND = 1600;

  private static final int SAMPLES = 4800;

  private final byte[] b;
  private final int to;

  MediaTokens(byte[] b, int to) {
    this.b = b;
    this.to = to;
  }

  /** An image in a chat or in a Responses input. */
  void openAiImage(Prompt prompt, int part, int value) {
    int url = b[value] == '{' ? LooseJson.member(b, value, to, "url") : value;
    int detail = LooseJson.member(b, b[value] == '{' ? value : part, to, "detail");
    if (says(detail, "low")) {
      prompt.media(BASE, BASE);
    } else if (says(detail, "high") || says(detail, "original")) {
      ImageSize size = size(url);
      prompt.media(size == null ? UNKNOWN : tiles(size), MOST);
    } else {
      prompt.media(BASE, MOST);
    }
  }

  private @Nullable ImageSize size(int at) {
    if (at < 0 || b[at] != '"') {
      return null;
    }
    return ImageSize.read(b, at + 1, LooseJson.string(b, at, to) - 1);
  }

  private static long tiles(ImageSize size) {
    double wide = Math.max(size.width(), size.height());
    double narrow = Math.min(size.width(), size.height());
    double scale = Math.min(1, LONG_SIDE / wide);
    scale *= Math.min(1, SHORT_SIDE / (narrow * scale));
    long across = (long) Math.ceil(wide * scale / TILE_SIDE);
    long down = (long) Math.ceil(narrow * scale / TILE_SIDE);
    return BASE + TILE * across * down;
  }

  /** An image in a message of Anthropic's dialect. */
  void anthropicImage(Prompt prompt, int data) {
    ImageSize size = size(data);
    if (size == null) {
      prompt.media(ANTHROPIC_UNKNOWN, ANTHROPIC_MOST);
      return;
    }
    double scale =
        Math.min(1, (double) ANTHROPIC_SIDE / Math.max(1, Math.max(size.width(), size.height())));
    double pixels = size.width() * scale * size.height() * scale;
    prompt.media(
        Math.min(ANTHROPIC_UNKNOWN, (long) Math.ceil(pixels / ANTHROPIC_PIXELS)), ANTHROPIC_MOST);
  }

  /** An image or a file in Gemini's dialect. */
  void inline(Prompt prompt) {
    prompt.media(INLINE, INLINE_MOST);
  }

  /** A document, which is priced as an image of which nothing is known. */
  void file(Prompt prompt) {
    prompt.media(BASE, MOST);
  }

  void sound(Prompt prompt, int object) {
    int data = LooseJson.member(b, object, to, "data");
    if (data < 0 || b[data] != '"') {
      return;
    }
    long bytes = (LooseJson.string(b, data, to) - data) * 3L / 4;
    boolean compressed = says(LooseJson.member(b, object, to, "format"), "mp3");
    prompt.media(1 + bytes / (compressed ? SOUND : SAMPLES), 1 + bytes / SOUND);
  }

  private boolean says(int at, String text) {
    return at >= 0 && b[at] == '"' && LooseJson.named(b, at, LooseJson.string(b, at, to), text);
  }
}
