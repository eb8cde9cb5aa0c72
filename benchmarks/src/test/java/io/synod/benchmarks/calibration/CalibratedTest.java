package io.synod.benchmarks.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CalibratedTest {
  private static final LinkFinding NEAR = new LinkFinding(1, 1, 1, 5e6, false);
  private static final LinkFinding MIDDLE = new LinkFinding(4, 20, 1, 9e6, true);
  private static final LinkFinding FAR = new LinkFinding(0, 100, 1, 1e6, false);
  private static final LinkFinding FARTHEST = new LinkFinding(2, 200, 1, 2e6, false);

  @Test
  void a_majority_of_five_is_the_leader_and_its_nearest_two() {
    Calibrated five =
        new Calibrated(
            3,
            "1.3",
            5,
            List.of(NEAR, MIDDLE, FAR, FARTHEST),
            SharedFinding.UNKNOWN,
            List.of(),
            List.of());
    assertThat(five.roundTripMillis()).isEqualTo(20);
    assertThat(five.narrowest()).isEqualTo(NEAR);
  }

  @Test
  void a_majority_of_three_is_the_leader_and_its_nearest() {
    Calibrated three =
        new Calibrated(
            3, "1.3", 3, List.of(MIDDLE, FAR), SharedFinding.UNKNOWN, List.of(), List.of());
    assertThat(three.roundTripMillis()).isEqualTo(20);
    assertThat(three.narrowest()).isEqualTo(MIDDLE);
  }

  @Test
  void links_are_read_from_a_status_the_nearest_first() throws Exception {
    String status =
        """
        {"links":[
        {"replica":0,"pings":3,"rttMicros":100250,"bursts":2,"bitsPerSecond":1000000,"isLowerBound":true},
        {"replica":1,"pings":9,"rttMicros":80,"bursts":0,"bitsPerSecond":null,"isLowerBound":null},
        {"replica":2,"pings":0,"rttMicros":null,"bursts":0,"bitsPerSecond":null,"isLowerBound":null}]}
        """;
    assertThat(LinkFinding.of(JSON.std.mapFrom(status), 3))
        .containsExactly(
            new LinkFinding(1, 0.08, 0, 0, false), new LinkFinding(0, 100.25, 2, 1e6, true));
  }
}
