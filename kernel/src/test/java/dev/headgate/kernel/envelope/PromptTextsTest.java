package dev.headgate.kernel.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.kernel.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PromptTextsTest {

  private static List<String> texts(String json) {
    byte[] body = ("  " + json).getBytes(StandardCharsets.UTF_8);
    ScannedEnvelope envelope = new ScannedEnvelope();
    new EnvelopeScanner().scan(body, 2, body.length, envelope);
    return envelope.texts().stream()
        .map(text ->
            text.role()
                + "="
                + JsonText.decode(body, text.span().start() + 2, text.span().end() + 2))
        .toList();
  }

  @Test
  void findsTheContentsOfAChat() {
    assertThat(
            texts(
                """
                {"messages":[{"role":"system","content":"s"},
                {"content":[{"type":"text","text":"a\\n"},{"type":"image_url","image_url":{"url":"u"}},
                {"type":"text","text":"b"}],"role":"user"},
                {"role":"assistant","content":null,"tool_calls":[]},
                {"role":"tool","tool_call_id":"1","content":"r"},{"role":"critic","content":"c"}]}\
                """))
        .containsExactly("system=s", "user=a\n", "user=b", "tool=r", "critic=c");
  }

  @Test
  void findsTheTextsOfAMessage() {
    assertThat(
            texts(
                """
                {"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":[
                {"type":"tool_result","tool_use_id":"t","content":[{"type":"text","text":"r"}]},
                {"type":"tool_result","tool_use_id":"t","content":"q"},
                {"type":"image","source":{"type":"base64","data":"AAAA"}},
                {"type":"document","source":{"type":"text","media_type":"text/plain","data":"d"}},
                {"type":"text","text":"x"}]}]}\
                """))
        .containsExactly("system=s", "tool=r", "tool=q", "user=d", "user=x");
  }

  @Test
  void findsTheInputOfAResponse() {
    assertThat(texts("{\"instructions\":\"i\",\"input\":\"x\"}")).containsExactly("system=i", "=x");
    assertThat(
            texts(
                """
                {"input":[{"role":"user","content":[{"type":"input_text","text":"a"}]},
                {"type":"function_call_output","call_id":"1","output":"r"},
                {"type":"function_call_output","call_id":"1","output":[{"type":"input_text","text":"p"}]},
                {"role":"assistant","content":"b"}],"instructions":"i"}\
                """))
        .containsExactly("user=a", "tool=r", "tool=p", "assistant=b", "system=i");
  }

  @Test
  void findsPromptsAndInputsOfOtherKinds() {
    assertThat(texts("{\"prompt\":\"p\"}")).containsExactly("=p");
    assertThat(texts("{\"prompt\":[\"p\",\"q\"]}")).containsExactly("=p", "=q");
    assertThat(texts("{\"prompt\":[1,2,3]}")).isEmpty();
    assertThat(texts("{\"prompt\":[[1],[2]]}")).isEmpty();
    assertThat(texts("{\"input\":[\"a\",\"b\"],\"model\":\"m\"}")).containsExactly("=a", "=b");
  }

  @Test
  void countsTheLastOfFieldsWithOneName() {
    assertThat(texts("{\"prompt\":\"a\",\"prompt\":\"b\"}")).containsExactly("=b");
    assertThat(texts("{\"messages\":[{\"role\":\"user\",\"content\":\"a\",\"content\":\"b\"}]}"))
        .containsExactly("user=b");
  }

  @Test
  void givesUpOnContentsDeeperThanAnyDialectHas() {
    String nested = "{\"content\":".repeat(200) + "\"x\"" + "}".repeat(200);
    assertThat(texts("{\"messages\":[" + nested + "]}")).isEmpty();
  }
}
