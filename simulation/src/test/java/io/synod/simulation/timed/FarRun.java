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

  private final double widePerSecond;
  private final TimedCluster cluster;
  private final TimedChecks checks;
  private TimedReplica paused;
  private int trialProbes;

  /**
   * @param widePerSecond what {@link #wide} has measured for this seed
   */
  public FarRun(long seed, double widePerSecond) {
    this.widePerSecond = widePerSecond;
    Seeds seeds = new Seeds(seed);
    cluster = new TimedCluster(seeds, conditions(seeds), BATCH, WINDOW);
    checks = new TimedChecks(cluster);
  }

  private static Conditions conditions(Seeds seeds) {
    return Conditions.far(seeds.random("conditions"));
  }

  /** The requests per second that a fixed wide window brings. */
  public static double wide(long seed) {
    Seeds seeds = new Seeds(seed);
    BatchLimits limits = new BatchLimits(1 << 10, WIDE);
    return TimedCluster.fixed(seeds, conditions(seeds), limits).perSecond();
  }

  /**
   * Runs it.
   *
   * @throws Violation if anything is not as it should be
   */
  public void run() {
    TimedCluster.Meter later = cluster.new Meter();
    cluster.at(PAUSE_SECONDS, this::awaitTrial);
    cluster.at(END_SECONDS - MEASURED_SECONDS, later::begin);
    cluster.at(END_SECONDS - 1e-9, () -> end(later.measured()));
    cluster.run(END_SECONDS);
  }

  private void compare(TimedCluster.Measured found) {
    if (found.perSecond() < NEARLY_ALL * widePerSecond) {
      throw new Violation(
          "%.0f requests/s, with a window of %d it would be %.0f/s",
          found.perSecond(), WIDE, widePerSecond);
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

  private void end(TimedCluster.Measured later) {
    compare(later);
    if (checks.hasNotWaited()) {
      throw new Violation("a replica has caught up, and the leader did not wait with its trials");
    }
    if (cluster.leader().tuning().search().state() == State.CATCHING_UP) {
      throw new Violation("the leader waits for a replica that has caught up");
    }
  }
}
