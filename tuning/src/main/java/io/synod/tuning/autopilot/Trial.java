package io.synod.tuning.autopilot;

/**
 * Candidate limits or settings against the current ones, in pairs of intervals that follow each
 * other, so that a load or a machine that changes slowly changes both. Gains are natural logarithms
 * of ratios: 0.03 is 3 % better.
 */
public final class Trial {
  // Less than that is no reason to move.
  private static final double THROUGHPUT_GAIN = 0.03;
  private static final double TIME_GAIN = 0.05;

  // A shorter time is no gain if more throughput than this may be lost for it: a leader whose
  // thread
  // is busy does not see the requests that wait in its sockets.
  private static final double THROUGHPUT_LOSS = 0.02;

  private static final int PAIRS_MIN = 3;
  private static final int PAIRS_MAX = 12;
  private static final int PROLONGED_PAIRS_MAX = 48;

  // Student's t, 1 % one-sided, by the number of pairs less one: the fewer they are, the more often
  // they agree by chance. For more pairs the last value, which is a little too large then.
  private static final double[] STUDENT = {
    0, 31.8, 6.96, 4.54, 3.75, 3.36, 3.14, 3.0, 2.9, 2.82, 2.76, 2.72
  };

  // The same, 10 % one-sided.
  private static final double[] STUDENT_LOSS = {
    0, 3.08, 1.89, 1.64, 1.53, 1.48, 1.44, 1.41, 1.4, 1.38, 1.37, 1.36
  };

  // No pair is taken to be more exact than the noise below.
  private static final double SIGMAS = 2.5;

  // Standard errors by which it may still turn out to be better: trials cost requests.
  private static final double HOPE = 1.0;
  private static final double THROUGHPUT_NOISE = 0.05;
  private static final double TIME_NOISE = 0.08;

  private final Gains throughput = new Gains(THROUGHPUT_NOISE);
  private final Gains time = new Gains(TIME_NOISE);
  private int pairsMax = PAIRS_MAX;

  /** What the pairs so far say: more requests, or as many in less time, or neither. */
  public enum Verdict {
    FASTER,
    QUICKER,
    NOT_BETTER,
    OPEN
  }

  /** Mean and deviation of the gains of the pairs. */
  public static final class Gains {
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

    /** Of the pairs so far; 0 without any. */
    public double mean() {
      return sum / Math.max(1, count);
    }

    boolean exceeds(double least) {
      double chance = Math.max(SIGMAS * noise, student(STUDENT) * deviation());
      return mean() > least && mean() > chance / Math.sqrt(count);
    }

    /** Whether more than {@code loss} is lost by chance only. */
    boolean keeps(double loss) {
      return mean() - student(STUDENT_LOSS) * deviation() / Math.sqrt(count) > -loss;
    }

    private double student(double[] values) {
      return values[Math.min(count, values.length) - 1];
    }

    boolean mayExceed(double least) {
      return mean() + HOPE * Math.max(noise, deviation()) / Math.sqrt(count) > least;
    }

    /** Standard deviation of the pairs. */
    private double deviation() {
      double variance = count < 2 ? 0 : Math.max(0, squares - sum * sum / count) / (count - 1);
      return Math.sqrt(variance);
    }
  }

  /** A pair of intervals has shown these gains. */
  public void add(double throughputGain, double timeGain) {
    throughput.add(throughputGain);
    time.add(timeGain);
  }

  /** Of the pairs so far; open only with fewer than the most pairs. */
  public Verdict verdict() {
    if (pairs() < PAIRS_MIN) {
      return Verdict.OPEN;
    }
    if (throughput.exceeds(THROUGHPUT_GAIN)) {
      return Verdict.FASTER;
    }
    if (time.exceeds(TIME_GAIN) && throughput.keeps(THROUGHPUT_LOSS)) {
      return Verdict.QUICKER;
    }
    return pairs() < pairsMax && mayBeBetter() ? Verdict.OPEN : Verdict.NOT_BETTER;
  }

  private boolean mayBeBetter() {
    return throughput.mayExceed(THROUGHPUT_GAIN)
        || time.mayExceed(TIME_GAIN) && throughput.mayExceed(-THROUGHPUT_LOSS);
  }

  /** Whether only the number of pairs has ended it, and {@link #prolong} may decide it. */
  boolean isUndecided() {
    return pairs() == PAIRS_MAX && mayBeBetter();
  }

  /** Goes on, up to {@value #PROLONGED_PAIRS_MAX} pairs. */
  void prolong() {
    pairsMax = PROLONGED_PAIRS_MAX;
  }

  public int pairs() {
    return throughput.count;
  }

  public Gains throughput() {
    return throughput;
  }

  public Gains time() {
    return time;
  }
}
