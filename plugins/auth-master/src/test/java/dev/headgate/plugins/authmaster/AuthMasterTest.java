package dev.headgate.plugins.authmaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.TestGateway;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AuthMasterTest {
  private static final String KEY = "sk-master-of-the-test-house";
  private static TestGateway gateway;

  @BeforeAll
  static void startsWithAKeyAmidWhiteSpace() {
    gateway = with("general_settings: {master_key: ' " + KEY + "\\t'}").start();
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static TestGateway.Builder with(String config) {
    return TestGateway.around(AuthMasterPlugin.class, AuthMasterPlugin::new)
        .withoutDoorman()
        .config(config.replace("\\t", "\t"));
  }

  private static HttpResponse<String> asks(TestGateway asked, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(asked.baseUrl() + "/v1/chat/completions"))
            .POST(
                HttpRequest.BodyPublishers.ofString("{\"model\":\"test-model\",\"messages\":[]}"));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return asked.send(request);
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization, 'Bearer sk-master-of-the-test-house'",
    "Authorization, 'bearer   sk-master-of-the-test-house '",
    "Authorization, 'Basic dXNlcjpzay1tYXN0ZXItb2YtdGhlLXRlc3QtaG91c2U='",
    "x-litellm-api-key, 'Bearer sk-master-of-the-test-house'",
    "x-litellm-api-key, sk-master-of-the-test-house",
    "api-key, sk-master-of-the-test-house",
    "x-api-key, sk-master-of-the-test-house",
    "x-goog-api-key, sk-master-of-the-test-house"
  })
  void letsInWhoeverHoldsTheKey(String header, String value) {
    assertThat(asks(gateway, header, value).statusCode()).isEqualTo(200);
  }

  @Test
  void refusesACallWithoutAKey() {
    HttpResponse<String> answer = asks(gateway);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":{\"message\":\"Authentication Error, no API key was passed in; send one as"
                + " Authorization: Bearer <key>\",\"type\":\"auth_error\",\"param\":\"None\","
                + "\"code\":\"401\"}}");
  }

  @Test
  void refusesAKeyWithoutItsScheme() {
    HttpResponse<String> answer = asks(gateway, "Authorization", KEY);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("\"message\":\"Authentication Error, ")
        .contains("malformed")
        .contains("\"type\":\"auth_error\"")
        .doesNotContain(KEY);
  }

  @Test
  void showsAKeyOfAnotherSortMasked() {
    HttpResponse<String> answer = asks(gateway, "Authorization", "Bearer a-key-of-another-sort");
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .contains("'sk-'")
        .contains("****sort")
        .contains("\"type\":\"auth_error\"")
        .doesNotContain("a-key-of-another");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sk-nobody-knows-this-one",
        "sk-master-of-the-test-hous",
        "sk-master-of-the-test-housE",
        "sk-master-of-the-test-house-and-more",
        "sk-master-of-the-test-housesk-master-of-the-test-house"
      })
  void refusesAnUnknownKeyAndShowsNoMoreThanItsEnd(String key) {
    HttpResponse<String> answer = asks(gateway, "Authorization", "Bearer " + key);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body())
        .isEqualTo(
            "{\"error\":{\"message\":\"Authentication Error, the key ****%s is not known to this"
                    .formatted(key.substring(key.length() - 4))
                + " gateway\",\"type\":\"token_not_found_in_db\",\"param\":\"key\","
                + "\"code\":\"401\"}}");
  }

  @Test
  void refusesAMessagesClientInItsDialect() {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.baseUrl() + "/v1/messages"))
            .header("x-api-key", "sk-nobody-knows-this-one")
            .POST(HttpRequest.BodyPublishers.ofString("{}"));
    HttpResponse<String> answer = gateway.send(request);
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).startsWith("{\"type\":\"error\",\"error\":{\"type\":");
  }

  @ParameterizedTest
  @CsvSource({
    "'', no master key is set",
    "'general_settings: {master_key: \"\"}', found an empty value",
    "'general_settings: {master_key: sk-1234}', everybody knows",
    "'general_settings: {master_key: my-own-long-master-key}', does not start with sk-",
    "'general_settings: {master_key: sk-short}', too short",
    "'general_settings: {master_key: \"sk-two words in one key\"}', white space"
  })
  void refusesToStartWithoutAGoodKey(String config, String reason) {
    assertThatThrownBy(() -> with(config).start().close())
        .hasMessageContaining(reason)
        .message()
        .doesNotContain("sk-short")
        .doesNotContain("my-own-long")
        .doesNotContain("two words");
  }

  @Test
  void saysHowToMakeAGoodKeyAndHowToGoWithout() {
    assertThatThrownBy(() -> with("").start().close())
        .hasMessageContaining("general_settings.master_key")
        .hasMessageContaining("LITELLM_MASTER_KEY")
        .hasMessageContaining("openssl rand -hex 24")
        .hasMessageContaining("dangerously_permit_weak_or_unset_master_key");
  }

  @Test
  void takesTheKeyFromTheEnvironment() {
    try (TestGateway started = with("").environment("LITELLM_MASTER_KEY", KEY + "\r\n").start()) {
      assertThat(asks(started, "Authorization", "Bearer " + KEY).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void prefersTheKeyOfTheFile() {
    try (TestGateway started =
        with("general_settings: {master_key: " + KEY + "}")
            .environment("LITELLM_MASTER_KEY", "sk-the-key-of-the-environment")
            .start()) {
      assertThat(asks(started, "api-key", KEY).statusCode()).isEqualTo(200);
      assertThat(asks(started, "api-key", "sk-the-key-of-the-environment").statusCode())
          .isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sk-1234", "short"})
  void honoursTheWishForAWeakKey(String weak) {
    try (TestGateway started =
        with("general_settings: {dangerously_permit_weak_or_unset_master_key: true,"
                + " master_key: "
                + weak
                + "}")
            .start()) {
      assertThat(asks(started, "Authorization", "Bearer " + weak).statusCode()).isEqualTo(200);
      assertThat(asks(started, "Authorization", "Bearer sk-other").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void letsEverybodyInWhereTheOperatorAsksForIt() {
    try (TestGateway started =
        with("general_settings: {dangerously_permit_weak_or_unset_master_key: true}").start()) {
      assertThat(asks(started).statusCode()).isEqualTo(200);
      assertThat(asks(started, "Authorization", "Bearer anything").statusCode()).isEqualTo(200);
    }
  }
}
