package io.synod.benchmarks.load;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the rate of a load still rises, as it does while the JVMs compile: the medians of the
 * last {@value #SECONDS} seconds and of as many before them are compared. Not thread-safe.
 */
public final class WarmUpRate {
  private static final int SECONDS = 5;
  private static final double RISE_MAX = 1.03;

  private final List<Long> seconds = new ArrayList<>();

  /**
   * @param answered requests in one more second
   */
  public void second(long answered) {
    seconds.add(answered);
  }

  /** False until there are enough seconds to compare. */
  public boolean isFlat() {
    int end = seconds.size();
    return end >= 2 * SECONDS
        && median(end - SECONDS, end) <= RISE_MAX * median(end - 2 * SECONDS, end - SECONDS);
  }

  /**
   * By how much the rate has risen from the first to the last third of these seconds, as a share of
   * the first; 0 if there are less than three.
   */
  public static double rise(List<Long> answeredEachSecond) {
    int third = answeredEachSecond.size() / 3;
    if (third == 0) {
      return 0;
    }
    WarmUpRate rate = new WarmUpRate();
    answeredEachSecond.forEach(rate::second);
    int end = answeredEachSecond.size();
    return (double) rate.median(end - third, end) / Math.max(1, rate.median(0, third)) - 1;
  }

  private long median(int from, int to) {
    List<Long> some = new ArrayList<>(seconds.subList(from, to));
    some.sort(null);
    return some.get(some.size() / 2);
  }
}
