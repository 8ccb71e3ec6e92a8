package dev.headgate.kernel.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MessageMemoTest {
  private final MessageMemo memo = new MessageMemo(64);
  private final MessageMemo.Name name = memo.name();

  @Test
  void remembersATextOfATenant() {
    byte[] text = "some text that is longer than a word".getBytes(StandardCharsets.UTF_8);
    long scope = memo.scope("tenant", "counter");
    name.of(scope, text, 0, text.length);
    assertThat(memo.get(name)).isEqualTo(MessageMemo.UNKNOWN);

    memo.put(name, 7);

    name.of(scope, text, 0, text.length);
    assertThat(memo.get(name)).isEqualTo(7);
    name.of(memo.scope("another", "counter"), text, 0, text.length);
    assertThat(memo.get(name)).isEqualTo(MessageMemo.UNKNOWN);
    name.of(memo.scope("tenant", "another"), text, 0, text.length);
    assertThat(memo.get(name)).isEqualTo(MessageMemo.UNKNOWN);
  }

  @Test
  void everyByteMatters() {
    byte[] text = new byte[53];
    long scope = memo.scope("tenant", "counter");
    name.of(scope, text, 0, text.length);
    memo.put(name, 1);
    for (int i = 0; i < text.length; i++) {
      text[i] ^= 1;
      name.of(scope, text, 0, text.length);
      assertThat(memo.get(name)).as("byte " + i).isEqualTo(MessageMemo.UNKNOWN);
      text[i] ^= 1;
    }
    name.of(scope, text, 0, text.length - 1);
    assertThat(memo.get(name)).isEqualTo(MessageMemo.UNKNOWN);
  }

  @Test
  void holdsNoMoreThanItsBound() {
    Random random = new Random(1);
    byte[] text = new byte[32];
    int forgotten = 0;
    for (int i = 0; i < 1000; i++) {
      random.nextBytes(text);
      name.of(5, text, 0, text.length);
      forgotten += memo.put(name, i) ? 1 : 0;
      assertThat(memo.get(name)).isEqualTo(i);
    }
    assertThat(forgotten).isBetween(1000 - 64, 1000);
  }
}
