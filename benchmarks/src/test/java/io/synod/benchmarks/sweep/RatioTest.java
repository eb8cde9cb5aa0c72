package io.synod.benchmarks.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RatioTest {

  @Test
  void a_mean_is_geometric_and_has_a_standard_error() {
    Ratio ratio = Ratio.of(new double[] {Math.log(2), Math.log(8)});
    assertThat(ratio.mean()).isEqualTo(4, within(1e-9));
    assertThat(ratio.factor()).isEqualTo(2, within(1e-9));
  }

  @Test
  void equal_rounds_have_no_error() {
    assertThat(Ratio.of(new double[] {0.1, 0.1, 0.1}).factor()).isEqualTo(1, within(1e-9));
  }
}
