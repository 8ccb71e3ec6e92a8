package dev.headgate.kernel.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.envelope.EnvelopeScanner;
import dev.headgate.kernel.envelope.ScannedEnvelope;
import dev.headgate.kernel.metrics.MeterRegistry;
import dev.headgate.spi.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is counted of the bodies of all dialects; a word is a token here. */
class PromptTest {
  private final Providers.OfWords provider = new Providers.OfWords("words", "words", 1);
  private final ServingCounters counters =
      new ServingCounters(Providers.hooks(provider), ServingCounters.AUTO);
  private final PromptCounting counting = new PromptCounting(2, 8, new MeterRegistry());

  private static Prompt prompt(String json, Operation operation) {
    // Other bytes stand around a body in its buffer.
    byte[] bytes = ("\"\\xx" + json + "\"\\xx").getBytes(StandardCharsets.UTF_8);
    ScannedEnvelope envelope = new ScannedEnvelope();
    new EnvelopeScanner().scan(bytes, 4, bytes.length - 4, envelope);
    return Prompt.of(envelope, operation);
  }

  private static String quoted(String json) {
    return json.replace('\'', '"');
  }

  private long count(String json, Operation operation) {
    Prompt prompt = prompt(quoted(json), operation);
    long count =
        counting.count(
            prompt, counters.serving("words"), "tenant", CountMode.ROUTE, Long.MAX_VALUE);
    assertThat(count).isBetween(prompt.atLeast(), prompt.atMost());
    return count;
  }

  private long chat(String json) {
    return count(json, Operation.CHAT);
  }

  private List<String> texts() {
    return provider.counter.texts;
  }

  @Test
  void messagesHaveThreeTokensEachAndTheReplyThree() {
    assertThat(
            chat(
                "{'model':'m','messages':[{'role':'system','content':'be brief'},"
                    + "{'role':'user','name':'ada','content':'hello there you'}]}"))
        .isEqualTo(3 + (3 + 1 + 2) + (3 + 1 + 1 + 1 + 3));
  }

  @Test
  void partsOfAMessageCountAsTheirTexts() {
    assertThat(
            chat(
                "{'messages':[{'role':'user','content':[{'type':'text','text':'one two'},"
                    + "{'type':'text','text':'three'}]}]}"))
        .isEqualTo(3 + 3 + 1 + 3);
  }

  @Test
  void onlyTheArgumentsOfCallsOfToolsCount() {
    assertThat(
            chat(
                "{'messages':[{'role':'assistant','content':null,'tool_calls':[{'id':'c 1',"
                    + "'type':'function','function':{'name':'f','arguments':'a b c'}}]},"
                    + "{'role':'tool','tool_call_id':'c1','content':'d e'}]}"))
        .isEqualTo(3 + (3 + 1 + 3) + (3 + 1 + 1 + 2));
  }

  @Test
  void toolsAreReadAsANamespace() {
    long count =
        chat(
            "{'messages':[{'role':'user','content':'x'}],'tools':[{'type':'function','function':"
                + "{'name':'weather','description':'Tells the weather','parameters':{'type':"
                + "'object','properties':{'place':{'type':'string','description':'Where'},"
                + "'unit':{'type':'string','enum':['c','f']},'days':{'type':'array','items':"
                + "{'type':'integer'}}},'required':['place']}}}],'tool_choice':{'type':"
                + "'function','function':{'name':'weather'}}}");

    assertThat(texts())
        .contains(
            """
            namespace functions {

            // Tells the weather
            type weather = (_: {
            // Where
            place: string,
            unit?: "c" | "f",
            days?: number[],
            }) => any;

            } // namespace functions\
            """);
    long words = Arrays.stream(texts().get(1).split("\\s+", -1)).count();
    assertThat(count).isEqualTo(3 + 3 + 1 + 1 + words + 9 + 7 + 1);
  }

  @Test
  void aSystemMessageMakesToolsCheaper() {
    String tools = "'tools':[{'type':'function','function':{'name':'f'}}]";
    long without = chat("{'messages':[{'role':'user','content':'x'}]," + tools + "}");
    long with = chat("{'messages':[{'role':'system','content':'x'}]," + tools + "}");

    assertThat(with).isEqualTo(without - 4);
  }

