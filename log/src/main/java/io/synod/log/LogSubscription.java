package io.synod.log;

import io.netty.channel.EventLoop;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.SnapshotContent;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceSettings;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

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

  private final Following following;
  private final LogListener listener;
  private final ScratchStore scratch;

  // The slot to go on from; -1 until it is known.
  private volatile long next;

  LogSubscription(
      EventLoop loop,
      SourceSettings sources,
      SubscriptionSettings settings,
      long first,
      LogListener listener,
      ScratchStore scratch) {
    this.listener = listener;
    this.scratch = scratch;
    next = first;
    following = new Following(loop, sources, settings, SNAPSHOTS, first, new Entries());
  }

  void start() {
    following.start();
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
    return following.heldBytes();
  }

  /**
   * Completes when the listener is not called any more: normally after {@link #close},
   * exceptionally with the exception that the listener has thrown, or with an {@link IOException}
   * if every address belongs to another cluster and no replica was followed before. The same future
   * at each call.
   */
  public CompletableFuture<Void> closed() {
    return following.closed();
  }

  /** Ends the subscription, and waits until the listener has returned, unless it calls itself. */
  @Override
  public void close() {
    following.close();
  }

  /** Whether it is the listener that calls. */
  boolean isCalling() {
    return following.isCalling();
  }

  /** Ends the subscription, and does not wait for that. */
  void end() {
    following.end();
  }

  /** Hands each request to the listener. */
  private final class Entries implements Following.Receiver {
    // Whether the snapshot that comes next is stored, because the listener wants its state.
    private boolean isStored;

    @Override
    public void begins(long slot) {
      next = slot;
    }

    @Override
    public void onBatch(long slot, Batch batch) throws Exception {
      byte[] bytes = batch.bytes();
      ByteBuffer readOnly = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
      int at = Batch.HEADER_BYTES;
      for (int index = 0; index < batch.count() && !following.isEnding(); index++) {
        int payload = BatchEntry.payloadBytes(bytes, at);
        long sequence = BatchEntry.sequence(bytes, at);
        if (BatchEntry.isUnknown(sequence)) {
          throw new IOException(
              "slot %d holds control sequence %d, which a later version of Synod wrote: read on with that version"
                  .formatted(slot, sequence));
        }
        if (sequence > 0 && !BatchEntry.isQuery(bytes, at)) {
          listener.onEntry(
              new LogEntry(
                  slot,
                  index,
                  BatchEntry.session(bytes, at),
                  sequence,
                  batch.leaderTimeMillis(),
                  readOnly.slice(at + BatchEntry.HEADER_BYTES, payload)));
        }
        at += BatchEntry.HEADER_BYTES + payload;
      }
      if (!following.isEnding()) {
        next = slot + 1;
        listener.onSlotEnd(next);
      }
    }

    @Override
    public SnapshotStore store() {
      return scratch.store();
    }

    @Override
    public boolean wantsSnapshot(long end) throws Exception {
      isStored = listener.wantsSnapshot(next, end);
      return isStored;
    }

    @Override
    public void onSnapshot(long end) throws Exception {
      if (isStored) {
        readSnapshot(end);
      }
      next = end;
      listener.onSlotEnd(next);
    }

    private void readSnapshot(long end) throws Exception {
      SnapshotStore store = scratch.store();
      try (InputStream file = store.read(snapshotUpTo(end, store))) {
        SnapshotContent content = SnapshotContent.read(file);
        listener.onSnapshot(
            next, new LogSnapshot(end, content.leaderTimeMillis(), content.state()));
      }
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

    @Override
    public String noSpace(long end) {
      return "no space for the snapshot of slots before %d; SynodLogBuilder.directory takes another place"
          .formatted(end);
    }

    @Override
    public void release() {
      scratch.close();
    }
  }
}
