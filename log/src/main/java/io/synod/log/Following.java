package io.synod.log;

import io.netty.channel.EventLoop;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.SnapshotPart;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.Subscriber;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceFollower;
import io.synod.network.subscriber.SourceSettings;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotIntake;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * Follows the decisions on the event loop of a connection, and hands them to a {@link Receiver} on
 * a thread of its own, which it owns. Any thread may end it.
 */
final class Following implements AutoCloseable {
  // Consumed bytes are granted again in this many parts of the credit, or when there is nothing
  // else to do.
  private static final int GRANTS = 8;

  private final EventLoop loop;
  private final SourceFollower follower;
  private final Receiver receiver;
  private final SnapshotIntake intake;
  private final Thread thread;
  private final long grantBytes;

  // What the event loop has handed over. Bounded by the credit, one part of a snapshot, and one
  // report of replicas that cannot be reached.
  private final BlockingQueue<Object> handed = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  // One for all callers, because each copy is kept until the end.
  private final CompletableFuture<Void> closedCopy = closed.copy();
  private final AtomicLong held = new AtomicLong();
  private final AtomicBoolean ending = new AtomicBoolean();

  // Why no replica can be reached, until the receiver gets the reason; null before and after.
  private final AtomicReference<String> unreachable = new AtomicReference<>();

  private record Begin(long slot) {}

  private record Delivery(long slot, Batch batch) {}

  private record Restore(long end) {}

  private record OtherSettings(String reason) {}

  private record OtherCluster(String reason) {}

  private record Failure(Throwable bug) {}

  private enum Order {
    DROP,
    END,
    UNREACHABLE
  }

  /** Receives what is followed, on the thread of it; any exception ends it. */
  interface Receiver {
    /** The first call. */
    default void starts() {}

    /** The first slot, of one that has asked for the next that will be decided. */
    void begins(long slot);

    /** A decided batch: slots come in order, each once, behind what was restored. */
    void onBatch(long slot, Batch batch) throws Exception;

    /** Where snapshots are stored that are fetched. */
    SnapshotStore store();

    /**
     * A source sends a snapshot with this end; nothing of it is stored yet.
     *
     * @return whether it is to be fetched; otherwise {@link #onSnapshot} follows at once, with
     *     nothing stored
     */
    default boolean wantsSnapshot(long end) throws Exception {
      return true;
    }

    /** More of a snapshot is stored. */
    default void onPart(long received, long totalBytes) {}

    /** The snapshot with this end is stored, in place of the slots before it. */
    void onSnapshot(long end) throws Exception;

    /** What to say if there is no space for the snapshot with this end. */
    String noSpace(long end);

    /** No replica can be reached; tries again. */
    default void onUnreachable(String reason) throws IOException {}

    /** As many refusals as there are sources, all because its settings are others. */
    default void onOtherSettings(String reason) throws IOException {}

    /** After how long without anything to receive {@link #onPause} is called. */
    default long pauseNanos() {
      return Long.MAX_VALUE;
    }

    default void onPause() throws IOException {}

    /** The last call, in any case; on the caller's thread if its own did not start. */
    void release() throws IOException;
  }

  Following(
      EventLoop loop,
      SourceSettings sources,
      SubscriptionSettings settings,
      SnapshotSettings snapshots,
      long first,
      Receiver receiver) {
    this(loop, sources, settings, snapshots, first, receiver, Thread::new);
  }

  /**
   * @param threads makes the one of the receiver
   */
  Following(
      EventLoop loop,
      SourceSettings sources,
      SubscriptionSettings settings,
      SnapshotSettings snapshots,
      long first,
      Receiver receiver,
      ThreadFactory threads) {
    this.loop = loop;
    this.receiver = receiver;
    grantBytes = Math.max(1, settings.creditBytes() / GRANTS);
    intake = new SnapshotIntake(receiver::store);
    Subscriber subscriber = new Subscriber(settings, snapshots, first);
    long seed = new SecureRandom().nextLong();
    follower =
        new SourceFollower(
            loop, sources, subscriber, new HandedOver(), UnaryOperator.identity(), seed);
    thread = threads.newThread(this::run);
    thread.setName("synod-log-" + sources.cluster() + "-listener");
  }

  /** What it throws has ended it: the system may have no thread left. */
  void start() {
    try {
      thread.start();
    } catch (Throwable noThread) {
      release(noThread);
      throw noThread;
    }
    try {
      follower.start();
    } catch (Throwable noThread) {
      end();
      throw noThread;
    }
  }

  /** Bytes of batches that have come and are not done with. */
  long heldBytes() {
    return held.get();
  }

  /** Completes when the receiver is not called any more. The same future at each call. */
  CompletableFuture<Void> closed() {
    return closedCopy;
  }

  boolean isEnding() {
    return ending.get();
  }

  /** Ends it, and waits until the receiver has returned, unless it calls itself. */
  @Override
  public void close() {
    end();
    if (!isCalling()) {
      closedCopy.handle((done, failure) -> null).join();
    }
  }

