package dev.headgate.providers.mock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PiecesTest {

  @Test
  void cutsBehindTheSpacesThatFollowAWord() {
    assertThat(new Pieces("one two  three", 0).stream()).containsExactly("one ", "two  ", "three");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5})
  void keepsTheTextWhereThereAreNoMorePiecesThanWords(int count) {
    Pieces pieces = new Pieces("a b c d e", count);
    assertThat(pieces.joined()).isEqualTo("a b c d e");
    assertThat(pieces.stream()).hasSize(count == 0 ? 5 : count);
  }

  @Test
  void saysTheWordsAgainWhereThereAreMore() {
    assertThat(new Pieces("a b", 5).stream()).containsExactly("a ", "b ", "a ", "b ", "a ");
  }

  @Test
  void makesOnePieceOfNothing() {
    assertThat(new Pieces("", 0).stream()).containsExactly("");
  }
}
