package io.synod.tuning.autopilot;

import io.synod.core.settings.BatchLimits;
import java.util.Locale;

/**
 * A move of the autopilot.
 *
 * @param atNanos when
 * @param predictedGain natural logarithm of the ratio of throughputs that the cost model had
 *     predicted; {@link Double#NaN} if it knew too little
 * @param throughputGain natural logarithm of the ratio that the trial has measured
 * @param timeGain the same of the time of a request in the leader: more than 0 is shorter
 * @param pairs of intervals that the trial took; 0 if the move was not tried
 */
public record Decision(
    long atNanos,
    BatchLimits from,
    BatchLimits to,
    Reason reason,
    double predictedGain,
    double throughputGain,
    double timeGain,
    int pairs) {

  /** In words, for a log line. */
  public String text() {
    return change()
        + switch (reason) {
          case THROUGHPUT, TIME ->
              text(
                      ": %+.0f %% requests a second, %+.0f %% time each, in %d pairs of intervals",
                      percent(throughputGain), percent(-timeGain), pairs)
                  + prediction();
          case QUEUE -> ": instances waited for each other for too long";
          case QUEUE_REMAINS -> ": the smaller limits hardly shortened that wait";
        };
  }

  private String change() {
    String batch = text("batch size %,d instead of %,d bytes", to.maxBytes(), from.maxBytes());
    String window = text("window %d instead of %d", to.window(), from.window());
    if (from.window() == to.window()) {
      return batch;
    }
    return from.maxBytes() == to.maxBytes() ? window : batch + " and " + window;
  }

  private String prediction() {
    return Double.isNaN(predictedGain) ? "" : text("; predicted %+.0f %%", percent(predictedGain));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  private static double percent(double logarithm) {
    return 100 * Math.expm1(logarithm);
  }

  /** Why. */
  public enum Reason {
    /** It decides more requests. */
    THROUGHPUT,
    /** Requests take less time. */
    TIME,
    /** Instances waited for each other for longer than the bounds allow. */
    QUEUE,
    /** Smaller limits have hardly shortened that wait: the limits before are back. */
    QUEUE_REMAINS
  }
}
