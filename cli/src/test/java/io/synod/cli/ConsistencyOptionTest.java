package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.settings.Consistency;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConsistencyOptionTest {
  private final ConsistencyOption option = new ConsistencyOption();

  @Test
  void a_word_or_an_age_says_what_a_query_sees() {
    assertThat(option.convert("log")).isEqualTo(Consistency.LOG);
    assertThat(option.convert("leader")).isEqualTo(Consistency.LEADER);
    assertThat(option.convert("lease")).isEqualTo(Consistency.LEASE);
    assertThat(option.convert("quorum")).isEqualTo(Consistency.QUORUM);
    assertThat(option.convert("stale")).isEqualTo(Consistency.STALE);
    assertThat(option.convert("500ms")).isEqualTo(Consistency.bounded(Duration.ofMillis(500)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fresh", "Leader", "500", "0ms", "-1s"})
  void anything_else_is_refused_naming_what_there_is(String text) {
    assertThatThrownBy(() -> option.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage(
            "'" + text + "' is not log, leader, lease, quorum, stale or an age such as 500ms");
  }
}
