package dev.headgate.distro.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bench.upstream.Script;
import dev.headgate.bench.upstream.ScriptedUpstream;
import dev.headgate.testkit.AssembledGateway;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What was answered is in the spend log, once, whatever happens to the process. */
class SpendSurvivesTest {
  private static final Pattern ROW =
      Pattern.compile("\"litellm_call_id\":\"([^\"]+)\".*?\"spend\":([0-9.]+)");
  private static final long NANOS = 50_000_000;

  @Test
  void keepsEveryAnsweredCallOnceThroughKills() throws Exception {
    int rounds = Boolean.getBoolean("headgate.long") ? 100 : 3;
    Random random = new Random(4);
    Set<String> answered = ConcurrentHashMap.newKeySet();
    try (ScriptedUpstream upstream = ScriptedUpstream.start()) {
      upstream
          .on("POST", "/chat/completions")
          .reply(
              Script.json(
                  "{\"id\":\"always-the-same\",\"choices\":[],\"usage\":{\"prompt_tokens\":10,"
                      + "\"completion_tokens\":4,\"total_tokens\":14}}"));
      AssembledGateway gateway =
          AssembledGateway.serve(
              """
              model_list:
                - model_name: gpt-4o
                  litellm_params:
                    model: openai/gpt-4o
                    api_base: "%s"
                    input_cost_per_token: 0.001
                    output_cost_per_token: 0.01
              general_settings: {master_key: "%%KEY%%"}
              """
                  .formatted(upstream.baseUrl()));
      for (int round = 0; round < rounds; round++) {
        load(gateway, 200_000_000L + random.nextLong(1_000_000_000L), answered);
        gateway = gateway.killAndStart();
      }
      try (AssembledGateway last = gateway) {
        assertThat(answered).hasSizeGreaterThan(rounds * 10);
        List<String> rows = rows(last);
        assertThat(rows).doesNotHaveDuplicates().containsAll(answered);
        String spent = get(last, "/global/spend").text();
        assertThat(spent)
            .isEqualTo(
                "{\"spend\":"
                    + java.math.BigDecimal.valueOf(rows.size() * NANOS, 9)
                        .stripTrailingZeros()
                        .toPlainString()
                    + ",\"max_budget\":0}");
      }
    }
  }

  /** Asks on eight connections for a while, then kills the gateway in the middle of it. */
  private static void load(AssembledGateway gateway, long nanos, Set<String> answered)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> loops = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        loops.add(threads.submit(() -> untilItDies(gateway, answered)));
      }
      LockSupport.parkNanos(nanos);
      gateway.process().destroyForcibly().waitFor();
      for (Future<?> loop : loops) {
        loop.get();
      }
    }
  }

  private static void untilItDies(AssembledGateway gateway, Set<String> answered) {
    try (RawClient client = new RawClient(gateway)) {
      byte[] request = RawClient.chat("{\"model\":\"gpt-4o\",\"messages\":[]}");
      while (true) {
        RawClient.Reply reply = client.send(request).reply();
        if (reply.status() == 200) {
          answered.add(reply.header("x-litellm-call-id"));
        }
      }
    } catch (IOException died) {
      // what came whole before that counts
    }
  }

  private static List<String> rows(AssembledGateway gateway) throws IOException {
    List<String> ids = new ArrayList<>();
    Matcher row = ROW.matcher(get(gateway, "/spend/logs?request_id=always-the-same").text());
    while (row.find()) {
      ids.add(row.group(1));
      assertThat(row.group(2)).isEqualTo("0.05");
    }
    return ids;
  }

  private static RawClient.Reply get(AssembledGateway gateway, String path) throws IOException {
    try (RawClient client = new RawClient(gateway)) {
      return client
          .send(
              "GET "
                  + path
                  + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                  + AssembledGateway.KEY
                  + "\r\n\r\n")
          .reply();
    }
  }
}
