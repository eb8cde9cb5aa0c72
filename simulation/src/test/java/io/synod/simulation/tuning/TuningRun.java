package io.synod.simulation.tuning;

import io.synod.core.settings.BatchLimits;
import io.synod.replica.config.AutopilotConfig;
import io.synod.tuning.autopilot.Bounds;
import io.synod.tuning.autopilot.Pace;
import io.synod.tuning.autopilot.Reading;
import io.synod.tuning.autopilot.Search;
import java.util.SplittableRandom;

/**
 * One seed: a search on a surface that changes twice, in virtual time. What it finds is compared
 * with the best and with the default limits, without noise.
 */
public final class TuningRun {
  /** Virtual seconds that a surface lasts. */
  public static final double STRETCH_SECONDS = 90;

  private static final double NANOS = 1e9;
  private static final int STRETCHES = 3;

  // After that a search should have found what matters.
  private static final double SOON_SECONDS = 30;

  // In the second half of a stretch a search has found what it can find.
  private static final double CALM_SECONDS = STRETCH_SECONDS / 2;

  private static final BatchLimits DEFAULT = AutopilotConfig.START;
  private static final Bounds BOUNDS =
      new Bounds(new BatchLimits(1 << 10, 1), new BatchLimits(1 << 20, 512), 16 << 20, 100_000_000);

  private final SplittableRandom random;
  private final TuningSummary summary;
  private final Search search = new Search(BOUNDS, DEFAULT);
  private final SimulatedLeader leader;

  private Surface surface;
  private double now;
  private boolean wasCandidate;

  /**
   * @param summary to which it adds what it finds
   */
  public TuningRun(long seed, TuningSummary summary) {
    this.random = new SplittableRandom(seed);
    this.summary = summary;
    surface = Surface.drawn(random);
    leader = new SimulatedLeader(surface, random.split());
  }

  /**
   * Runs it.
   *
   * @throws IllegalStateException if the search leaves its bounds, or measures candidates only
   */
  public void run() {
    search.restart();
    for (int stretch = 0; stretch < STRETCHES; stretch++) {
      if (stretch > 0) {
        change();
      }
      pass();
      judge();
    }
  }

  private void change() {
    Surface.Change[] changes = Surface.Change.values();
    surface = surface.changed(changes[random.nextInt(changes.length)], random.nextBoolean());
    leader.become(surface);
    if (random.nextInt(4) == 0) {
      // Another leadership of the same replica.
      search.restart();
    }
  }

  private void pass() {
    double end = now + STRETCH_SECONDS;
    boolean isSoon = true;
    while (now < end) {
      if (isSoon && now > end - STRETCH_SECONDS + SOON_SECONDS) {
        isSoon = false;
        summary.judgedSoon(surface.at(search.chosen()).throughput() / best().throughput());
      }
      BatchLimits limits = search.limits();
      check(limits);
      double settling = Pace.settleNanos(search) / NANOS;
      double seconds = Pace.intervalNanos(search) / NANOS;
      leader.pass(limits, settling);
      Reading reading = leader.pass(limits, seconds);
      now += settling + seconds;
      BatchLimits before = search.chosen();
      search.measured(reading, (long) (now * NANOS));
      boolean isCalm = now > end - CALM_SECONDS;
      if (isCalm && !search.chosen().equals(before)) {
        summary.lateMove();
      }
      cost(limits, before, seconds);
    }
  }

  private void check(BatchLimits limits) {
    if (!BOUNDS.contain(limits)) {
      throw new IllegalStateException(limits + " are out of bounds");
    }
    boolean isCandidate = !limits.equals(search.chosen());
    if (isCandidate && wasCandidate) {
      throw new IllegalStateException("two intervals of candidates in a row");
    }
    wasCandidate = isCandidate;
  }

  /** What the interval has brought less than it would have with the chosen limits. */
  private void cost(BatchLimits limits, BatchLimits chosen, double seconds) {
    double possible = surface.at(chosen).throughput();
    double lost = Math.max(0, possible - surface.at(limits).throughput());
    summary.passed(possible * seconds, lost * seconds);
  }

  private void judge() {
    Surface.Steady best = best();
    Surface.Steady found = surface.at(search.chosen());
    Surface.Steady usual = surface.at(DEFAULT);
    summary.judged(
        found.throughput() / best.throughput(),
        found.time() / best.time(),
        found.throughput() / usual.throughput());
  }

  private Surface.Steady best() {
    Surface.Steady best = surface.at(DEFAULT);
    for (int bytes = BOUNDS.least().maxBytes(); bytes <= BOUNDS.most().maxBytes(); bytes *= 2) {
      for (double window = 1; window <= BOUNDS.most().window(); window *= Math.sqrt(2)) {
        BatchLimits limits = new BatchLimits(bytes, (int) Math.round(window));
        if (BOUNDS.contain(limits)) {
          Surface.Steady steady = surface.at(limits);
          boolean isAsFast = steady.throughput() > 0.995 * best.throughput();
          if (steady.throughput() > 1.005 * best.throughput()
              || isAsFast && steady.time() < best.time()) {
            best = steady;
          }
        }
      }
    }
    return best;
  }
}
