package io.synod.tuning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class SharingTest {
  private static final CpuCosts COSTS =
      new CpuCosts(new LinearCost(0, 0.001), new LinearCost(0, 0.02), 0);
  private static final MessageSizes SIZES = MessageSizes.ofSynod(1024, 8);

  private static Prediction predict(Sharing sharing) {
    Link fast = Link.ofBits(Topology.LAN, 1e12, 0);
    return new PhaseTwoModel(3, fast, SIZES, COSTS, sharing).predict(100);
  }

  @Test
  void without_sharing_the_processor_is_busy_for_what_the_papers_say() {
    Prediction prediction = predict(Sharing.NONE);
    assertThat(prediction.busyMillis()).isEqualTo(prediction.cpuMillis());
    assertThat(prediction.waitMillis()).isZero();
    assertThat(prediction.throughput(prediction.window())).isEqualTo(prediction.throughput());
  }

  @Test
  void sharing_and_several_processors_change_the_busy_time_of_an_instance() {
    double cpu = predict(Sharing.NONE).cpuMillis();
    double kib = SIZES.batchBytes(100) / 1024.0;
    Prediction prediction = predict(new Sharing(0.5, 0.0001, 0.0003, 0));
    assertThat(prediction.cpuMillis()).isEqualTo(cpu);
    assertThat(prediction.busyMillis())
        .isEqualTo(0.5 * cpu + 100 * 0.0001 + kib * 0.0003, within(1e-12));
  }

  @Test
  void instances_under_way_share_a_wait() {
    Prediction prediction = predict(new Sharing(1, 0, 0, 3));
    double cpu = prediction.cpuMillis();
    assertThat(prediction.periodMillis(1)).isEqualTo(cpu + 3, within(1e-12));
    assertThat(prediction.periodMillis(10)).isEqualTo(cpu + 0.3, within(1e-12));
    assertThat(prediction.instanceMillis()).isEqualTo(cpu + 3, within(1e-12));
    assertThat(prediction.throughput(4)).isEqualTo(100_000 / (cpu + 0.75), within(1e-6));
  }

  @Test
  void the_window_is_the_smallest_with_nearly_all_of_the_throughput() {
    Prediction prediction = predict(new Sharing(1, 0, 0, 3));
    long window = prediction.window();
    assertThat(prediction.throughput(window))
        .isGreaterThanOrEqualTo(prediction.throughput() / 1.05);
    assertThat(prediction.throughput(window - 1)).isLessThan(prediction.throughput() / 1.05);
  }

  @Test
  void a_disk_is_a_wait_and_a_bandwidth() {
    Sharing sharing = new Sharing(1, 0, 0.001, 0.1).withDisk(new LinearCost(0.002, 0.4));
    assertThat(sharing).isEqualTo(new Sharing(1, 0, 0.003, 0.5));
  }

  @Test
  void a_narrow_link_limits_whatever_is_shared() {
    Link narrow = Link.ofBits(Topology.WAN, 10e6, 50);
    Prediction papers = new PhaseTwoModel(3, narrow, SIZES, COSTS).predict(100);
    Prediction shared =
        new PhaseTwoModel(3, narrow, SIZES, COSTS, new Sharing(0.5, 0, 0, 0.1)).predict(100);
    assertThat(shared.throughput(64)).isEqualTo(papers.throughput(64));
    assertThat(shared.throughput(1)).isEqualTo(papers.throughput(1));
    assertThat(shared.bottleneck()).isEqualTo(Bottleneck.BANDWIDTH);
  }

  @Test
  void impossible_ones_are_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Sharing(-1, 0, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Sharing(1, 0, 0, Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Sharing(1, 0, 0, Double.POSITIVE_INFINITY));
  }
}
