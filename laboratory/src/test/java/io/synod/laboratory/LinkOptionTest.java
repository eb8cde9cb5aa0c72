package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.link.LinkShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

final class LinkOptionTest {

  private static LinkShape link(String text) {
    return new LinkOption().convert(text);
  }

  @Test
  void a_link_has_a_name_or_is_described() {
    assertThat(link("wan-150ms")).isEqualTo(LinkShape.named("wan-150ms"));
    assertThat(link("latency=50ms,bandwidth=10Mbit")).isEqualTo(LinkShape.named("wan-50ms"));
    assertThat(link("bandwidth=9.59Mbit,jitter=250us,latency=1.5ms"))
        .isEqualTo(LinkShape.limited(1_500_000, 250_000, 9_590_000));
    assertThat(link("latency=2ms")).isEqualTo(LinkShape.delayed(2_000_000, 0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wan | there is no link 'wan': use wan-50ms, wan-150ms, lan, or latency=",
        "delay=5ms | a link has latency, jitter and bandwidth, not 'delay'",
        "latency=5ms,jitter | a link has latency, jitter and bandwidth, not 'jitter'",
        "latency=5ms,latency=6ms | '5ms' and '6ms' set the same property",
        "latency=5 | '5' is not a time such as",
        "bandwidth=10 | '10' is not a bandwidth such as"
      })
  void the_error_for_an_unknown_link_names_the_known_ones(String text, String message) {
    assertThatThrownBy(() -> link(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining(message);
  }
}
