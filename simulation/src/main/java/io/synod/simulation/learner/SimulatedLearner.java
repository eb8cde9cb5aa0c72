package io.synod.simulation.learner;

import io.synod.simulation.client.LearnerClient;
import io.synod.simulation.node.SimulatedProcess;
import io.synod.simulation.storage.LearnerSnapshots;
import java.util.SplittableRandom;

/** One learner over all its lives: its snapshots may last, its processes come and go. */
final class SimulatedLearner {
  private final int number;
  private final LearnerSettings settings;
  private final LearnerWorld world;
  private final SplittableRandom random;
  private final LearnerSnapshots snapshots;
  private LearnerLife life;
  private int pauses;

  SimulatedLearner(int number, LearnerSettings settings, LearnerWorld world) {
    this.number = number;
    this.settings = settings;
    this.world = world;
    random = world.seeds().random("learner", number);
    snapshots = LearnerSnapshots.of(number, settings.segmentBytes(), random.split());
  }

  /** A process starts, which must not run already. */
  void start() {
    world.trace().event(self(), "starts", settings);
    life = new LearnerLife(this, world);
    life.start();
  }

  /**
   * Its process dies, or its machine.
   *
   * @param keeps whether its snapshots last
   */
  void kill(boolean keeps) {
    boolean isPowerCut = random.nextBoolean();
    world
        .trace()
        .event(
            self(),
            isPowerCut
                ? "loses its power, keeps its directory:"
                : "is killed, keeps its directory:",
            keeps);
    life.die();
    life = null;
    snapshots.killed(isPowerCut);
    if (!keeps) {
      snapshots.lose();
    }
  }

  /** The process stands still until what is returned is run. */
  Runnable pause() {
    if (!isAlive()) {
      return () -> {};
    }
    world.trace().event(self(), "is paused", "");
    SimulatedProcess paused = life.process();
    pauses++;
    paused.pause();
    return () -> {
      world.trace().event(self(), "is resumed", "");
      pauses--;
      paused.resume();
    };
  }

  void slowDown(long nanos) {
    if (isAlive()) {
      life.service().slowDown(nanos);
    }
  }

  void read(LearnerClient.Read read) {
    if (isAlive()) {
      life.read(read);
    }
  }

  boolean isAlive() {
    return life != null;
  }

  /** The replica that it follows and hears; -1 if none, or it stands still. */
  int followed() {
    return isAlive() && pauses == 0 ? life.followed() : -1;
  }

  boolean isSettled() {
    return isAlive() && pauses == 0 && life.isSettled();
  }

  long snapshotDigest() {
    return life.service().snapshotDigest();
  }

  long executed() {
    return isAlive() ? life.service().executed() : -1;
  }

  int self() {
    return world.checks().learners().self(number);
  }

  int number() {
    return number;
  }

  LearnerSettings settings() {
    return settings;
  }

  SplittableRandom random() {
    return random;
  }

  LearnerSnapshots snapshots() {
    return snapshots;
  }

  @Override
  public String toString() {
    return "learner %d %s".formatted(number, isAlive() ? life : "is dead");
  }
}
