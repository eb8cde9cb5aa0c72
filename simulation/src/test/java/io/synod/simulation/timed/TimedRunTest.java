package io.synod.simulation.timed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** {@code -Dsynod.timed.seeds=n} runs the seeds from 1 to n. */
class TimedRunTest {
  private static final int SEEDS = Integer.getInteger("synod.timed.seeds", 0);

  // It takes the least time.
  private static final long[] FEW = {10};

  @Test
  void leaders_choose_nearly_the_best_limits_and_keep_them() {
    TimedSummary summary = new TimedSummary();
    long[] seeds = SEEDS == 0 ? FEW : LongStream.rangeClosed(1, SEEDS).toArray();
    for (long seed : seeds) {
      new TimedRun(seed, summary).run();
      System.out.println("timed, seed " + seed + ": " + summary);
    }
    assertThat(summary.complaint()).isNull();
  }
}
