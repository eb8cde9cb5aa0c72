package io.synod.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class MachineTimeTest {

  @Test
  void all_that_is_not_idle_or_waiting_for_a_disk_is_busy() {
    MachineTime before = MachineTime.parse("cpu  100 10 50 1000 40 5 5 10 0 0");
    MachineTime after = MachineTime.parse("cpu  130 10 60 1040 50 5 5 20 7 7");

    assertThat(after.busySince(before)).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void without_elapsed_time_the_busy_share_is_unknown() {
    assertThat(new MachineTime(0, 0).busySince(new MachineTime(0, 0))).isNaN();
  }
}
