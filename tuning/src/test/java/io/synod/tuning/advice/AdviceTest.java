package io.synod.tuning.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.synod.tuning.model.Bottleneck;
import io.synod.tuning.model.CpuCosts;
import io.synod.tuning.model.LinearCost;
import io.synod.tuning.model.Link;
import io.synod.tuning.model.MessageSizes;
import io.synod.tuning.model.PhaseTwoModel;
import io.synod.tuning.model.Topology;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class AdviceTest {
  private static final double ANY = Double.POSITIVE_INFINITY;

  /** S13's Emulab. */
  private static PhaseTwoModel emulab(int requestBytes) {
    return new PhaseTwoModel(
        3,
        Link.ofBits(Topology.WAN, 9.4e6, 50),
        MessageSizes.ofSynod(requestBytes, 8),
        new CpuCosts(new LinearCost(0.28, 0.2), new LinearCost(0.002, 1.5), 0));
  }

  /** A processor that costs next to nothing on a long way. */
  private static PhaseTwoModel longWay(double oneWayMillis) {
    return new PhaseTwoModel(
        3,
        Link.ofBits(Topology.WAN, 10e9, oneWayMillis),
        MessageSizes.ofSynod(100, 8),
        new CpuCosts(new LinearCost(0, 0), new LinearCost(0, 0.00001), 0));
  }

  @Test
  void no_larger_batch_brings_a_percent_more() {
    Advice advice = Advice.of(emulab(1_024), ANY);
    double greatest =
        advice.candidates().stream().mapToDouble(Candidate::throughput).max().orElseThrow();
    assertThat(advice.isLatencyKept()).isTrue();
    assertThat(advice.recommended().throughput()).isGreaterThanOrEqualTo(0.99 * greatest);
    assertThat(advice.candidates())
        .filteredOn(one -> one.maxBytes() < advice.recommended().maxBytes())
        .isNotEmpty()
        .allSatisfy(one -> assertThat(one.throughput()).isLessThan(0.99 * greatest));
    assertThat(advice.recommended().bottleneck()).isEqualTo(Bottleneck.BANDWIDTH);
  }

  @Test
  void the_window_is_the_smallest_that_gives_the_throughput() {
    for (Candidate candidate : Advice.of(emulab(1_024), ANY).candidates()) {
      double most = candidate.prediction().throughput();
      assertThat(candidate.throughput()).isEqualTo(most);
      if (candidate.window() > 1) {
        assertThat(candidate.prediction().throughput(candidate.window() - 1)).isLessThan(most);
      }
    }
  }

  @Test
  void a_batch_holds_as_many_requests_as_fit() {
    assertThat(Advice.of(emulab(1_024), ANY).candidates())
        .first()
        .satisfies(one -> assertThat(one.maxBytes()).isEqualTo(2_048))
        .satisfies(one -> assertThat(one.prediction().requests()).isEqualTo(1));
    assertThat(Advice.of(emulab(1_024), ANY).candidates())
        .filteredOn(one -> one.maxBytes() == 64 << 10)
        .singleElement()
        .satisfies(one -> assertThat(one.prediction().requests()).isEqualTo(62));
  }

  @Test
  void the_latency_is_that_of_the_first_request_of_a_batch() {
    Candidate candidate = Advice.of(emulab(1_024), ANY).recommended();
    double filling = candidate.prediction().requests() * 1_000 / candidate.throughput();
    assertThat(candidate.latencyMillis())
        .isEqualTo(filling + candidate.prediction().instanceMillis())
        .isGreaterThan(100);
  }

  @Test
  void a_bound_of_the_latency_makes_batches_smaller() {
    Advice free = Advice.of(emulab(128), ANY);
    Advice bound = Advice.of(emulab(128), 150);
    assertThat(free.recommended().latencyMillis()).isGreaterThan(150);
    assertThat(bound.recommended().latencyMillis()).isLessThanOrEqualTo(150);
    assertThat(bound.recommended().maxBytes()).isLessThan(free.recommended().maxBytes());
    assertThat(bound.isLatencyKept()).isTrue();
  }

  @Test
  void where_no_batch_keeps_the_latency_the_quickest_is_named() {
    Advice advice = Advice.of(emulab(128), 99);
    assertThat(advice.isLatencyKept()).isFalse();
    assertThat(advice.candidates())
        .allSatisfy(
            one ->
                assertThat(one.latencyMillis())
                    .isGreaterThan(99)
                    .isGreaterThanOrEqualTo(advice.recommended().latencyMillis()));
  }

  @Test
  void where_no_window_is_large_enough_the_latency_is_the_bottleneck() {
    Candidate first = Advice.of(longWay(500), ANY).candidates().get(0);
    assertThat(first.prediction().window()).isGreaterThan(10_000);
    assertThat(first.window()).isEqualTo(10_000);
    assertThat(first.bottleneck()).isEqualTo(Bottleneck.LATENCY);
    assertThat(first.throughput())
        .isCloseTo(10_000 * 1_000 / first.prediction().instanceMillis(), Offset.offset(1e-6))
        .isLessThan(first.prediction().throughput());
  }

  @Test
  void a_request_that_fits_no_batch_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Advice.of(emulab(4 << 20), ANY))
        .withMessage("a request of 4,194,304 bytes fits no batch of up to 4,194,304");
  }
}
