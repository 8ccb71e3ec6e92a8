package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.testkit.AssembledGateway;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a request leaves for the garbage collector, as the collector of the assembled gateway counts
 * it: the bytes that each young collection found more than the last one left. What is carried into
 * the database later, in batches, is kept out of it.
 */
class AllocationTest {
  private static final Pattern YOUNG =
      Pattern.compile("DefNew: .* Eden: (\\d+)K\\(\\d+K\\)->(\\d+)K");
  private static final int WARM = 8_000;
  private static final int COUNTED = 12_000;

  @TempDir Path folder;

  @Test
  void makesLessThanTwoKilobytesOfGarbageForABareSmallChat() throws IOException {
    assertThat(bytesEach("only: [auth-master, openai]")).isLessThan(2_000);
  }

  @Test
  void makesLessThanFourKilobytesWithEveryPluginOfTheDistribution() throws IOException {
    assertThat(bytesEach("without: []")).isLessThan(4_000);
  }

  private long bytesEach(String plugins) throws IOException {
    Path log = folder.resolve("gc.log");
    try (ScriptedUpstream upstream = ScriptedUpstream.start();
        AssembledGateway gateway =
            AssembledGateway.serve(
                """
                model_list:
                  - model_name: gpt-4o
                    litellm_params: {model: openai/gpt-4o-mini, api_base: "%s"}
                general_settings: {master_key: "%%KEY%%", proxy_batch_write_at: 3600}
                headgate: {plugins: {%s}}
                """
                    .formatted(upstream.baseUrl(), plugins),
                Map.of(
                    "HEADGATE_JAVA_OPTS",
                    "-Xmn1m -Xlog:gc+heap=info:file=" + log + "::filecount=0"),
                List.of())) {
      chats(gateway, WARM);
      int before = Files.readAllLines(log).size();
      chats(gateway, COUNTED);
      List<String> lines = Files.readAllLines(log);
      return bytes(lines.subList(before, lines.size())) / COUNTED;
    }
  }

  /** The bytes allocated from the first of these collections to the last, scaled to all of it. */
  private static long bytes(List<String> lines) {
    long sum = 0;
    long left = -1;
    int collections = 0;
    for (String line : lines) {
      Matcher young = YOUNG.matcher(line);
      if (young.find()) {
        if (left >= 0) {
          sum += Long.parseLong(young.group(1)) - left;
          collections++;
        }
        left = Long.parseLong(young.group(2));
      }
    }
    // fewer say too little about what came before the first and after the last
    assertThat(collections).isGreaterThan(10);
    return sum * 1024 * (collections + 1) / collections;
  }

  private static void chats(AssembledGateway gateway, int count) throws IOException {
    byte[] request =
        RawClient.chat(
            "{\"model\":\"gpt-4o\",\"messages\":[{\"role\":\"system\",\"content\":\"Answer"
                + " briefly.\"},{\"role\":\"user\",\"content\":\"What is the capital of France, and"
                + " since when?\"}],\"max_tokens\":64,\"temperature\":0.7}");
    byte[] buffer = new byte[16 * 1024];
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), gateway.port())) {
      socket.setTcpNoDelay(true);
      for (int i = 0; i < count; i++) {
        socket.getOutputStream().write(request);
        answer(socket.getInputStream(), buffer);
      }
    }
  }

  private static void answer(InputStream in, byte[] buffer) throws IOException {
    int size = 0;
    int wanted = Integer.MAX_VALUE;
    while (size < wanted) {
      int read = in.read(buffer, size, buffer.length - size);
      if (read < 0) {
        throw new EOFException("the gateway closed the connection");
      }
      size += read;
      String head = new String(buffer, 0, size, StandardCharsets.ISO_8859_1);
      int end = head.indexOf("\r\n\r\n");
      if (end >= 0) {
        assertThat(head).startsWith("HTTP/1.1 200 ");
        int length = head.indexOf("content-length: ") + "content-length: ".length();
        wanted =
            end + 4 + Integer.parseInt(head.substring(length, head.indexOf('\r', length)).trim());
      }
    }
  }
}
