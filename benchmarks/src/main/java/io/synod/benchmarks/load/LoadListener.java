package io.synod.benchmarks.load;

/** Follows a run, on the thread that measures. */
public interface LoadListener {

  /**
   * About a second has passed.
   *
   * @param answered requests answered in it, per second
   */
  void onSecond(long answered);

  /** The warm-up is over; what is answered from now on counts. */
  void onMeasuring();

  /** What is answered from now on does not count any more; the load goes on. */
  void onMeasured();
}
