package io.synod.link.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.link.LinkShape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class LinkAccuracyTest {
  private static final double ROUNDING_MILLIS = 1e-6;

  /** Only a made-up clock shows that nothing is late: see FlowTest and StreamTest. */
  @ParameterizedTest
  @ValueSource(strings = {"wan-50ms", "wan-150ms"})
  void no_byte_is_earlier_than_the_delay_and_the_bandwidth_say(String name) throws Exception {
    List<Figure> figures = LinkAccuracy.measure(LinkShape.named(name), 1);
    assertThat(figures).filteredOn(Figure::isBounded).hasSize(4);
    // On a full link a latency counts from when the bandwidth lets the byte leave.
    assertThat(figures)
        .filteredOn(figure -> figure.what().startsWith("latency"))
        .hasSize(4)
        .allMatch(figure -> figure.error() >= -ROUNDING_MILLIS);
    // A reader that pauses before its first byte then reads much at once.
    assertThat(figures)
        .filteredOn(figure -> figure.what().startsWith("bandwidth"))
        .hasSize(2)
        .allMatch(figure -> figure.measured() > 0);
  }

  @Test
  void a_link_without_limit_has_no_bandwidth_figure() throws Exception {
    assertThat(LinkAccuracy.measure(LinkShape.STRAIGHT, 1))
        .extracting(Figure::what)
        .containsExactly("latency, idle", "latency, idle, p99");
  }

  @Test
  void a_figure_beyond_its_bound_does_not_hold() {
    assertThat(new Figure("latency", "ms", 50, 52, 2).holds()).isTrue();
    assertThat(new Figure("latency", "ms", 50, 52.1, 2).holds()).isFalse();
    assertThat(new Figure("latency", "ms", 50, 47.9, 2).holds()).isFalse();
    assertThat(new Figure("p99", "ms", 50, 900, Double.POSITIVE_INFINITY).holds()).isTrue();
  }

  @Test
  void a_percentile_is_one_of_the_samples() {
    Samples samples = new Samples();
    for (int value = 200; value > 0; value--) {
      samples.add(value);
    }
    assertThat(samples.median()).isEqualTo(100);
    assertThat(samples.p99()).isEqualTo(198);
  }

  @Test
  void an_impossible_measurement_is_refused() {
    assertThatThrownBy(() -> LinkAccuracy.measure(LinkShape.STRAIGHT, 0))
        .hasMessageContaining("at least one");
    assertThatThrownBy(() -> LinkAccuracy.measure(LinkShape.delayed(1, 1), 1))
        .hasMessageContaining("jitter");
  }
}