  /** Whether it is the receiver that calls. */
  boolean isCalling() {
    return Thread.currentThread() == thread;
  }

  /** Ends it and its connection, and does not wait for that. */
  void end() {
    if (ending.compareAndSet(false, true)) {
      handed.add(Order.END);
      onLoop(follower::close);
    }
  }

  private void run() {
    Throwable failure = null;
    try {
      deliverAll();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    endInterrupt();
    release(failure);
  }

  /**
   * Code that the receiver calls may leave this thread interrupted. Then the next wait would end at
   * once, and open files would close. Nobody else interrupts this thread.
   */
  private static void endInterrupt() {
    Thread.interrupted();
  }

  private void release(Throwable reason) {
    Throwable failure = reason;
    ending.set(true);
    Closeable last = receiver::release;
    try (last;
        intake) {
      onLoop(follower::close);
    } catch (Throwable leftBehind) {
      // Whatever it is, also the same once more: all who wait for the end would wait for ever.
      if (failure == null) {
        failure = leftBehind;
      } else if (failure != leftBehind) {
        failure.addSuppressed(leftBehind);
      }
    }
    if (failure == null) {
      closed.complete(null);
    } else {
      closed.completeExceptionally(failure);
    }
  }

  private void deliverAll() throws Exception {
    receiver.starts();
    long consumed = 0;
    while (!ending.get()) {
      if (consumed > 0 && (handed.isEmpty() || consumed >= grantBytes)) {
        long bytes = consumed;
        consumed = 0;
        onLoop(() -> follower.consumed(bytes));
      }
      endInterrupt();
      Object item = handed.poll(receiver.pauseNanos(), TimeUnit.NANOSECONDS);
      if (item instanceof Delivery delivery) {
        receiver.onBatch(delivery.slot(), delivery.batch());
        long weight = Subscriber.weight(delivery.batch());
        consumed += weight;
        held.addAndGet(-weight);
      } else if (item == null) {
        receiver.onPause();
      } else {
        handle(item);
      }
    }
  }

  private void handle(Object item) throws Exception {
    if (item instanceof Begin begin) {
      receiver.begins(begin.slot());
    } else if (item instanceof SnapshotPart part) {
      Event.PartStored stored = stored(part);
      onLoop(() -> follower.onPartStored(stored));
    } else if (item instanceof Restore restore) {
      receiver.onSnapshot(restore.end());
      // One that has all it wanted must not subscribe: a learner refuses that.
      if (!isEnding()) {
        onLoop(follower::onRestored);
      }
    } else if (item == Order.UNREACHABLE) {
      receiver.onUnreachable(unreachable.getAndSet(null));
    } else if (item instanceof OtherSettings refused) {
      receiver.onOtherSettings(refused.reason());
    } else if (item instanceof OtherCluster refused) {
      throw new IOException(refused.reason());
    } else if (item instanceof Failure failure) {
      throw new IllegalStateException("the subscription has failed", failure.bug());
    } else if (item == Order.DROP) {
      intake.close();
    }
  }

  private Event.PartStored stored(SnapshotPart part) throws Exception {
    if (part.offset() == 0 && !receiver.wantsSnapshot(part.end())) {
      return new Event.PartStored(part.end(), part.totalBytes(), true);
    }
    endInterrupt();
    try {
      long received = intake.take(part);
      receiver.onPart(received, part.totalBytes());
      return new Event.PartStored(part.end(), received, received == part.totalBytes());
    } catch (SnapshotDamaged damaged) {
      return new Event.PartStored(part.end(), -1, false);
    } catch (DiskFull full) {
      throw new IOException(receiver.noSpace(part.end()), full);
    }
  }

  /** A log that is closed has ended its event loop, and with it the connection. */
  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException loopIsOver) {
      end();
    }
  }

  /** Everything goes to the receiver's thread. */
  private final class HandedOver implements SourceFollower.Sink {

    @Override
    public void begins(long slot) {
      handed.add(new Begin(slot));
    }

    @Override
    public void deliver(long slot, Batch batch) {
      held.addAndGet(Subscriber.weight(batch));
      handed.add(new Delivery(slot, batch));
    }

    @Override
    public void storeSnapshotPart(SnapshotPart part) {
      handed.add(part);
    }

    @Override
    public void dropSnapshotParts() {
      handed.add(Order.DROP);
    }

    @Override
    public void restoreSnapshot(long end) {
      handed.add(new Restore(end));
    }

    @Override
    public void onUnreachable(String reason) {
      if (unreachable.getAndSet(reason) == null) {
        handed.add(Order.UNREACHABLE);
      }
    }

    @Override
    public void onOtherSettings(String reason) {
      handed.add(new OtherSettings(reason));
    }

    @Override
    public void onOtherCluster(String reason) {
      handed.add(new OtherCluster(reason));
    }

    @Override
    public void onFailure(Throwable bug) {
      handed.add(new Failure(bug));
    }
  }
}
