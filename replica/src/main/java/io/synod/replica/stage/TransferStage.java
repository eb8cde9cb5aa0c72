package io.synod.replica.stage;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.event.Event;
import io.synod.core.execution.SnapshotContent;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.time.Deadline;
import io.synod.network.ingress.ClientConnection;
import io.synod.network.transport.LogLimit;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.storage.Journal;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.journal.JournalDecisions;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotIntake;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends parts of snapshots, and decisions that only the journal has, to peers, and stores parts
 * that peers send; on a thread of its own, so that no transfer waits for a snapshot that is being
 * written. One part or answer is in memory at a time.
 */
public final class TransferStage extends Stage {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");
  private static final int INBOX_ITEMS = 256;

  // Waiting items from which on no more is read for clients: the rest is for peers.
  private static final int CLIENTS_ITEMS = INBOX_ITEMS / 2;
  private static final long DROPPED_LINE_NANOS = 10_000_000_000L;

  private final String who;
  private final int partBytes;
  private final long pinNanos;
  private final Supplier<SnapshotStore> store;
  private final SnapshotIntake intake;
  private SnapshotListener protocol;
  private Journal journal;

  // Null if there is no journal, or it is of a level that keeps no votes.
  private JournalDecisions decisions;
  private long verifiedEnd;

  // End of the snapshot that was looked into last, and whether it holds its last slot in part.
  private long readEnd;
  private boolean isReadInPart;

  // When the next pin ends, or earlier.
  private long pinnedNanos = Deadline.NEVER;

  // What was dropped is asked for again and again, for as long as the disk is full.
  private final LogLimit droppedLines = new LogLimit(1, DROPPED_LINE_NANOS);

  // Whose read is under way.
  private final Set<Object> asking = ConcurrentHashMap.newKeySet();

  /**
   * @param wholeSlots whether the asker can do nothing with a slot in part
   */
  record Read(
      Object asker, FetchSnapshot request, boolean wholeSlots, Consumer<SnapshotPart> answer) {}

  private record ReadDecisions(DecisionsWanted wanted, Consumer<List<Batch>> answer) {}

  private record Drop() {}

  /**
   * @param who this is, for log lines
   * @param partBytes bytes that a frame of this replica carries; a peer that asks for more gets
   *     this many
   * @param pinNanos how long a snapshot is kept after a part of it was read
   * @param store opened when it is first needed
   */
  public TransferStage(
      StageExecutor executor,
      String who,
      int partBytes,
      long pinNanos,
      Supplier<SnapshotStore> store,
      Consumer<Throwable> onFailure) {
    super("transfer", executor, INBOX_ITEMS, onFailure);
    this.who = who;
    this.partBytes = partBytes;
    this.pinNanos = pinNanos;
    this.store = store;
    this.intake = new SnapshotIntake(store);
  }

  /** Before the first cycle. */
  public void reportTo(SnapshotListener listener, Journal keepsSpace) {
    protocol = listener;
    journal = keepsSpace;
  }

  /** Before the first cycle: where decisions are read. Without it none may be asked for. */
  public void serve(JournalDecisions ofJournal) {
    decisions = ofJournal;
  }

  /**
   * Reads a part for a peer or a subscriber, which asks for one part at a time. While an earlier
   * part is read for it, or if too many others wait, it gets no answer and asks again.
   *
   * @param asker equal only to itself
   * @param answer called on this stage's thread
   */
  void read(Object asker, FetchSnapshot request, Consumer<SnapshotPart> answer) {
    read(INBOX_ITEMS, new Read(asker, request, false, answer));
  }

  private void read(int itemsMax, Read read) {
    if (asking.add(read.asker()) && !offerBelow(itemsMax, read)) {
      asking.remove(read.asker());
    }
  }

  /**
   * Reads a part for a client, which may take no more by the time that it was read. While the
   * newest snapshot is that of a service which had halted in the middle of a slot, it gets none.
   */
  void readFor(ClientConnection client, FetchSnapshot request, Consumer<SnapshotPart> answer) {
    if (client.takesReplies()) {
      read(
          CLIENTS_ITEMS,
          new Read(
              client,
              request,
              true,
              part -> {
                if (client.takesReplies()) {
                  answer.accept(part);
                }
              }));
    }
  }

  /**
   * Reads decisions for a peer. The core has one read for each peer under way at a time.
   *
   * @param answer called on this stage's thread
   */
  void read(DecisionsWanted wanted, Consumer<List<Batch>> answer) {
    order(new ReadDecisions(wanted, answer));
  }

  /** Stores a part of a peer's snapshot. The core has one under way at a time. */
  void store(SnapshotPart part) {
    order(part);
  }

  void drop() {
    order(new Drop());
  }

  @Override
  protected void handle(Object item, long nowNanos) throws IOException {
    if (item instanceof Read read) {
      asking.remove(read.asker());
      read.answer().accept(pinned(part(read)));
    } else if (item instanceof ReadDecisions read) {
      read.answer().accept(decisions.read(read.wanted()));
    } else if (item instanceof SnapshotPart part) {
      protocol.snapshotProgress(receive(part));
    } else {
      intake.close();
    }
  }

