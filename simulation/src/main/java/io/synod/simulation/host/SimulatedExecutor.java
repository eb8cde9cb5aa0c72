package io.synod.simulation.host;

import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.executor.StageLoop;

/**
 * A stage's own thread. It takes the steps of {@link StageLoop} like {@code ThreadExecutor}, each
 * at a random time, so that other events may happen between two steps.
 */
public final class SimulatedExecutor implements StageExecutor {
  // One of this number of parking steps is separated from the step before.
  private static final int APART = 8;

  private final SimulatedHost host;
  private final SimulatedThread thread;
  private final Runnable turn = this::turn;
  private final Runnable announcePark = this::announcePark;
  private final Runnable park = this::park;

  // Null until it is started.
  private StageLoop loop;

  private final Promise<Void> ended = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
  private boolean closed;

  // As LockSupport: an unpark that comes first lets the next park return at once.
  private boolean permit;
  private boolean parked;
  private long parks;

  public SimulatedExecutor(SimulatedHost host, String name) {
    this.host = host;
    thread = new SimulatedThread(host, name);
  }

  @Override
  public void start(Stage only) {
    loop = new StageLoop(only);
    thread.soon(turn);
  }

  private void turn() {
    if (closed) {
      loop.stop();
      ended.setSuccess(null);
    } else if (loop.runCycle()) {
      thread.soon(turn);
    } else {
      next(announcePark);
    }
  }

  /** Mostly at once, so that other events come between few steps. */
  private void next(Runnable step) {
    if (host.random().nextInt(APART) == 0) {
      thread.soon(step);
    } else {
      step.run();
    }
  }

  private void announcePark() {
    loop.announcePark();
    next(park);
  }

  private void park() {
    long nanos = loop.parkNanos();
    if (closed || nanos == 0 || permit) {
      permit = false;
      endPark();
      return;
    }
    parked = true;
    long number = ++parks;
    if (nanos != StageLoop.UNTIL_WOKEN) {
      long end = host.virtual(host.nanoTime() + nanos);
      thread.at(end, () -> unparkIf(number));
    }
  }

  /** The park's time is over, unless the thread was woken before. */
  private void unparkIf(long number) {
    if (parked && number == parks) {
      parked = false;
      endPark();
    }
  }

  private void endPark() {
    loop.endPark();
    thread.soon(turn);
  }

  @Override
  public void wake(Stage woken) {
    if (loop == null || !loop.wake()) {
      return;
    }
    unpark();
  }

  private void unpark() {
    if (parked) {
      parked = false;
      thread.soon(this::endPark);
    } else {
      permit = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    unpark();
    if (!isCurrent() && loop != null) {
      host.running().thread().await(ended);
    }
  }

  @Override
  public void worked(Stage worked) {}

  @Override
  public boolean isCurrent() {
    return thread.isCurrent();
  }

  @Override
  public long nanoTime() {
    return host.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return host.currentTimeMillis();
  }

  @Override
  public void sleep(long nanos) {
    thread.sleep(nanos);
  }
}
