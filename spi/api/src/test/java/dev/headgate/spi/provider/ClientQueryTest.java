package dev.headgate.spi.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.spi.http.DenialException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientQueryTest {

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "key=sk-1, ''",
    "a=1&key=sk-1&b=2, a=1&b=2",
    "%6Bey=sk-1&limit=3, limit=3",
    "KEY=sk-1, ''",
    "key, ''",
    "api-key=x&access_token=y&after=z, after=z",
    "model=gpt&beta=true, beta=true",
    "include[]=a&include[]=b%20c, include[]=a&include[]=b%20c",
    "monkey=1&keys=2, monkey=1&keys=2",
    "%zz=1, %zz=1"
  })
  void leavesOutCredentialsAndWhatIsForTheGateway(String query, String kept) {
    assertThat(ClientQuery.forUpstream(query)).isEqualTo(kept);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=b c", "a=\u00e9", "a=b#c", "a=\r\nx: y"})
  void refusesAQueryThatWouldBreakTheRequestLine(String query) {
    assertThatThrownBy(() -> ClientQuery.forUpstream(query))
        .isInstanceOfSatisfying(
            DenialException.class, e -> assertThat(e.denial().status()).isEqualTo(400));
  }
}
