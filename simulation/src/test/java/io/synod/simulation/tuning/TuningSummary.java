package io.synod.simulation.tuning;

/** What the searches of many seeds have found. */
public final class TuningSummary {
  private static final double NEARLY_ALL = 0.95;
  private static final double NEARLY_SHORTEST = 1.10;
  private static final double NOT_BELOW_DEFAULT = 0.97;
  private static final double MINUTE_SECONDS = 60;

  // What many seeds together must keep.
  private static final double GOOD_SHARE_MIN = 0.91;
  private static final double SOON_FAST_MIN = 0.976;
  private static final double BELOW_DEFAULT_MAX = 0.006;
  private static final double LATE_MOVES_MAX = 0.3;
  private static final double LOST_MAX = 0.002;

  private int stretches;
  private int good;
  private int soonFast;
  private int belowDefault;
  private int lateMoves;
  private double possible;
  private double lost;

  public TuningSummary() {}

  void judged(double throughput, double time, double ofDefault) {
    stretches++;
    good += throughput >= NEARLY_ALL && time <= NEARLY_SHORTEST ? 1 : 0;
    belowDefault += ofDefault < NOT_BELOW_DEFAULT ? 1 : 0;
  }

  void judgedSoon(double throughput) {
    soonFast += throughput >= NEARLY_ALL ? 1 : 0;
  }

  void lateMove() {
    lateMoves++;
  }

  void passed(double possibleRequests, double lostRequests) {
    // Each interval counts the same, whatever its rate.
    possible += 1;
    lost += lostRequests / Math.max(1, possibleRequests);
  }

  /** Share of stretches that ended within 5 % of the best throughput and 10 % of its time. */
  public double goodShare() {
    return (double) good / stretches;
  }

  /** Share of stretches with 95 % of the best throughput after 30 seconds. */
  public double soonFastShare() {
    return (double) soonFast / stretches;
  }

  /** Share of stretches that ended with less than 97 % of what the default decides. */
  public double belowDefaultShare() {
    return (double) belowDefault / stretches;
  }

  /** Moves a minute in the second halves of the stretches, when nothing changes. */
  public double lateMovesPerMinute() {
    return lateMoves / (stretches * TuningRun.STRETCH_SECONDS / 2) * MINUTE_SECONDS;
  }

  /** Share of the requests that trials of worse limits have cost. */
  public double lostShare() {
    return lost / possible;
  }

  /** The first of the bounds that is not kept; null if all are. */
  public String complaint() {
    if (goodShare() < GOOD_SHARE_MIN) {
      return "too few good settings: " + this;
    }
    if (soonFastShare() < SOON_FAST_MIN) {
      return "too slow: " + this;
    }
    if (belowDefaultShare() > BELOW_DEFAULT_MAX) {
      return "too often below the default: " + this;
    }
    if (lateMovesPerMinute() > LATE_MOVES_MAX) {
      return "no rest: " + this;
    }
    return lostShare() > LOST_MAX ? "trials cost too much: " + this : null;
  }

  @Override
  public String toString() {
    return ("%.1f %% of %,d stretches within 5 %% of the best throughput and 10 %% of its time,"
            + " %.1f %% at 95 %% of the best throughput after 30 s,"
            + " %.2f %% below 97 %% of the default, %.2f moves a minute when nothing changes,"
            + " %.3f %% lost in trials")
        .formatted(
            100 * goodShare(),
            stretches,
            100 * soonFastShare(),
            100 * belowDefaultShare(),
            lateMovesPerMinute(),
            100 * lostShare());
  }
}
