package io.synod.simulation.timed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code -Dsynod.pauses.seeds=n} runs the seeds from 1 to n. */
class PauseRunTest {
  private static final int SEEDS = Integer.getInteger("synod.pauses.seeds", 3);
  private static final long MICRO = 1_000;

  // Of threads and processors, a few for each message.
  private static final long WORK_NANOS = 2_000 * MICRO;

  @ParameterizedTest
  @CsvSource({"200, 1000", "50000, 1000", "50000, 0"})
  void clients_wait_a_few_round_trips_and_disk_waits_longer(long roundTrip, long force) {
    long trip = roundTrip * MICRO;
    long disk = force * MICRO;
    PauseRun.Link link = new PauseRun.Link(trip, disk);
    long move = 0;
    long change = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      PauseRun.Pauses pauses = new PauseRun(seed, link).run();
      move = Math.max(move, pauses.moveNanos());
      change = Math.max(change, pauses.changeNanos());
    }
    System.out.printf(
        "round trip %d us, force %d us: move of the leader %d us, change of the membership %d us%n",
        roundTrip, force, move / MICRO, change / MICRO);
    assertThat(move).as("move").isLessThan(2 * trip + 3 * disk + WORK_NANOS);
    assertThat(change).as("change").isLessThan(2 * trip + 3 * disk + WORK_NANOS);
  }
}