  @Test
  void imagesCostTheirTiles() {
    String png = Base64.getEncoder().encodeToString(Arrays.copyOf(Images.png(1024, 1024), 64));
    String image = "{'type':'image_url','image_url':{'url':'%s','detail':'%s'}}";
    String body = "{'messages':[{'role':'user','content':[%s]}]}";
    String data = "data:image/png;base64," + png;

    assertThat(chat(body.formatted(image.formatted("https://x/y.png", "low")))).isEqualTo(7 + 85);
    assertThat(chat(body.formatted(image.formatted(data, "high")))).isEqualTo(7 + 85 + 4 * 170);
    assertThat(chat(body.formatted(image.formatted("https://x/y.png", "high")))).isEqualTo(7 + 250);
    assertThat(texts()).isEmpty();
  }

  @Test
  void inputsOfResponsesCount() {
    assertThat(count("{'input':'one two'}", Operation.RESPONSE)).isEqualTo(3 + 3 + 1 + 2);
    assertThat(
            count(
                "{'instructions':'be brief','input':[{'role':'user','content':[{'type':"
                    + "'input_text','text':'one'}]},{'type':'function_call','name':'f',"
                    + "'call_id':'x','arguments':'{}'},{'type':'function_call_output','call_id':"
                    + "'x','output':'two three'}]}",
                Operation.RESPONSE))
        .isEqualTo(3 + (3 + 1 + 2) + (3 + 1 + 1) + (1 + 1) + 2);
  }

  @Test
  void messagesOfAnthropicsDialectCount() {
    assertThat(
            count(
                "{'max_tokens':5,'system':[{'type':'text','text':'be brief'}],'messages':["
                    + "{'role':'user','content':'hi'},{'role':'assistant','content':["
                    + "{'type':'tool_use','id':'t1','name':'f','input':{'a': 'b'}}]},"
                    + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t1',"
                    + "'content':[{'type':'text','text':'fine thanks'}]}]}]}",
                Operation.MESSAGE))
        .isEqualTo(3 + (3 + 1 + 2) + (3 + 1 + 1) + (3 + 1 + 1 + 2) + (3 + 1 + 2));
    assertThat(texts()).contains("{\"a\": \"b\"}");
  }

  @Test
  void plainTextsHaveNothingBesideThem() {
    assertThat(count("{'prompt':'one two'}", Operation.COMPLETION)).isEqualTo(2);
    assertThat(count("{'prompt':['one','two three']}", Operation.COMPLETION)).isEqualTo(3);
    assertThat(count("{'input':['one','two']}", Operation.EMBEDDING)).isEqualTo(2);
    assertThat(count("{'input':[[1,2,3],[4]]}", Operation.EMBEDDING)).isEqualTo(4);
  }

  @Test
  void escapesAreReadAndHalvesOfPairsReplaced() {
    String body = "{\"prompt\":\"a\\n\\\"b\\\" \\u00e9\\ud83d\\ude00 \\ud83d \\udc00x \\/\"}";
    Prompt prompt = prompt(body, Operation.COMPLETION);
    counting.count(prompt, counters.serving("words"), "t", CountMode.ROUTE, Long.MAX_VALUE);

    assertThat(texts()).containsExactly("a\n\"b\" \u00e9\ud83d\ude00 \ufffd \ufffdx /");
  }

  @Test
  void aCountEndsAtItsLimit() {
    Prompt prompt =
        prompt("{\"prompt\":[\"one two\",\"three four\",\"five\"]}", Operation.COMPLETION);
    long count = counting.count(prompt, counters.serving("words"), "t", CountMode.ROUTE, 3);

    assertThat(count).isGreaterThan(3);
    assertThat(texts()).containsExactly("one two", "three four");
  }

  @Test
  void longTextsAreCountedOncePerTenant() {
    String text = "lorem ipsum ".repeat(10_000);
    String body = "{\"prompt\":\"" + text + "\"}";
    long first = count(body, Operation.COMPLETION);
    long again = count(body, Operation.COMPLETION);

    assertThat(first).isEqualTo(20_000).isEqualTo(again);
    assertThat(texts()).hasSize(1);
    counting.count(
        prompt(body, Operation.COMPLETION),
        counters.serving("words"),
        "another",
        CountMode.ROUTE,
        Long.MAX_VALUE);
    assertThat(texts()).hasSize(2);
  }

  @Test
  void whatIsNoPromptIsNotCounted() {
    assertThat(count("{'model':'m','metadata':{'text':'a b c'},'user':'ada'}", Operation.CHAT))
        .isZero();
    assertThat(count("{'messages':5,'tools':[],'prompt':null}", Operation.CHAT)).isZero();
  }
}
