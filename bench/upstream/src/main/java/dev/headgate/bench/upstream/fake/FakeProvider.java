package dev.headgate.bench.upstream.fake;

import dev.headgate.bench.upstream.wire.HttpBytes;
import dev.headgate.bench.upstream.wire.RequestHead;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A deterministic model provider that speaks OpenAI's and Anthropic's dialects. One object serves
 * all connections; each connection has a {@link Session}, which remembers the last answer, so that
 * a client that asks the same again (as every benchmark does) costs a scan of its body and one
 * write.
 */
public final class FakeProvider {

  private static final Generator CHAT = new ChatCompletions();
  private static final Generator COMPLETIONS = new Completions();
  private static final Generator MESSAGES = new Messages();
  private static final Responses RESPONSES = new Responses();

  private final FakeSettings settings;
  private final SpecialModels special = new SpecialModels();

  public FakeProvider(FakeSettings settings) {
    this.settings = settings;
  }

  /** A new connection's memory. */
  public Session newSession() {
    return new Session();
  }

  /** The provider as one connection sees it. For one thread at a time. */
  public final class Session {

    private final BodyFacts facts = new BodyFacts();
    private byte[] lastModelBytes = new byte[0];
    private String lastModel = "";
    private Shape shape = Shape.NONE;
    private Optional<Generator> lastGenerator = Optional.empty();
    private Optional<Call> lastCall = Optional.empty();
    private Answer lastAnswer = new Answer.Immediate(new byte[0]);

    private Session() {}

    /**
     * Answers a request.
     *
     * @param buffer holds the body without its framing, from {@code from} to {@code to}
     */
    public Answer answer(RequestHead head, byte[] buffer, int from, int to) {
      if (settings.requireAuth() && !head.hasCredential()) {
        return error(401, dialect(head), "No credential was sent.");
      }
      if (head.methodIs("POST")) {
        return post(head, buffer, from, to);
      }
      return head.methodIs("GET") ? get(head) : other(head);
    }

    private Answer post(RequestHead head, byte[] buffer, int from, int to) {
      if (head.pathEndsWith("/chat/completions")) {
        return generate(head, CHAT, Dialect.OPENAI, buffer, from, to);
      }
      if (head.pathEndsWith("/completions")) {
        return generate(head, COMPLETIONS, Dialect.OPENAI, buffer, from, to);
      }
      if (head.pathEndsWith("/messages")) {
        return generate(head, MESSAGES, Dialect.ANTHROPIC, buffer, from, to);
      }
      if (head.pathEndsWith("/responses")) {
        return generate(head, RESPONSES, Dialect.OPENAI, buffer, from, to);
      }
      if (head.pathEndsWith("/embeddings")) {
        return embed(head, buffer, from, to);
      }
      if (head.pathEndsWith("/messages/count_tokens")) {
        return json(head, "{\"input_tokens\":" + (to - from + 3) / 4 + "}");
      }
      if (head.pathEndsWith("/responses/compact")) {
        return json(head, RESPONSES.compacted());
      }
      if (head.pathEndsWith("/cancel")) {
        return json(head, RESPONSES.cancelled(responseId(head)));
      }
      return unknown(head);
    }

    private Answer get(RequestHead head) {
      String path = head.path();
      if (path.endsWith("/models")) {
        return json(head, Models.list());
      }
      int model = path.lastIndexOf("/models/");
      if (model >= 0) {
        String id = path.substring(model + "/models/".length());
        return json(head, Models.one(URLDecoder.decode(id, StandardCharsets.UTF_8)));
      }
      if (path.endsWith("/input_items")) {
        return json(head, RESPONSES.inputItems());
      }
      if (path.contains("/responses/")) {
        return json(head, RESPONSES.stored(responseId(head)));
      }
      return path.endsWith("/health") ? json(head, "{\"status\":\"ok\"}") : unknown(head);
    }

    private Answer other(RequestHead head) {
      return head.methodIs("DELETE") && head.path().contains("/responses/")
          ? json(head, RESPONSES.deleted(responseId(head)))
          : unknown(head);
    }

