package io.synod.benchmarks.load;

/** Follows a run, on the thread that measures; ignores what it does not override. */
public interface LoadListener {
  /** Ignores everything. */
  LoadListener SILENT = new LoadListener() {};

  /**
   * About a second has passed.
   *
   * @param answered requests answered in it, per second
   */
  default void onSecond(long answered) {}

  /** The warm-up is over; what is answered from now on counts. */
  default void onMeasuring() {}

  /** What is answered from now on does not count any more; the load goes on. */
  default void onMeasured() {}
}
