package io.synod.tuning.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.synod.tuning.paper.PrintedNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every number that S13 prints from its model, to the printed digit. */
class PhaseTwoModelTest {
  private static final double MBIT = 1 << 20;

  private static PhaseTwoModel cluster(int requestBytes) {
    return new PhaseTwoModel(
        3,
        Link.ofBits(Topology.LAN, 940 * MBIT, 0.1),
        MessageSizes.ofPaper(requestBytes, 8),
        new CpuCosts(new LinearCost(0.005, 0.08), new LinearCost(0.0035, 0.22), 0));
  }

  private static PhaseTwoModel emulab(int requestBytes) {
    return new PhaseTwoModel(
        3,
        Link.ofBits(Topology.WAN, 9.4 * MBIT, 50),
        MessageSizes.ofPaper(requestBytes, 8),
        new CpuCosts(new LinearCost(0.28, 0.2), new LinearCost(0.002, 1.5), 0));
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0.52, 0.52, 1.00, 211.73",
    "2, 0.60, 0.60, 1.00, 124.18",
    "4, 0.77, 0.77, 1.00, 79.52",
    "8, 1.09, 1.10, 1.00, 56.97",
    "16, 1.75, 1.76, 1.01, 45.63",
    "32, 3.06, 3.07, 1.01, 39.95",
    "64, 5.67, 5.71, 1.01, 37.11",
    "128, 10.90, 10.98, 1.01, 35.68",
    "256, 21.36, 21.51, 1.01, 34.97",
    "512, 42.28, 42.58, 1.01, 34.62",
  })
  void table_2(int requests, String cpu, String time, String cpuWindow, String networkWindow) {
    Prediction prediction = cluster(128).predict(requests);
    assertPrinted(prediction.cpuMillis(), cpu);
    assertPrinted(prediction.instanceMillis(), time);
    assertPrinted(prediction.cpuWindow(), cpuWindow);
    assertPrinted(prediction.networkWindow(), networkWindow);
    assertThat(prediction.singleBottleneck()).isEqualTo(Bottleneck.CPU);
    assertThat(prediction.bottleneck()).isEqualTo(Bottleneck.CPU);
  }

  @ParameterizedTest
  @CsvSource({
    "128, 1, 1, 211.73, 1916",
    "128, 2, 1, 124.18, 3313",
    "128, 8, 1, 56.97, 7313",
    "128, 256, 1, 34.97, 11983",
    "128, 512, 1, 34.62, 12108",
    "1024, 1, 1.01, 31.54, 1878",
    "1024, 2, 1.01, 18.64, 3202",
    "1024, 8, 1.03, 8.93, 6791",
    "1024, 256, 1.04, 5.79, 10644",
    "1024, 512, 1.05, 5.74, 10742",
    "8100, 1, 1.05, 4.92, 1625",
    "8100, 2, 1.08, 3.25, 2530",
    "8100, 8, 1.14, 2, 4344",
    "8100, 32, 1.17, 1.68, 5293",
    // Printed as 1.17, which the printed constants do not give.
    "8100, 64, 1.18, 1.63, 5493",
  })
  void table_3(int bytes, int requests, String cpu, String network, String throughput) {
    assertRow(cluster(bytes).predict(requests), cpu, network, throughput);
  }

  @ParameterizedTest
  @CsvSource({
    "128, 1, 30.88, 833.48, 308",
    "128, 2, 28.77, 422.94, 574",
    "128, 8, 20.45, 107.58, 1620",
    "128, 128, 3.38, 7.68, 3765",
    "128, 512, 1.47, 3.12, 4032",
    "1024, 1, 28.89, 119.01, 286",
    "1024, 2, 25.54, 60.12, 502",
    "1024, 8, 15.42, 15.8, 1155",
    "1024, 128, 3.16, 1.93, 1184",
    "1024, 256, 2.68, 1.6, 1184",
    "8192, 1, 19.47, 16, 150",
    "8192, 2, 14.24, 8.5, 150",
    "8192, 8, 6.72, 2.88, 150",
    "8192, 16, 4.84, 1.94, 150",
    "8192, 32, 3.8, 1.47, 150",
  })
  void table_4(int bytes, int requests, String cpu, String network, String throughput) {
    assertRow(emulab(bytes).predict(requests), cpu, network, throughput);
  }

  @Test
  void the_window_is_the_smaller_of_both_rounded_up() {
    assertThat(emulab(128).predict(1).window()).isEqualTo(31);
    assertThat(emulab(1024).predict(128).window()).isEqualTo(2);
    assertThat(cluster(128).predict(1).window()).isEqualTo(2);
  }

  @Test
  void a_smaller_window_gives_its_share_and_a_larger_one_no_more() {
    Prediction prediction = emulab(128).predict(1);
    assertThat(prediction.throughput(10))
        .isEqualTo(10_000 / prediction.instanceMillis())
        .isLessThan(prediction.throughput());
    assertThat(prediction.throughput(prediction.window())).isEqualTo(prediction.throughput());
    assertThat(prediction.throughput(1_000)).isEqualTo(prediction.throughput());
    assertThat(prediction.singleBottleneck()).isEqualTo(Bottleneck.LATENCY);
  }

  @Test
  void of_a_link_to_each_and_one_that_all_share_the_narrower_limits() {
    double narrow = 9.4 * MBIT;
    PhaseTwoModel own = behind(Link.ofBits(Topology.WAN, narrow, 50));
    PhaseTwoModel shared = behind(Link.ofBits(Topology.LAN, narrow, 50));
    Prediction wide = behind(Link.ofBits(narrow, 2.5 * narrow, 50)).predict(64);
    assertThat(wide.networkMillis()).isEqualTo(own.predict(64).networkMillis());
    Prediction tight = behind(Link.ofBits(2.5 * narrow, narrow, 50)).predict(64);
    assertThat(tight.networkMillis()).isEqualTo(shared.predict(64).networkMillis());
    assertThat(tight.instanceMillis()).isEqualTo(shared.predict(64).instanceMillis());
  }

  private static PhaseTwoModel behind(Link link) {
    return new PhaseTwoModel(3, link, emulab(1024).sizes(), emulab(1024).costs());
  }

  @Test
  void executing_requests_costs_processor_and_latency() {
    PhaseTwoModel quick = emulab(128);
    CpuCosts slow = new CpuCosts(quick.costs().client(), quick.costs().replica(), 3);
    Prediction prediction = new PhaseTwoModel(3, quick.link(), quick.sizes(), slow).predict(4);
    assertThat(prediction.cpuMillis() - quick.predict(4).cpuMillis()).isCloseTo(12, within());
    assertThat(prediction.latencyTimeMillis() - quick.predict(4).latencyTimeMillis())
        .isCloseTo(12, within());
  }

  @Test
  void impossible_inputs_are_refused() {
    assertThatIllegalArgumentException().isThrownBy(() -> cluster(128).predict(0));
    assertThatIllegalArgumentException().isThrownBy(() -> new LinearCost(-1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new LinearCost(0, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Link.ofBits(Topology.LAN, 0, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Link(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> MessageSizes.ofPaper(-1, 0));
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-9);
  }

  private static void assertRow(
      Prediction prediction, String cpu, String network, String throughput) {
    assertPrinted(prediction.cpuWindow(), cpu);
    assertPrinted(prediction.networkWindow(), network);
    assertPrinted(prediction.throughput(), throughput);
  }

  private static void assertPrinted(double value, String printed) {
    assertThat(PrintedNumber.is(value, printed)).as("%s printed as %s", value, printed).isTrue();
  }
}
