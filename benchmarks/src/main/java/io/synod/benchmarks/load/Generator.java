package io.synod.benchmarks.load;

/** Keeps a constant number of requests outstanding. For one thread. */
public interface Generator extends AutoCloseable {

  /** Sends the first requests. */
  void start();

  /**
   * Waits for the first answer, then for the warm-up, then for the measured time. Can be called
   * again; the load continues meanwhile.
   *
   * @throws LoadFailure if no request is answered in time, or an answer has another length
   */
  LoadResult measure(Span span, LoadListener listener) throws InterruptedException;

  /** Ends the load: outstanding requests are dropped. Waits for the threads of the load. */
  @Override
  void close();
}
