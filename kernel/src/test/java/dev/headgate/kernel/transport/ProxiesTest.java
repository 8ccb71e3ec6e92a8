package dev.headgate.kernel.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProxiesTest {

  private static String proxy(Map<String, String> environment, boolean secure, String host) {
    return String.valueOf(Proxies.find(environment, secure, host, secure ? 443 : 80));
  }

  @Test
  void choosesByTheSchemeAndPrefersLowerCase() {
    Map<String, String> environment =
        Map.of("http_proxy", "http://a:1", "HTTP_PROXY", "http://b:2", "HTTPS_PROXY", "c:3");
    assertThat(proxy(environment, false, "x.test")).isEqualTo("http://a:1");
    assertThat(proxy(environment, true, "x.test")).isEqualTo("http://c:3");
    assertThat(proxy(Map.of("ALL_PROXY", "https://d"), true, "x.test")).isEqualTo("https://d:443");
    assertThat(proxy(Map.of("all_proxy", "http://d/"), false, "x.test")).isEqualTo("http://d:80");
    assertThat(proxy(Map.of("https_proxy", "", "HTTPS_PROXY", "e:5"), true, "x.test"))
        .isEqualTo("http://e:5");
    assertThat(proxy(Map.of(), true, "x.test")).isEqualTo("null");
  }

  @Test
  void decodesTheCredentialAndNeverShowsIt() {
    Proxy proxy =
        Proxies.find(Map.of("http_proxy", "http://us%40er:p%3Aa+ss@a:1"), false, "x.test", 80);
    assertThat(proxy).isNotNull();
    // us@er:p:a+ss
    assertThat(proxy.authorization()).isEqualTo("Basic dXNAZXI6cDphK3Nz");
    assertThat(proxy.toString()).isEqualTo("http://a:1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"socks5://secret@a:1", "http://", "http://se cret", "ftp://secret"})
  void refusesWhatIsNoHttpProxyByTheNameOfTheVariable(String value) {
    assertThatThrownBy(() -> Proxies.find(Map.of("HTTPS_PROXY", value), true, "x.test", 443))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HTTPS_PROXY")
        .hasMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          *                      | x.test          | true
          x.test                 | x.test          | true
          x.test                 | sub.x.test      | true
          X.TEST                 | x.test          | true
          .x.test                | sub.x.test      | true
          .x.test                | x.test          | false
          *.x.test               | sub.x.test      | true
          x.test                 | notx.test       | false
          x.test:443             | x.test          | true
          x.test:8443            | x.test          | false
          a.test, x.test         | x.test          | true
          a.test  x.test         | x.test          | true
          10.1.2.3               | 10.1.2.3        | true
          10.1.2.3               | 10.1.2.30       | false
          10.0.0.0/8             | 10.1.2.3        | true
          10.0.0.0/8             | 11.1.2.3        | false
          10.0.0.0/33            | 10.0.0.0        | false
          10.0.0.0/8             | x.test          | false
          fd00::/8               | fd12::1         | true
          fd12::1                | fd12::1         | true
          [fd12::1]              | fd12::1         | true
          [fd12::1]:443          | fd12::1         | true
          [fd12::1]:80           | fd12::1         | false
          a.test                 | localhost       | true
          a.test                 | app.localhost   | true
          a.test                 | 127.0.0.9       | true
          a.test                 | ::1             | true
          """,
      delimiter = '|')
  void leavesOutWhatIsExcepted(String list, String host, boolean direct) {
    Map<String, String> environment = Map.of("https_proxy", "http://p:1", "no_proxy", list);
    assertThat(Proxies.find(environment, true, host, 443) == null).isEqualTo(direct);
  }
}
