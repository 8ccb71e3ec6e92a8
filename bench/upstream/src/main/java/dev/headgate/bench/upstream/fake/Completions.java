package dev.headgate.bench.upstream.fake;

/** The legacy {@code /completions}. */
final class Completions implements Generator {

  private static final String USAGE =
      "{\"prompt_tokens\":10,\"completion_tokens\":16,\"total_tokens\":26}";

  @Override
  public String whole(Call call) {
    return object(call, choice(Words.text(call.bodyBytes()), "\"stop\""), ",\"usage\":" + USAGE);
  }

  @Override
  public EventStream events(Call call) {
    EventStream events = call.newStream();
    String noUsage = call.includeUsage() ? ",\"usage\":null" : "";
    for (int i = 0; i < call.chunks(); i++) {
      String data = object(call, choice(call.piece(i), "null"), noUsage);
      if (i == 0) {
        events.data(data);
      } else {
        events.dataAfterGap(data);
      }
    }
    events.data(object(call, choice("", "\"stop\""), noUsage));
    if (call.includeUsage()) {
      events.data(object(call, "", ",\"usage\":" + USAGE));
    }
    return events.data("[DONE]");
  }

  private static String choice(String text, String reason) {
    return "{\"text\":\""
        + text
        + "\",\"index\":0,\"logprobs\":null,\"finish_reason\":"
        + reason
        + "}";
  }

  private static String object(Call call, String choices, String more) {
    return "{\"id\":\"cmpl-upstream\",\"object\":\"text_completion\",\"created\":1677652288,"
        + "\"model\":\""
        + call.model()
        + "\",\"system_fingerprint\":\"fp_upstream\",\"choices\":["
        + choices
        + "]"
        + more
        + "}";
  }
}
