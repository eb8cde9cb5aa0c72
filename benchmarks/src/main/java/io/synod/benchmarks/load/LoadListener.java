package io.synod.benchmarks.load;

/** Follows a run, on the thread that measures. The default methods do nothing. */
public interface LoadListener {
  /** Ignores all events. */
  LoadListener SILENT = new LoadListener() {};

  /**
   * About a second has passed.
   *
   * @param answered requests answered in it, per second
   */
  default void onSecond(long answered) {}

  /** The warm-up is over; answers count from now on. */
  default void onMeasuring() {}

  /** Answers no longer count; the load continues. */
  default void onMeasured() {}
}
