package io.synod.simulation.timed;

import io.synod.core.settings.BatchLimits;
import io.synod.replica.stage.Tuning;
import io.synod.simulation.check.Violation;
import io.synod.simulation.scheduler.Seeds;
import io.synod.tuning.autopilot.Search.State;

/**
 * One seed: a leader behind a long link must find a wide window; then its process is paused, the
 * next leader goes on with what it had found, and the paused replica follows and catches up.
 */
public final class FarRun {
  private static final String BATCH = "256B..1KiB";
  private static final String WINDOW = "1..512";
  private static final int WIDE = 128;

  // The search goes on then.
  private static final double PAUSE_SECONDS = 5;
  private static final double PAUSE_SECONDS_MAX = 10;
  private static final double PAUSED_SECONDS = 3;
  private static final double END_SECONDS = 25;

  // A candidate has been set for longer than a heartbeat needs.
  private static final int PROBES_ON_TRIAL = 15;
  private static final double MEASURED_SECONDS = 3;

  // Of what a fixed wide window brings, trials included.
  private static final double NEARLY_ALL = 0.8;

  private final Seeds seeds;
  private final Conditions conditions;
  private final TimedCluster cluster;
  private final TimedChecks checks;
  private TimedReplica paused;
  private int trialProbes;

  public FarRun(long seed) {
    seeds = new Seeds(seed);
    conditions = Conditions.far(seeds.random("conditions"));
    cluster = new TimedCluster(seeds, conditions, BATCH, WINDOW);
    checks = new TimedChecks(cluster);
  }

  /**
   * Runs it.
   *
   * @throws Violation if anything is not as it should be
   */
  public void run() {
    TimedCluster.Measured wide =
        TimedCluster.fixed(seeds, conditions, new BatchLimits(1 << 10, WIDE));
    TimedCluster.Meter later = cluster.new Meter();
    cluster.at(PAUSE_SECONDS, this::awaitTrial);
    cluster.at(END_SECONDS - MEASURED_SECONDS, later::begin);
    cluster.at(END_SECONDS - 1e-9, () -> end(later.measured(), wide));
    cluster.run(END_SECONDS);
  }

  private void compare(TimedCluster.Measured found, TimedCluster.Measured wide) {
    if (found.perSecond() < NEARLY_ALL * wide.perSecond()) {
      throw new Violation(
          "%.0f requests/s, with a window of %d it would be %.0f/s",
          found.perSecond(), WIDE, wide.perSecond());
    }
  }

  /** Pauses the leader in the middle of a trial. */
  private void awaitTrial() {
    Tuning.State state = cluster.leader().tuning();
    trialProbes = state.limits().equals(state.search().chosen()) ? 0 : trialProbes + 1;
    double now = cluster.scheduler().now() / 1e9;
    if (trialProbes == PROBES_ON_TRIAL || now > PAUSE_SECONDS_MAX) {
      paused = cluster.leader();
      paused.pause();
      cluster.at(now + PAUSED_SECONDS, () -> paused.resume());
    } else {
      cluster.at(now + 0.01, this::awaitTrial);
    }
  }

  private void end(TimedCluster.Measured later, TimedCluster.Measured wide) {
    compare(later, wide);
    if (checks.hasNotWaited()) {
      throw new Violation("a replica has caught up, and the leader did not wait with its trials");
    }
    if (cluster.leader().tuning().search().state() == State.CATCHING_UP) {
      throw new Violation("the leader waits for a replica that has caught up");
    }
  }
}
