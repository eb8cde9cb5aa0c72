package io.synod.replica.executor;

import io.netty.channel.EventLoop;
import io.synod.core.time.Deadline;
import io.synod.network.transport.Sockets;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One stage on an event loop that it shares with sockets and other stages: its cycles are tasks
 * between the loop's reads.
 */
public final class EventLoopExecutor implements StageExecutor {
  private final EventLoop loop;
  private final Consumer<Stage> onWorked;
  private final Runnable cycle = this::runCycle;

  // Of the loop, as the rest is: null until its first cycle, before which cycles are asked for too.
  private Stage stage;

  private long timerNanos = Deadline.NEVER;
  private Future<?> timer;

  /**
   * @param onWorked called on the loop after each piece of a stage's work
   */
  public EventLoopExecutor(EventLoop loop, Consumer<Stage> onWorked) {
    this.loop = loop;
    this.onWorked = onWorked;
  }

  @Override
  public void start(Stage only) {
    loop.execute(
        () -> {
          stage = only;
          runCycle();
        });
  }

  @Override
  public void wake(Stage woken) {
    if (woken.claimCycle()) {
      try {
        loop.execute(cycle);
      } catch (RejectedExecutionException rejected) {
        if (!loop.isShuttingDown()) {
          throw rejected;
        }
        // As with a thread that has ended: nobody handles what is handed over from here on.
      }
    }
  }

  @Override
  public void worked(Stage worked) {
    onWorked.accept(worked);
  }

  @Override
  public boolean isCurrent() {
    return loop.inEventLoop();
  }

  @Override
  public long nanoTime() {
    return Sockets.nanoTime(loop);
  }

  @Override
  public long currentTimeMillis() {
    return Sockets.currentTimeMillis(loop);
  }

  @Override
  public void close() {
    if (loop.isShutdown()) {
      return;
    }
    if (isCurrent()) {
      stop();
    } else {
      Sockets.sync(loop, loop.submit(this::stop));
    }
  }

  private void stop() {
    if (stage != null) {
      stage.stop();
    }
  }

  private void runCycle() {
    if (stage == null) {
      // The first cycle handles all that was offered before.
      return;
    }
    stage.openCycle();
    boolean more = stage.runCycle();
    // A service may set the flag, and with it set the sockets and files of this loop would fail.
    Thread.interrupted();
    worked(stage);
    if (more) {
      wake(stage);
      return;
    }
    long wakeUp = stage.wakeUpNanos();
    if (wakeUp < timerNanos) {
      schedule(wakeUp);
    }
  }

  private void schedule(long wakeUp) {
    if (timer != null) {
      timer.cancel(false);
    }
    timerNanos = wakeUp;
    long delay = Math.max(0, wakeUp - nanoTime());
    timer = loop.schedule(this::onTimer, delay, TimeUnit.NANOSECONDS);
  }

  private void onTimer() {
    timerNanos = Deadline.NEVER;
    timer = null;
    runCycle();
  }
}
