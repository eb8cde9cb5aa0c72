package io.synod.simulation;

import io.synod.simulation.fault.FaultPlan;
import io.synod.simulation.learner.LearnersPlan;
import io.synod.simulation.learner.SimulatedLearner;
import io.synod.simulation.scheduler.SkewedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws a scenario's learners: none in half of the scenarios, otherwise one or two. */
final class LearnersDraw {
  private static final long MILLI = 1_000_000;
  private static final long EPOCH_MILLIS = 1_800_000_000_000L;
  private static final int LEARNERS_MAX = 2;
  private static final int SKEW_PPM_MAX = 20_000;

  private final SplittableRandom random;

  LearnersDraw(SplittableRandom random) {
    this.random = random;
  }

  LearnersPlan draw(FaultPlan faults) {
    int count = Math.max(0, random.nextInt(2 * LEARNERS_MAX) - 1);
    List<SimulatedLearner.Settings> learners = new ArrayList<>();
    for (int number = 0; number < count; number++) {
      learners.add(learner(faults));
    }
    long interval = random.nextLong(faults.lengthNanos(), 1 + 4 * faults.lengthNanos());
    return new LearnersPlan(learners, interval, faults.lengthNanos());
  }

  private SimulatedLearner.Settings learner(FaultPlan faults) {
    SkewedClock clock =
        new SkewedClock(
            random.nextLong(-(1L << 50), 1L << 50),
            random.nextInt(-SKEW_PPM_MAX, SKEW_PPM_MAX + 1),
            EPOCH_MILLIS);
    return new SimulatedLearner.Settings(
        clock,
        random.nextInt(4) > 0,
        random.nextBoolean() ? 0 : 1 + random.nextLong(5 * MILLI),
        random.nextBoolean() ? 0 : random.nextLong(faults.durationNanos()));
  }
}
