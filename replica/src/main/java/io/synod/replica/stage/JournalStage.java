package io.synod.replica.stage;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.settings.Durability;
import io.synod.core.time.Deadline;
import io.synod.network.transport.LogLimit;
import io.synod.replica.executor.Stage;
import io.synod.replica.executor.StageExecutor;
import io.synod.storage.Journal;
import io.synod.storage.journal.Damage;
import io.synod.storage.journal.JournalCounters;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the records that the protocol persists, always on a thread of its own. All records that
 * queue up while the disk is busy share the next fdatasync.
 */
public final class JournalStage extends Stage implements Journal {
  private static final long RETRY_NANOS = 500_000_000L;
  private static final long SLOW_NANOS = 100_000_000L;
  private static final long SLOW_LINE_NANOS = 10_000_000_000L;
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  // The objects of a record that waits for the disk, beside its batch.
  private static final int RECORD_BYTES = 128;

  private final String who;
  private final Durability durability;
  private final WriteAheadLog log;
  private final SnapshotStore snapshots;
  private final Map<Long, Damage> damaged = new HashMap<>();
  private ProtocolStage protocol;

  // Of the protocol thread.
  private long appended;
  private final ArrayDeque<JournalRecord> unhurried = new ArrayDeque<>();

  // Of the journal thread: the records that the log has no space for yet, and those that it has and
  // that are not durable.
  private final ArrayDeque<JournalRecord> waiting = new ArrayDeque<>();
  private final ArrayDeque<Written> records = new ArrayDeque<>();
  private boolean full;

  // No slot before this one is needed but by peers.
  private long cutEnd;
  private long retryNanos = Deadline.NEVER;

  // Added by the protocol thread, subtracted by the journal thread.
  private final AtomicLong pendingBytes = new AtomicLong();

  private volatile long durable;

  // Written by the stage's thread.
  private volatile long commitNanos;

  // A disk may be slow for months, and the log may be on it, too.
  private final LogLimit slowLines = new LogLimit(1, SLOW_LINE_NANOS);

  private volatile JournalCounters counters;

  /** A record that is written and not durable. */
  private record Written(long number, int heapBytes) {}

  /**
   * What a replica keeps on disk.
   *
   * @param who names the replica, for logs
   * @param durability which records the log takes
   * @param snapshots the log is not cut beyond one that is being sent to a peer
   */
  public record Kept(
      String who, Durability durability, WriteAheadLog log, SnapshotStore snapshots) {}

  private record Cut(long slot) {}

  private record GiveBack() {}

  /**
   * @param damage what recovery could not read; repaired once its decision is learnt
   */
  public JournalStage(
      StageExecutor executor, Kept kept, List<Damage> damage, Consumer<Throwable> onFailure) {
    super("journal", executor, ORDERS_ONLY, onFailure);
    who = kept.who();
    durability = kept.durability();
    log = kept.log();
    snapshots = kept.snapshots();
    counters = log.counters();
    damage.forEach(one -> damaged.put(one.slot(), one));
  }

  /** Before the first cycle. */
  public void reportTo(ProtocolStage protocolStage) {
    protocol = protocolStage;
  }

  @Override
  public void append(JournalRecord record) {
    if (!record.isKeptAt(durability)) {
      return;
    }
    if (record instanceof JournalRecord.DecidedUpTo) {
      // Nobody waits for it: it is written with what comes next.
      unhurried.clear();
      unhurried.add(record);
      return;
    }
    appended++;
    if (!unhurried.isEmpty()) {
      order(unhurried.poll());
    }
    pendingBytes.addAndGet(heapBytes(record));
    order(record);
  }

  @Override
  public void cut(long slot) {
    order(new Cut(slot));
  }

  @Override
  public void giveBack() {
    order(new GiveBack());
  }

  @Override
  public long appended() {
    return appended;
  }

  @Override
  public long pendingBytes() {
    return pendingBytes.get();
  }

