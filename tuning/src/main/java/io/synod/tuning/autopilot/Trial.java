package io.synod.tuning.autopilot;

/**
 * Candidate limits against the current ones, in pairs of intervals that follow each other, so that
 * a load or a machine that changes slowly changes both. Gains are natural logarithms of ratios:
 * 0.03 is 3 % better.
 */
final class Trial {
  // Less than that is no reason to move.
  static final double THROUGHPUT_GAIN = 0.03;
  static final double TIME_GAIN = 0.05;

  // A shorter time is worth this much throughput.
  private static final double THROUGHPUT_LOSS = 0.01;

  private static final int PAIRS_MIN = 3;
  private static final int PAIRS_MAX = 8;
  private static final double SIGMAS = 2.5;

  // A few pairs may agree by chance: no pair is taken to be more exact than this.
  private static final double THROUGHPUT_NOISE = 0.05;
  private static final double TIME_NOISE = 0.08;

  private final Gains throughput = new Gains(THROUGHPUT_NOISE);
  private final Gains time = new Gains(TIME_NOISE);

  /** What the pairs so far say: more requests, or as many in less time, or neither. */
  enum Verdict {
    FASTER,
    QUICKER,
    NOT_BETTER,
    OPEN
  }

  /** Mean and deviation of the gains of the pairs. */
  static final class Gains {
    private final double noise;
    private int count;
    private double sum;
    private double squares;

    Gains(double noise) {
      this.noise = noise;
    }

    void add(double gain) {
      count++;
      sum += gain;
      squares += gain * gain;
    }

    double mean() {
      return sum / count;
    }

    /** Standard error of the mean. */
    double error() {
      double variance = count < 2 ? 0 : Math.max(0, squares - sum * sum / count) / (count - 1);
      return Math.max(noise, Math.sqrt(variance)) / Math.sqrt(count);
    }

    boolean exceeds(double least) {
      return mean() > least && mean() > SIGMAS * error();
    }

    boolean mayExceed(double least) {
      return mean() + SIGMAS * error() > least;
    }
  }

  /** A pair of intervals has shown these gains. */
  void add(double throughputGain, double timeGain) {
    throughput.add(throughputGain);
    time.add(timeGain);
  }

  Verdict verdict() {
    if (pairs() < PAIRS_MIN) {
      return Verdict.OPEN;
    }
    if (throughput.exceeds(THROUGHPUT_GAIN)) {
      return Verdict.FASTER;
    }
    if (time.exceeds(TIME_GAIN) && throughput.mean() > -THROUGHPUT_LOSS) {
      return Verdict.QUICKER;
    }
    boolean mayBeFaster = throughput.mayExceed(THROUGHPUT_GAIN);
    boolean mayBeQuicker = time.mayExceed(TIME_GAIN) && throughput.mayExceed(-THROUGHPUT_LOSS);
    return pairs() == PAIRS_MAX || !mayBeFaster && !mayBeQuicker
        ? Verdict.NOT_BETTER
        : Verdict.OPEN;
  }

  int pairs() {
    return throughput.count;
  }

  Gains throughput() {
    return throughput;
  }

  Gains time() {
    return time;
  }
}
