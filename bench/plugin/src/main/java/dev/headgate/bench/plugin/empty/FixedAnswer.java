package dev.headgate.bench.plugin.empty;

import dev.headgate.spi.Bytes;
import dev.headgate.spi.Dialect;
import dev.headgate.spi.Nullable;
import dev.headgate.spi.http.HeaderView;
import dev.headgate.spi.provider.Answer;
import dev.headgate.spi.provider.AnswerBody;
import dev.headgate.spi.provider.Call;
import dev.headgate.spi.request.ExchangeView;
import java.nio.charset.StandardCharsets;

/** An answer of the dialect that was spoken, with usage; a stream has twenty frames. */
record FixedAnswer(HeaderView headers, AnswerBody body) implements Answer {
  private static final int FRAMES = 20;
  private static final HeaderView JSON = new OneHeader("application/json");
  private static final HeaderView EVENTS = new OneHeader("text/event-stream");

  private static final Bytes CHAT =
      bytes(
          """
          {"id":"chatcmpl-bench","object":"chat.completion","created":1700000000,"model":"bench",\
          "choices":[{"index":0,"message":{"role":"assistant","content":"The quick brown fox jumps\
           over the lazy dog, and then it rests for a while in the shade of an old oak tree."},\
          "finish_reason":"stop"}],\
          "usage":{"prompt_tokens":40,"completion_tokens":20,"total_tokens":60}}\
          """);
  private static final Bytes MESSAGE =
      bytes(
          """
          {"id":"msg_bench","type":"message","role":"assistant","model":"bench",\
          "content":[{"type":"text","text":"The quick brown fox jumps over the lazy dog."}],\
          "stop_reason":"end_turn","stop_sequence":null,\
          "usage":{"input_tokens":40,"output_tokens":20}}\
          """);
  private static final Bytes RESPONSE =
      bytes(
          """
          {"id":"resp_bench","object":"response","created_at":1700000000,"status":"completed",\
          "model":"bench","output":[{"type":"message","id":"msg_bench","status":"completed",\
          "role":"assistant","content":[{"type":"output_text","annotations":[],\
          "text":"The quick brown fox jumps over the lazy dog."}]}],\
          "usage":{"input_tokens":40,"output_tokens":20,"total_tokens":60}}\
          """);
  private static final Bytes STREAM = bytes(stream());

  static Answer to(Call call) {
    ExchangeView exchange = call.exchange();
    Dialect dialect = exchange.head().dialect();
    if (dialect == Dialect.OPENAI && exchange.envelope().stream()) {
      return new FixedAnswer(EVENTS, new Pieces(STREAM));
    }
    Bytes whole =
        switch (dialect) {
          case ANTHROPIC -> MESSAGE;
          case RESPONSES -> RESPONSE;
          default -> CHAT;
        };
    return new FixedAnswer(JSON, AnswerBody.of(whole));
  }

  private static Bytes bytes(String text) {
    return Bytes.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String frame(int number) {
    return "data: {\"id\":\"chatcmpl-bench\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
        + "\"model\":\"bench\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"word%02d \"},\"finish_reason\":null}]}\n\n"
            .formatted(number);
  }

  private static String stream() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < FRAMES; i++) {
      text.append(frame(i));
    }
    return text.append("data: [DONE]\n\n").toString();
  }

  @Override
  public int status() {
    return 200;
  }

  @Override
  public void close() {}

  /** Hands out one frame a read, as frames come from a model. */
  private static final class Pieces implements AnswerBody {
    private final Bytes all;
    private int position;

    Pieces(Bytes all) {
      this.all = all;
    }

    @Override
    public long length() {
      return -1;
    }

    @Override
    public int read(byte[] target, int offset, int count) {
      int left = all.length() - position;
      if (left == 0) {
        return -1;
      }
      int taken = 0;
      while (taken < Math.min(left, count)) {
        byte b = all.at(position + taken);
        target[offset + taken] = b;
        taken++;
        if (b == '\n' && taken > 1 && target[offset + taken - 2] == '\n') {
          break;
        }
      }
      position += taken;
      return taken;
    }
  }

  /** The type of the content. */
  private record OneHeader(Bytes type) implements HeaderView {
    private static final Bytes NAME = bytes("content-type");

    OneHeader(String type) {
      this(bytes(type));
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public Bytes name(int index) {
      return NAME;
    }

    @Override
    public Bytes value(int index) {
      return type;
    }

    @Override
    public @Nullable Bytes find(String lowerCaseName) {
      return lowerCaseName.equals("content-type") ? type : null;
    }
  }
}