  private static int heapBytes(JournalRecord record) {
    if (record instanceof JournalRecord.Voted voted) {
      return RECORD_BYTES + voted.batch().heapBytes();
    }
    return RECORD_BYTES
        + (record instanceof JournalRecord.Learnt learnt ? learnt.batch().heapBytes() : 0);
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  protected void handle(Object item, long nowNanos) {
    if (item instanceof Cut cut) {
      cutEnd = cut.slot();
      log.cut(Math.min(cutEnd, snapshots.firstPinned()));
      return;
    }
    if (item instanceof GiveBack) {
      log.giveBack();
      return;
    }
    waiting.add((JournalRecord) item);
    write();
  }

  /** Gives the log waiting records, as many as it has space for. Returns whether there were any. */
  private boolean write() {
    boolean isAny = false;
    while (!waiting.isEmpty() && !log.isQueueFull()) {
      JournalRecord record = waiting.poll();
      long number = write(record);
      if (!(record instanceof JournalRecord.DecidedUpTo)) {
        records.add(new Written(number, heapBytes(record)));
      }
      isAny = true;
    }
    return isAny;
  }

  private long write(JournalRecord record) {
    if (record instanceof JournalRecord.Learnt learnt) {
      Damage damage = damaged.remove(learnt.slot());
      if (damage != null) {
        log.repair(damage, learnt.batch());
        return log.appended();
      }
    }
    if (record instanceof JournalRecord.Joined joined
        && joined.status() == MemberStatus.RECOVERING) {
      // Everything written before belongs to an earlier incarnation.
      damaged.clear();
      long number = log.append(record);
      log.reset();
      return number;
    }
    return log.append(record);
  }

  /** One fdatasync for the whole cycle; then, beside the way of any request, the next segment. */
  @Override
  protected void endCycle(long nowNanos) {
    if (log.needsCommit() || full) {
      commit();
    }
    publish();
    if (write()) {
      wake();
    }
    retryNanos = Deadline.NEVER;
    if (!log.hasSpare() && (log.needsSpare() || !hasWork())) {
      reserve(nowNanos);
    }
    if (log.isFull() != full) {
      full = log.isFull();
      if (full) {
        freeSpace();
      }
      protocol.storageFull(full);
    }
    if (full && retryNanos == Deadline.NEVER) {
      // What found no space looks for it again, though nothing else comes.
      retryNanos = nowNanos + RETRY_NANOS;
    }
    // A cut or a spare segment changes them without a new record.
    counters = log.counters();
  }

  private void commit() {
    long beganNanos = nanoTime();
    log.commit();
    long nanos = nanoTime() - beganNanos;
    commitNanos += nanos;
    String leftOut = nanos > SLOW_NANOS ? slowLines.admit(beganNanos) : null;
    if (leftOut != null) {
      LOG.warn(
          "{}: its disk took {} ms to write {} KiB of the journal; until then none of these votes"
              + " counted; if this comes often, look for what else uses the disk{}",
          who,
          nanos / 1_000_000,
          (log.counters().bytes() - counters.bytes() + 1023) / 1024,
          leftOut);
    }
  }

  /** What is kept for the peers to which a snapshot is being sent goes first. */
  private void freeSpace() {
    try {
      snapshots.unpin();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    log.cut(cutEnd);
  }

  /** A step at a time, so that what comes meanwhile need not wait for a whole segment. */
  private void reserve(long nowNanos) {
    if (!log.reserveSome()) {
      retryNanos = nowNanos + RETRY_NANOS;
    } else if (!log.hasSpare() || full) {
      wake();
    }
  }

  private void publish() {
    long end = log.durable();
    long count = durable;
    while (!records.isEmpty() && records.peek().number() <= end) {
      pendingBytes.addAndGet(-records.poll().heapBytes());
      count++;
    }
    if (count > durable) {
      counters = log.counters();
      durable = count;
      protocol.durable();
    }
  }

  @Override
  protected long nextWakeUpNanos() {
    return retryNanos;
  }

  /** Bytes and records written since this replica started. Any thread. */
  public JournalCounters counters() {
    return counters;
  }

  /** How long this thread has written and waited for the disk. Any thread. */
  public long commitNanos() {
    return commitNanos;
  }

  /** The log's owner, which has opened it, closes it. */
  @Override
  protected void release() {}
}
