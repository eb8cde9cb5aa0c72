package io.synod.simulation.learner;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** Begins and ends faults of learners at random until all faults are to end. */
final class LearnerFaults {
  private static final long SLOW_NANOS = 40_000_000;

  private final List<SimulatedLearner> learners;
  private final LearnerWorld world;
  private final LearnersPlan plan;
  private final SplittableRandom random;
  private final Map<String, Integer> counts = new TreeMap<>();
  private boolean isOver;

  LearnerFaults(List<SimulatedLearner> learners, LearnerWorld world, LearnersPlan plan) {
    this.learners = learners;
    this.world = world;
    this.plan = plan;
    random = world.seeds().random("learners' faults");
  }

  void start() {
    if (!learners.isEmpty()) {
      next();
    }
  }

  /** What lasts ends by itself soon. */
  void end() {
    isOver = true;
  }

  Map<String, Integer> counts() {
    return counts;
  }

  private void next() {
    world.scheduler().after(1 + random.nextLong(2 * plan.intervalNanos()), this::strike);
  }

  private void strike() {
    if (isOver) {
      return;
    }
    SimulatedLearner learner = learners.get(random.nextInt(learners.size()));
    long lengthNanos = 1 + random.nextLong(plan.lengthNanos());
    if (learner.isAlive()) {
      begin(learner, lengthNanos);
    }
    next();
  }

  private void begin(SimulatedLearner learner, long lengthNanos) {
    switch (random.nextInt(6)) {
      case 0 -> restart(learner, true, lengthNanos);
      case 1 -> restart(learner, false, lengthNanos);
      case 2 -> {
        count("learner pause");
        world.scheduler().after(lengthNanos, learner.pause());
      }
      case 3 -> {
        count("learner slow");
        learner.slowDown(random.nextLong(SLOW_NANOS));
        world.scheduler().after(lengthNanos, () -> learner.slowDown(0));
      }
      default -> {
        count("learner cut off");
        world.network().breakOff(learner.number());
      }
    }
  }

  private void restart(SimulatedLearner learner, boolean keeps, long lengthNanos) {
    count(keeps ? "learner restart" : "learner loss");
    learner.kill(keeps);
    world.scheduler().after(lengthNanos, learner::start);
  }

  private void count(String kind) {
    world.trace().event(-1, "fault", kind);
    counts.merge(kind, 1, Integer::sum);
  }
}
