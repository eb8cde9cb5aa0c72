package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationOptionTest {
  private final DurationOption option = new DurationOption();

  @Test
  void a_time_has_the_units_of_settings() {
    assertThat(option.convert("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(option.convert("2s")).isEqualTo(Duration.ofSeconds(2));
    assertThat(option.convert("30min")).isEqualTo(Duration.ofMinutes(30));
    assertThat(option.convert("1h")).isEqualTo(Duration.ofHours(1));
    assertThat(option.convert("8760h")).isEqualTo(Duration.ofDays(365));
  }

  @Test
  void no_time_at_all_is_too_short() {
    assertThatThrownBy(() -> option.convert("0s"))
        .hasMessage("'0s' is too short: the least is 1ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "0s", "-1s", "1d", "200000000min", "999999999999h"})
  void anything_else_is_refused(String text) {
    assertThatThrownBy(() -> option.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageStartingWith("'" + text + "' is ");
  }
}
