package io.synod.replica.executor;

/**
 * Runs no stage by itself, and has a clock that a test sets; standing still moves the clock. Used
 * by one thread.
 */
public class ManualExecutor implements StageExecutor {
  private long nanos;

  /** Lets time pass. */
  public void pass(long moreNanos) {
    nanos += moreNanos;
  }

  /** One cycle of {@code stage}. */
  public void run(Stage stage) {
    stage.openCycle();
    stage.runCycle();
  }

  @Override
  public void start(Stage only) {
    throw new UnsupportedOperationException("the test calls the stage itself");
  }

  @Override
  public void close() {
    throw new UnsupportedOperationException("the test calls the stage itself");
  }

  @Override
  public void wake(Stage woken) {}

  @Override
  public void worked(Stage worked) {}

  @Override
  public boolean isCurrent() {
    return true;
  }

  @Override
  public long nanoTime() {
    return nanos;
  }

  @Override
  public long currentTimeMillis() {
    return nanos / 1_000_000;
  }

  @Override
  public void sleep(long more) {
    nanos += more;
  }
}
