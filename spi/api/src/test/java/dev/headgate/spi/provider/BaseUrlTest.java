package dev.headgate.spi.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BaseUrlTest {

  @ParameterizedTest
  @CsvSource({
    "http://host, http://host, /chat, http://host",
    "http://host/, http://host, /chat, http://host",
    "HTTPS://host:8443/v1//, https://host:8443, /v1/chat, https://host:8443/v1",
    "' http://127.0.0.1:8000/a%20b?x=1&y ', http://127.0.0.1:8000, /a%20b/chat?x=1&y,"
        + " http://127.0.0.1:8000/a%20b",
    "http://[::1]:80/v1, http://[::1]:80, /v1/chat, http://[::1]:80/v1"
  })
  void readsAddressesAsOperatorsWriteThem(
      String text, String origin, String target, String address) {
    BaseUrl base = BaseUrl.parse(text);
    assertThat(base.origin()).hasToString(origin);
    assertThat(base.target("/chat")).isEqualTo(target);
    assertThat(base.address()).isEqualTo(address);
  }

  @ParameterizedTest
  @CsvSource({
    "http://host/v1, beta=true, /v1/chat?beta=true",
    "http://host/v1?a=1, beta=true, /v1/chat?a=1&beta=true",
    "http://host/v1?a=1, '', /v1/chat?a=1",
    "http://host/v1, '', /v1/chat"
  })
  void addsToTheQuery(String text, String more, String target) {
    assertThat(BaseUrl.parse(text).target("/chat", more)).isEqualTo(target);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host",
        "host:8000",
        "ftp://host",
        "http://",
        "http:///path",
        "http://ho st",
        "http://host:99999",
        "http://h\u00f6st",
        "http://user:top-secret@host",
        "file:///etc/passwd"
      })
  void refusesWhatIsNoAddressAndDoesNotRepeatIt(String text) {
    assertThatThrownBy(() -> BaseUrl.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("an address")
        .message()
        .doesNotContain("top-secret");
  }
}
