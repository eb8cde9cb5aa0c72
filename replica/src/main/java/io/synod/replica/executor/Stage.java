package io.synod.replica.lane;

import io.synod.core.check.Check;
import io.synod.core.time.Deadline;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jctools.queues.MpscArrayQueue;

/**
 * A handler with a bounded inbox, run by its lane. A turn handles what has come and then, once,
 * {@link #endTurn}, so that what a turn produces leaves together.
 */
public abstract class Stage {
  private static final int ITEMS_PER_TURN = 256;

  private final String name;
  private final Lane lane;
  private final Consumer<Throwable> onFailure;
  private final MpscArrayQueue<Object> inbox;

  // Orders from the other stages, few and never refused: their senders bound them.
  private final Queue<Object> orders = new ConcurrentLinkedQueue<>();

  // Whether a turn was asked for that has not begun.
  private final AtomicBoolean woken = new AtomicBoolean();

  private boolean stopped;

  /**
   * @param inboxItems bound of the inbox
   * @param onFailure called on the lane when a turn has thrown; the stage takes no turn after it
   */
  protected Stage(String name, Lane lane, int inboxItems, Consumer<Throwable> onFailure) {
    this.name = name;
    this.lane = lane;
    this.onFailure = onFailure;
    inbox = new MpscArrayQueue<>(inboxItems);
  }

  public final String name() {
    return name;
  }

  /** Hands over an item. Any thread. False if the inbox is full: the caller keeps the item. */
  protected final boolean offer(Object item) {
    boolean taken = inbox.offer(item);
    if (taken) {
      lane.wake(this);
    }
    return taken;
  }

  /** Hands over an order, before all items that are offered after it. Any thread. */
  protected final void order(Object order) {
    orders.add(order);
    lane.wake(this);
  }

  /** Asks for a turn although nothing was handed over. Any thread. */
  protected final void wake() {
    lane.wake(this);
  }

  /** What was done so far in this turn is this stage's; what follows is not. On the lane. */
  protected final void worked() {
    lane.worked(this);
  }

  /** Asks for a turn; false if one was asked for already and has not begun. */
  final boolean claimTurn() {
    return !woken.get() && woken.compareAndSet(false, true);
  }

  /** A turn begins: whatever is handed over from here on asks for another. */
  final void openTurn() {
    woken.set(false);
  }

  /** Whether a turn was asked for that has not begun. */
  final boolean isWoken() {
    return woken.get();
  }

  /** Handles one order or item. */
  protected abstract void handle(Object item, long nowNanos) throws IOException;

  /** Ends a turn: does what is due, and sends what the turn has produced. */
  protected abstract void endTurn(long nowNanos);

  /** When the next turn is due if nothing is handed over; {@link Deadline#NEVER} if never. */
  protected abstract long nextWakeUpNanos();

  /** Frees what the stage holds. On the lane, or after it has ended. */
  protected abstract void release();

  /** Whether something has been handed over and not handled. */
  protected final boolean hasWork() {
    return !inbox.isEmpty() || !orders.isEmpty();
  }

  final long wakeUpNanos() {
    return stopped ? Deadline.NEVER : nextWakeUpNanos();
  }

  /** Takes one turn. Returns whether more work waits. */
  final boolean turn() {
    Check.that(lane.isCurrent(), "stage %s runs on thread %s", name, Thread.currentThread());
    if (stopped) {
      discard();
      return false;
    }
    try {
      long now = System.nanoTime();
      if (handleSome(orders, now)) {
        handleSome(inbox, now);
      }
      endTurn(System.nanoTime());
      return hasWork();
    } catch (Throwable failure) {
      try {
        stop();
      } catch (Throwable further) {
        failure.addSuppressed(further);
      }
      onFailure.accept(failure);
      return false;
    }
  }

  /**
   * Ends the stage: it takes no turn any more, and what it held is freed, again if something has
   * come since. On the lane.
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