    private Answer generate(
        RequestHead head, Generator generator, Dialect dialect, byte[] buffer, int from, int to) {
      if (!facts.scan(buffer, from, to)) {
        return error(400, dialect, "The body is not a JSON object.");
      }
      if (!facts.hasModel()) {
        return error(400, dialect, "The body names no model.");
      }
      Call call = call(head, toolCall(buffer, from, to));
      if (lastGenerator.filter(generator::equals).isPresent()
          && lastCall.filter(call::equals).isPresent()) {
        return lastAnswer;
      }
      Optional<Answer> misbehaviour = special.answer(call, generator, dialect);
      if (misbehaviour.isPresent()) {
        return misbehaviour.get();
      }
      lastGenerator = Optional.of(generator);
      lastCall = Optional.of(call);
      lastAnswer = Answers.of(call, generator);
      return lastAnswer;
    }

    private Answer embed(RequestHead head, byte[] buffer, int from, int to) {
      if (!facts.scan(buffer, from, to) || !facts.hasModel()) {
        return error(400, Dialect.OPENAI, "The body is not a JSON object that names a model.");
      }
      int size = facts.dimensions() > 0 ? facts.dimensions() : settings.embeddingSize();
      String list = Embeddings.list(model(), facts.inputs(), size, facts.base64());
      Call call = call(head, Optional.empty());
      return special
          .answer(call, new EmbeddingsOnly(list), Dialect.OPENAI)
          .orElseGet(() -> Answers.after(call.delayMillis(), Http.json(list)));
    }

    private Optional<ToolCall> toolCall(byte[] buffer, int from, int to) {
      if (!facts.hasTools()) {
        return Optional.empty();
      }
      try {
        return ToolCall.askedFor(new String(buffer, from, to - from, StandardCharsets.UTF_8));
      } catch (IllegalArgumentException malformed) {
        return Optional.empty();
      }
    }

    private Call call(RequestHead head, Optional<ToolCall> toolCall) {
      String model = model();
      return new Call(
          model,
          facts.stream(),
          facts.includeUsage(),
          toolCall,
          chosen(head.delayMillis(), shape.delayMillis(), settings.delayMillis()),
          chosen(head.chunks(), shape.chunks(), settings.chunks()),
          chosen(head.gapMillis(), shape.gapMillis(), settings.gapMillis()),
          chosen(shape.bodyBytes(), settings.bodyBytes()),
          shape.stamped());
    }

    /** Keeps the string of the last model, since it is nearly always the same. */
    private String model() {
      if (!facts.rawModelIs(lastModelBytes)) {
        lastModel = facts.rawModel();
        lastModelBytes = HttpBytes.of(lastModel);
        shape = Shape.of(lastModel);
      }
      return lastModel;
    }

    private Answer json(RequestHead head, String json) {
      return Answers.after(chosen(head.delayMillis(), settings.delayMillis()), Http.json(json));
    }
  }

  private static int chosen(int asked, int otherwise) {
    return asked == RequestHead.UNSET ? otherwise : asked;
  }

  private static int chosen(int asked, int named, int otherwise) {
    return chosen(asked, chosen(named, otherwise));
  }

  private static Dialect dialect(RequestHead head) {
    return head.path().contains("/messages") ? Dialect.ANTHROPIC : Dialect.OPENAI;
  }

  private static Answer unknown(RequestHead head) {
    String message = "The upstream has no " + head.method() + " of that path.";
    return error(404, dialect(head), message);
  }

  private static Answer error(int status, Dialect dialect, String message) {
    return new Answer.Immediate(Errors.of(status, dialect, message));
  }

  /**
   * The path segment after the last {@code /responses/}, without what JSON would have to escape.
   */
  private static String responseId(RequestHead head) {
    String path = head.path();
    int from = path.lastIndexOf("/responses/") + "/responses/".length();
    int slash = path.indexOf('/', from);
    String id = slash < 0 ? path.substring(from) : path.substring(from, slash);
    return id.replaceAll("[\\\\\"]", "");
  }

  /** Embeddings have no stream; the special models work on them all the same. */
  private record EmbeddingsOnly(String list) implements Generator {

    @Override
    public String whole(Call call) {
      return list;
    }

    @Override
    public EventStream events(Call call) {
      return call.newStream().data(list);
    }
  }
}
