package io.synod.benchmarks.load;

/** Keeps a constant number of requests outstanding, whatever they are sent to. For one thread. */
public interface Generator extends AutoCloseable {

  /** Sends the first requests. */
  void start();

  /**
   * Waits for the first answer, then for the warm-up, then for what is measured. Can be called
   * again; the load goes on meanwhile.
   *
   * @throws LoadFailure if nothing is answered while it is measured, or something with a wrong
   *     length
   */
  LoadResult measure(Span span, LoadListener listener) throws InterruptedException;

  /** Ends the load: what is outstanding is dropped. Waits for the threads of the load. */
  @Override
  void close();
}
