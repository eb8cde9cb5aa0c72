package io.synod.simulation.timed;

/** How good the limits are that the leaders of many seeds have chosen. */
public final class TimedSummary {
  /** More requests than by this factor are better, whatever they take. */
  static final double AS_FAST = 1.01;

  private static final double NEARLY_ALL = 0.95;
  private static final double NEARLY_SHORTEST = 1.10;
  private static final double NOT_BELOW_FIRST = 0.97;
  private static final double MINUTE_SECONDS = 60;

  // What many seeds together must keep.
  private static final double GOOD_SHARE_MIN = 0.8;
  private static final double BELOW_FIRST_MAX = 0.05;
  private static final double MOVES_MAX = 2;

  private int stretches;
  private int good;
  private int fast;
  private int below;
  private long moves;
  private double calmSeconds;

  public TimedSummary() {}

  void judged(
      TimedCluster.Measured found, TimedCluster.Measured best, TimedCluster.Measured first) {
    stretches++;
    boolean isFast = found.perSecond() >= NEARLY_ALL * best.perSecond();
    good += isFast && found.nanos() <= NEARLY_SHORTEST * best.nanos() ? 1 : 0;
    fast += isFast ? 1 : 0;
    below += found.perSecond() < NOT_BELOW_FIRST * first.perSecond() ? 1 : 0;
  }

  void calm(long moved, double seconds) {
    moves += moved;
    calmSeconds += seconds;
  }

  /** Share of stretches that ended with 95 % of the best throughput. */
  private double fastShare() {
    return (double) fast / stretches;
  }

  /** Share of stretches that ended within 5 % of the best throughput and 10 % of its time. */
  private double goodShare() {
    return (double) good / stretches;
  }

  /** Share of stretches that ended with less than 97 % of what the first limits bring. */
  private double belowFirstShare() {
    return (double) below / stretches;
  }

  /** Moves a minute in the second halves of the stretches. */
  private double movesPerMinute() {
    return moves / calmSeconds * MINUTE_SECONDS;
  }

  /** The first of the bounds that is not kept; null if all are. */
  public String complaint() {
    if (goodShare() < GOOD_SHARE_MIN) {
      return "too few good settings: " + this;
    }
    if (belowFirstShare() > BELOW_FIRST_MAX) {
      return "too often below the first limits: " + this;
    }
    return movesPerMinute() > MOVES_MAX ? "no rest: " + this : null;
  }

  @Override
  public String toString() {
    return ("%.1f %% of %,d stretches within 5 %% of the best throughput and 10 %% of its time,"
            + " %.1f %% within 5 %% of the best throughput, %.1f %% below 97 %% of the first limits,"
            + " %.2f moves a minute in their second halves")
        .formatted(
            100 * goodShare(),
            stretches,
            100 * fastShare(),
            100 * belowFirstShare(),
            movesPerMinute());
  }
}
