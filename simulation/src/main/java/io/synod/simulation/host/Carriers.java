package io.synod.simulation.host;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.slf4j.MDC;

/**
 * The threads of the JVM on which one simulation runs, one at a time. The running one takes the
 * simulation's steps. When a simulated thread sleeps, its stack stays on its carrier, and another
 * carrier takes the steps until it wakes. So sleeps end in the order of their times, and the order
 * of events is that of one thread.
 */
final class Carriers {
  private static final long KEPT_MILLIS = 1_000;
  private static final ExecutorService THREADS =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          KEPT_MILLIS,
          TimeUnit.MILLISECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(() -> runMarked(task), "simulation");
            thread.setDaemon(true);
            return thread;
          });

  // So that a log can leave out what simulated replicas and clients log.
  private static final String MARK = "synod";

  // Carriers without a stack.
  private final ArrayDeque<Carrier> idle = new ArrayDeque<>();

  // Carriers whose simulated threads wake: they run next, in order.
  private final ArrayDeque<Carrier> ready = new ArrayDeque<>();
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private BooleanSupplier steps;
  private Runnable ending;
  private boolean isEnding;
  private Throwable failure;

  // The running carrier; null before the first step and after the last. A hand-over makes all that
  // a carrier did visible to the next.
  private volatile Carrier running;

  /** One carrier, which waits for its turn. */
  private final class Carrier implements Runnable {
    private Thread thread;

    @Override
    public void run() {
      thread = Thread.currentThread();
      while (awaitTurn(this)) {
        takeSteps(this);
      }
    }
  }

  private static void runMarked(Runnable task) {
    MDC.put(MARK, "simulated");
    task.run();
  }

  /**
   * Takes steps until one reports that it was the last, or throws. Blocks the caller, on whose
   * thread no part of the simulation runs.
   *
   * @param next takes a step; false after the last one
   * @param end kills all processes, whose threads then wake
   */
  void run(BooleanSupplier next, Runnable end) {
    steps = next;
    ending = end;
    resume(new Carrier());
    over.join();
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure;
    }
  }

  /** The sleep of the running simulated thread. */
  final class Sleep {
    private final Carrier carrier = running;
    private boolean isAwake;

    /**
     * Keeps the stack of the caller until {@link #wake}, while the other threads continue.
     *
     * @return false if the simulation was over before
     */
    boolean await() {
      resume(idle.isEmpty() ? new Carrier() : idle.poll());
      return awaitTurn(carrier);
    }

    /** The thread continues after the current step. */
    void wake() {
      if (!isAwake) {
        isAwake = true;
        ready.add(carrier);
      }
    }
  }

  private void takeSteps(Carrier self) {
    while (running == self) {
      if (!ready.isEmpty()) {
        idle.add(self);
        resume(ready.poll());
      } else if (isEnding) {
        running = null;
        idle.forEach(carrier -> LockSupport.unpark(carrier.thread));
        over.complete(null);
      } else {
        takeStep();
      }
    }
  }

  private void takeStep() {
    try {
      if (steps.getAsBoolean()) {
        return;
      }
    } catch (RuntimeException | Error wrong) {
      // What fails at the end follows from the first.
      failure = failure == null ? wrong : failure;
    }
    isEnding = true;
    ending.run();
  }

  private void resume(Carrier next) {
    boolean isNew = next.thread == null;
    running = next;
    if (isNew) {
      THREADS.execute(next);
    } else {
      LockSupport.unpark(next.thread);
    }
  }

  /** Waits until {@code self} runs; false if the simulation is over. */
  private boolean awaitTurn(Carrier self) {
    while (running != self) {
      if (over.isDone() || running == null) {
        return false;
      }
      LockSupport.park(this);
    }
    return true;
  }
}