  /** The receiver of {@code part} will ask for the next one of the same snapshot. */
  private SnapshotPart pinned(SnapshotPart part) {
    if (part.end() > 0) {
      // By the time now: to look into a large snapshot takes longer than a pin lasts.
      long untilNanos = nanoTime() + pinNanos;
      store.get().pin(part.end(), untilNanos);
      pinnedNanos = pinnedNanos == Deadline.NEVER ? untilNanos : pinnedNanos;
    }
    return part;
  }

  /** Of the snapshot that was asked for, or else the beginning of the newest one. */
  private SnapshotPart part(Read read) throws IOException {
    FetchSnapshot request = read.request();
    List<SnapshotInfo> kept = store.get().list();
    for (SnapshotInfo snapshot : kept) {
      if (request.end() == snapshot.end()) {
        return part(snapshot, request.offset(), request.bytesMax());
      }
    }
    for (SnapshotInfo newest : kept) {
      if (isWhole(newest)) {
        return read.wholeSlots() && isInPart(newest)
            ? SnapshotPart.NONE
            : part(newest, 0, request.bytesMax());
      }
    }
    reportLost();
    return SnapshotPart.NONE;
  }

  /** One that was there is not: who decides when snapshots are taken must not count on it. */
  private void reportLost() {
    List<SnapshotInfo> kept = store.get().list();
    protocol.snapshotProgress(new Event.SnapshotLost(kept.isEmpty() ? 0 : kept.get(0).end()));
  }

  /** Looked at before it is served, so that no peer fetches for minutes what it must drop. */
  private boolean isWhole(SnapshotInfo snapshot) throws IOException {
    if (snapshot.end() == verifiedEnd) {
      return true;
    }
    try {
      store.get().verify(snapshot);
      verifiedEnd = snapshot.end();
      return true;
    } catch (SnapshotDamaged damaged) {
      discard(snapshot, damaged);
      return false;
    } catch (NoSuchFileException deleted) {
      // Two newer ones were published since they were listed: a peer that asks again gets the
      // newest.
      reportLost();
      return false;
    }
  }

  /** Also true of a snapshot that cannot be read any more: nothing of it is served. */
  private boolean isInPart(SnapshotInfo snapshot) throws IOException {
    if (snapshot.end() != readEnd) {
      try (InputStream content = store.get().read(snapshot)) {
        isReadInPart = SnapshotContent.isInPart(content);
      } catch (SnapshotDamaged damaged) {
        discard(snapshot, damaged);
        return true;
      } catch (NoSuchFileException deleted) {
        // As in isWhole: an asker that asks again gets the newest.
        reportLost();
        return true;
      }
      readEnd = snapshot.end();
    }
    return isReadInPart;
  }

  private void discard(SnapshotInfo snapshot, SnapshotDamaged damaged) throws IOException {
    LOG.error(
        "{}: deletes a snapshot that it cannot read: {}; replicas that lag fetch another one",
        who,
        damaged.getMessage());
    store.get().discard(snapshot);
    reportLost();
  }

  private SnapshotPart part(SnapshotInfo snapshot, long offset, int bytesMax) throws IOException {
    long left = Math.min(snapshot.bytes() - offset, Math.min(partBytes, bytesMax));
    if (left <= 0) {
      return SnapshotPart.NONE;
    }
    byte[] bytes = new byte[(int) left];
    int read = readPart(snapshot, offset, bytes);
    if (read <= 0) {
      reportLost();
      return SnapshotPart.NONE;
    }
    byte[] exact = read == bytes.length ? bytes : Arrays.copyOf(bytes, read);
    return new SnapshotPart(snapshot.end(), snapshot.bytes(), offset, exact);
  }

  private int readPart(SnapshotInfo snapshot, long offset, byte[] into) throws IOException {
    try {
      return store.get().readPart(snapshot.end(), offset, into);
    } catch (SnapshotDamaged damaged) {
      discard(snapshot, damaged);
      return SnapshotStore.NO_LONGER_KEPT;
    }
  }

  private Event receive(SnapshotPart part) throws IOException {
    try {
      long received = intake.take(part);
      return new Event.PartStored(part.end(), received, received == part.totalBytes());
    } catch (DiskFull full) {
      store.get().unpin();
      journal.giveBack();
      return refused(part, full);
    } catch (SnapshotDamaged damaged) {
      return refused(part, damaged);
    }
  }

  private Event refused(SnapshotPart part, IOException unusable) {
    String leftOut = droppedLines.admit(nanoTime());
    if (leftOut != null) {
      LOG.warn(
          "{}: dropped the snapshot that another replica was sending: {}; it asks again by itself{}",
          who,
          unusable.getMessage(),
          leftOut);
    }
    return new Event.PartStored(part.end(), -1, false);
  }

  /** Not before all who have asked are answered: each answer may make a pin last longer. */
  @Override
  protected void endCycle(long nowNanos) {
    if (pinnedNanos != Deadline.NEVER && nowNanos - pinnedNanos >= 0) {
      try {
        pinnedNanos = store.get().endPins(nowNanos);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }
  }

  @Override
  protected long nextWakeUpNanos() {
    return pinnedNanos;
  }

  @Override
  protected void release() {
    try {
      intake.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
