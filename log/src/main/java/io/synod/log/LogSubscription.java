package io.synod.log;

import io.netty.channel.EventLoop;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.event.Event;
import io.synod.core.execution.SnapshotContent;
import io.synod.core.message.SnapshotPart;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.Subscriber;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceFollower;
import io.synod.network.subscriber.SourceSettings;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotIntake;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** One stream of decided entries to one listener, on a thread of its own. Any thread. */
public final class LogSubscription implements AutoCloseable {
  // Parts are written to a local disk: the next one is asked for as soon as one is stored.
  private static final SnapshotSettings SNAPSHOTS =
      new SnapshotSettings(
          SnapshotSettings.NEVER,
          SnapshotSettings.NEVER,
          SnapshotSettings.NEVER,
          Long.MAX_VALUE / 2_000_000_000L,
          1 << 20,
          1_000_000_000L);

  // Consumed bytes are granted again in this many parts of the credit, or when there is nothing
  // else to do.
  private static final int GRANTS = 8;

  private final EventLoop loop;
  private final SourceFollower follower;
  private final LogListener listener;
  private final ScratchStore scratch;
  private final SnapshotIntake intake;
  private final Thread thread;
  private final long grantBytes;

  // What the event loop has handed over. Bounded by the credit, and one order of a snapshot.
  private final BlockingQueue<Object> handed = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> closed = new CompletableFuture<>();

  // One for all callers, because each copy is kept until the end.
  private final CompletableFuture<Void> closedCopy = closed.copy();
  private final AtomicLong held = new AtomicLong();
  private final AtomicBoolean ending = new AtomicBoolean();

  // The slot to go on from; -1 until it is known.
  private volatile long next;

  private record Begin(long slot) {}

  private record Delivery(long slot, Batch batch) {}

  private record Restore(long end) {}

  private record Failure(Throwable bug) {}

  private enum Order {
    DROP,
    END
  }

  LogSubscription(
      EventLoop loop,
      SourceSettings sources,
      SubscriptionSettings settings,
      long first,
      LogListener listener,
      ScratchStore scratch) {
    this.loop = loop;
    this.listener = listener;
    this.scratch = scratch;
    next = first;
    grantBytes = Math.max(1, settings.creditBytes() / GRANTS);
    intake = new SnapshotIntake(scratch::store);
    Subscriber subscriber = new Subscriber(settings, SNAPSHOTS, first);
    long seed = new SecureRandom().nextLong();
    follower =
        new SourceFollower(
            loop, sources, subscriber, new HandedOver(), UnaryOperator.identity(), seed);
    thread = new Thread(this::run, "synod-log-" + sources.cluster() + "-listener");
  }

  void start() {
    thread.start();
    follower.start();
  }

  /**
   * The next slot: all entries before it have been received. {@link SynodLog#FROM_NOW_ON} until a
   * replica has sent the first slot.
   */
  public long next() {
    return next;
  }

  /** Bytes of batches that have come and are not done with. */
  public long heldBytes() {
    return held.get();
  }

  /**
   * Completes when the listener is not called any more: normally after {@link #close},
   * exceptionally with the exception that the listener has thrown. The same future at each call.
   */
  public CompletableFuture<Void> closed() {
    return closedCopy;
  }

  /** Ends the subscription, and waits until the listener has returned, unless it calls itself. */
  @Override
  public void close() {
    end();
    if (!isCalling()) {
      closedCopy.handle((done, failure) -> null).join();
    }
  }

  /** Whether it is the listener that calls. */
  boolean isCalling() {
    return Thread.currentThread() == thread;
  }

  /** Ends the subscription, and does not wait for that. */
  void end() {
    if (ending.compareAndSet(false, true)) {
      handed.add(Order.END);
    }
  }

  private void run() {
    Throwable failure = null;
    try {
      deliverAll();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    ending.set(true);
    onLoop(follower::close);
    try {
      intake.close();
      scratch.close();
    } catch (IOException | RuntimeException leftBehind) {
      if (failure == null) {
        failure = leftBehind;
      } else {
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
    long consumed = 0;
    while (!ending.get()) {
      if (consumed > 0 && (handed.isEmpty() || consumed >= grantBytes)) {
        long bytes = consumed;
        consumed = 0;
        onLoop(() -> follower.consumed(bytes));
      }
      Object item = handed.take();
      if (item instanceof Delivery delivery) {
        deliver(delivery);
        long weight = Subscriber.weight(delivery.batch());
        consumed += weight;
        held.addAndGet(-weight);
      } else if (item instanceof Begin begin) {
        next = begin.slot();
      } else if (item instanceof SnapshotPart part) {
        Event.PartStored stored = stored(part);
        onLoop(() -> follower.onPartStored(stored));
      } else if (item instanceof Restore restore) {
        deliverSnapshot(restore.end());
        onLoop(follower::onRestored);
      } else if (item instanceof Failure failure) {
        throw new IllegalStateException("the subscription has failed", failure.bug());
      } else if (item == Order.DROP) {
        intake.close();
      }
    }
  }

  private void deliver(Delivery delivery) throws Exception {
    Batch batch = delivery.batch();
    byte[] bytes = batch.bytes();
    ByteBuffer readOnly = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    int at = Batch.HEADER_BYTES;
    for (int index = 0; index < batch.count() && !ending.get(); index++) {
      int payload = BatchEntry.payloadBytes(bytes, at);
      long sequence = BatchEntry.sequence(bytes, at);
      if (sequence > 0 && !BatchEntry.isQuery(bytes, at)) {
        listener.onEntry(
            new LogEntry(
                delivery.slot(),
                index,
                BatchEntry.session(bytes, at),
                sequence,
                batch.leaderTimeMillis(),
                readOnly.slice(at + BatchEntry.HEADER_BYTES, payload)));
      }
      at += BatchEntry.HEADER_BYTES + payload;
    }
    if (!ending.get()) {
      next = delivery.slot() + 1;
      listener.onSlotEnd(next);
    }
  }

  private Event.PartStored stored(SnapshotPart part) throws IOException {
    try {
      long received = intake.take(part);
      return new Event.PartStored(part.end(), received, received == part.totalBytes());
    } catch (SnapshotDamaged damaged) {
      return new Event.PartStored(part.end(), -1, false);
    } catch (DiskFull full) {
      throw new IOException(
          "no space for the snapshot of slots before %d; SynodLogBuilder.directory takes another place"
              .formatted(part.end()),
          full);
    }
  }

  private void deliverSnapshot(long end) throws Exception {
    SnapshotStore store = scratch.store();
    try (InputStream file = store.read(snapshotUpTo(end, store))) {
      SnapshotContent content = SnapshotContent.read(file);
      listener.onSnapshot(next, new LogSnapshot(end, content.leaderTimeMillis(), content.state()));
    }
    next = end;
    listener.onSlotEnd(next);
    scratch.close();
  }

  private static SnapshotInfo snapshotUpTo(long end, SnapshotStore store) throws IOException {
    for (SnapshotInfo snapshot : store.list()) {
      if (snapshot.end() == end) {
        return snapshot;
      }
    }
    throw new IOException("the snapshot of slots before " + end + " is gone");
  }

  /** A log that is closed has ended its event loop, and with it the connection. */
  private void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException loopIsOver) {
      end();
    }
  }

  /** Everything goes to the listener's thread. */
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
    public void onFailure(Throwable bug) {
      handed.add(new Failure(bug));
    }
  }
}
