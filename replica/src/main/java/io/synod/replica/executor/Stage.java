package io.synod.replica.executor;

import io.synod.core.check.Check;
import io.synod.core.time.Deadline;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A handler with a bounded inbox, run by its executor. A cycle handles everything in the inbox and
 * then calls {@link #endCycle} once, so that all output of a cycle leaves together.
 */
public abstract class Stage {
  /** The bound of the inbox of a stage that takes orders only. */
  protected static final int ORDERS_ONLY = 1;

  private static final int ITEMS_PER_TURN = 256;

  private final String name;
  private final StageExecutor executor;
  private final Consumer<Throwable> onFailure;
  private final Inbox inbox;

  // Orders from the other stages, few and never refused: their senders bound them.
  private final Queue<Object> orders = new ConcurrentLinkedQueue<>();

  // Whether a cycle was asked for that has not begun.
  private final AtomicBoolean woken = new AtomicBoolean();

  private boolean stopped;

  /**
   * @param inboxItems bound of the inbox
   * @param onFailure called on the executor when a cycle has thrown; the stage takes no cycle after
   *     it
   */
  protected Stage(
      String name, StageExecutor executor, int inboxItems, Consumer<Throwable> onFailure) {
    this.name = name;
    this.executor = executor;
    this.onFailure = onFailure;
    inbox = new Inbox(inboxItems);
  }

  /** Hands over an item. Any thread. False if the inbox is full: the caller keeps the item. */
  protected final boolean offer(Object item) {
    boolean taken = inbox.offer(item);
    if (taken) {
      // The inbox's own store may still be on its way: a cycle that begins after the executor has
      // read that one is due must see the item.
      VarHandle.fullFence();
      executor.wake(this);
    }
    return taken;
  }

  /** As {@link #offer}, but only while fewer items than {@code itemsMax} wait. Any thread. */
  protected final boolean offerBelow(int itemsMax, Object item) {
    return inbox.size() < itemsMax && offer(item);
  }

  /**
   * Hands over an order. Orders have no bound. A cycle handles those that have come when it begins
   * before its items. Any thread.
   */
  protected final void order(Object order) {
    orders.add(order);
    executor.wake(this);
  }

  /** Asks for a cycle although nothing was handed over. Any thread. */
  protected final void wake() {
    executor.wake(this);
  }

  /** What was done so far in this cycle is this stage's; what follows is not. On the executor. */
  protected final void worked() {
    executor.worked(this);
  }

  /** The time by the executor's clock. */
  protected final long nanoTime() {
    return executor.nanoTime();
  }

  /** The time of day by the executor's clock, in milliseconds since the epoch. */
  protected final long currentTimeMillis() {
    return executor.currentTimeMillis();
  }

  /** Asks for a cycle; false if one was asked for already and has not begun. Any thread. */
  final boolean claimCycle() {
    return !woken.get() && woken.compareAndSet(false, true);
  }

  /** A cycle begins: whatever is handed over from here on asks for another. */
  final void openCycle() {
    woken.set(false);
  }

  /** Whether a cycle was asked for that has not begun. */
  final boolean isWoken() {
    return woken.get();
  }

  /** Handles one order or item. */
  protected abstract void handle(Object item, long nowNanos) throws IOException;

  /** Ends a cycle: does what is due, and sends what the cycle has produced; by default nothing. */
  protected void endCycle(long nowNanos) {}

  /**
   * When the next cycle is due if nothing is handed over; {@link Deadline#NEVER}, the default, if
   * never.
   */
  protected long nextWakeUpNanos() {
    return Deadline.NEVER;
  }

  /** Frees what the stage holds, by default nothing. On the executor, or after it has ended. */
  protected void release() {}

  /** Whether something has been handed over and not handled. */
  protected final boolean hasWork() {
    return !inbox.isEmpty() || !orders.isEmpty();
  }

  final long wakeUpNanos() {
    return stopped ? Deadline.NEVER : nextWakeUpNanos();
  }

  /** Takes one cycle. Returns whether more work waits. */
  final boolean runCycle() {
    Check.that(executor.isCurrent(), "stage %s runs on thread %s", name, Thread.currentThread());
    if (stopped) {
      discard();
      return false;
    }
    try {
      long now = executor.nanoTime();
      if (handleSome(orders, now)) {
        handleSome(inbox, now);
      }
      endCycle(executor.nanoTime());
      return hasWork();
    } catch (Throwable failure) {
      try {
        stop();
      } catch (Throwable further) {
        if (further != failure) {
          failure.addSuppressed(further);
        }
      }
      onFailure.accept(failure);
      return false;
    }
  }

  /**
   * Ends the stage: it takes no cycle any more, and what it held is freed, again if something has
   * come since. On the executor.
   */
  final void stop() {
    boolean isFirst = !stopped;
    stopped = true;
    discard();
    if (isFirst) {
      release();
    }
  }

  /** Frees an item that will not be handled. */
  protected void discard(Object item) {}

  /** Returns whether all that had come was handled. */
  private boolean handleSome(Queue<Object> queue, long now) throws IOException {
    for (int handled = 0; handled < ITEMS_PER_TURN; handled++) {
      Object item = queue.poll();
      if (item == null) {
        return true;
      }
      handle(item, now);
    }
    return false;
  }

  private void discard() {
    for (Object item = inbox.poll(); item != null; item = inbox.poll()) {
      discard(item);
    }
    for (Object item = orders.poll(); item != null; item = orders.poll()) {
      discard(item);
    }
  }
}
