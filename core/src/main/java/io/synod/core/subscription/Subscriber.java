package io.synod.core.subscription;

import io.synod.core.check.Check;
import io.synod.core.command.Batch;
import io.synod.core.effect.SubscriberEffects;
import io.synod.core.event.Event;
import io.synod.core.message.Decided;
import io.synod.core.message.SnapshotPart;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.time.Deadline;

/**
 * Follows the decided sequence, slot by slot and without a gap, from one source after another. The
 * same inputs in the same order have the same effects. If no source keeps the next slot, it fetches
 * a snapshot and continues after it. Confined to one thread; does no I/O, reads no clock.
 *
 * <pre>
 *   from       to         when
 *   APART      FOLLOWING  a source is connected: subscribes from the next slot on
 *   APART      FETCHING   a source is connected, and it begins with a snapshot
 *   FOLLOWING  FETCHING   the source keeps the next slot in a snapshot only
 *   FETCHING   RESTORING  the snapshot is stored
 *   RESTORING  APART      it is restored: goes on behind it
 *   FETCHING   ENDING     the source is lost while a part is being stored
 *   ENDING     APART      that is stored
 *   any other  APART      the source is lost, silent, or breaks the sequence
 * </pre>
 */
public final class Subscriber {
  /** As the first slot: that behind the newest snapshot of the source. */
  public static final long BEHIND_SNAPSHOT = -2;

  private static final int SOURCE = 0;

  // A source says something at least so often in the time after which it is given up.
  private static final int KEEP_ALIVES = 4;

  // Beside its batch, what a decision takes in a message at most.
  private static final int OVERHEAD_BYTES = 8;

  private final SubscriptionSettings settings;
  private final SnapshotFetch fetch;

  private State state = State.APART;
  private boolean isConnected;

  // BEHIND_SNAPSHOT until one is stored; -1 until a source has sent the first slot.
  private long next;

  // Bytes that were delivered and are not done with, and those done with and not granted anew:
  // fewer than none if as many must be done with before any is granted.
  private long held;
  private long freed;

  // So much freed is granted anew: half of what this source lets come.
  private long grantBytes;

  // Whether this source has sent its first slot.
  private boolean knowsBegin;

  // The highest decided end that a source has sent.
  private long decided;

  /** Leaves the source. Runs: while it is to say something. */
  private final Deadline silence = new Deadline();

  private enum State {
    APART,
    FOLLOWING,
    FETCHING,
    ENDING,
    RESTORING
  }

  /**
   * @param snapshots how snapshots are fetched
   * @param first the slot to begin with; -1 for whichever is decided next, {@link #BEHIND_SNAPSHOT}
   *     for a snapshot and what is decided behind it
   */
  public Subscriber(SubscriptionSettings settings, SnapshotSettings snapshots, long first) {
    this.settings = settings;
    this.fetch = new SnapshotFetch(snapshots);
    this.next = first;
    this.grantBytes = Math.max(1, settings.creditBytes() / 2);
  }

  /** The next slot to be delivered; negative if it is not known yet. */
  public long next() {
    return next;
  }

  /** Every slot before this one is decided, as far as a source has reported. */
  public long decided() {
    return Math.max(decided, next);
  }

  /**
   * Bytes that are granted together, 1 at least: where more has come and is not done with, the
   * source may be waiting for that.
   */
  public long grantBytes() {
    return grantBytes;
  }

  /** A source is connected; the one before is lost or left. */
  public void connected(long nowNanos, SubscriberEffects out) {
    Check.that(!isConnected, "connected to another source without leaving the one before");
    isConnected = true;
    if (state == State.APART) {
      begin(nowNanos, out);
    }
  }

  private void begin(long nowNanos, SubscriberEffects out) {
    if (next == BEHIND_SNAPSHOT) {
      state = State.FETCHING;
      fetch.begin(SOURCE, 0, SnapshotFetch.NEWEST, nowNanos, out);
    } else {
      subscribe(nowNanos, out);
    }
  }

  /**
   * The source is lost. The decisions that it has sent are kept, parts of a snapshot are dropped.
   */
  public void disconnected(SubscriberEffects out) {
    isConnected = false;
    silence.clear();
    switch (state) {
      case FOLLOWING -> state = State.APART;
      case FETCHING -> endFetching(out);
      default -> {
        // What is being stored or restored ends first.
      }
    }
  }

  private void endFetching(SubscriberEffects out) {
    if (fetch.isStoring()) {
      state = State.ENDING;
      return;
    }
    state = State.APART;
    if (fetch.isActive()) {
      fetch.abandon(out);
    }
  }

  public void onDecided(Decided message, long nowNanos, SubscriberEffects out) {
    if (state != State.FOLLOWING) {
      return;
    }
    silence.set(nowNanos + settings.silenceNanos());
    decided = Math.max(decided, message.decided());
    if (next < 0) {
      next = message.first();
      out.begins(next);
    }
    if (message.first() == next) {
      for (Batch batch : message.batches()) {
        if (held + freed > settings.creditBytes()) {
          // What it sends has no other bound here.
          leave(
              "it sent slot %d, and more than the %d bytes that it was granted"
                  .formatted(next, settings.creditBytes()),
              out);
          return;
        }
        held += weight(batch);
        out.deliver(next, batch);
        next++;
      }
      // More at once than was thought: it did not wait for credit, that was on its way.
      grantBytes = Math.max(grantBytes, Math.min(settings.creditBytes(), held + freed) / 2);
      learnCredit(message, out);
    } else if (message.first() > next && message.batches().isEmpty()) {
      state = State.FETCHING;
      silence.clear();
      fetch.begin(SOURCE, next, SnapshotFetch.NEWEST, nowNanos, out);
    } else {
      leave("it sent slot %d, expected was slot %d".formatted(message.first(), next), out);
    }
  }

  /**
   * A source that reports only that more is decided, and has sent its first slot before, waits for
   * credit although it has some.
   */
  private void learnCredit(Decided message, SubscriberEffects out) {
    if (knowsBegin && message.batches().isEmpty() && message.decided() > next) {
      grantBytes = Math.max(1, Math.min(grantBytes, (held + freed) / 2));
      grant(out);
    }
    knowsBegin = true;
  }

  public void onSnapshotPart(SnapshotPart part, SubscriberEffects out) {
    if (state == State.FETCHING) {
      fetch.onPart(SOURCE, part, next, out);
      leaveIfNoSnapshot(out);
    }
  }

  /** A part that was to be stored is stored, or could not be. */
  public void onPartStored(Event.PartStored event, long nowNanos, SubscriberEffects out) {
    if (fetch.onStored(event, nowNanos, out)) {
      state = State.RESTORING;
      next = event.end();
      out.restoreSnapshot(event.end());
    } else if (state == State.FETCHING) {
      leaveIfNoSnapshot(out);
    } else {
      endFetching(out);
      if (isConnected) {
        begin(nowNanos, out);
      }
    }
  }

  /** The snapshot that was to be restored is. */
  public void onRestored(long nowNanos, SubscriberEffects out) {
    Check.that(state == State.RESTORING, "a subscriber at slot %d has restored nothing", next);
    state = State.APART;
    if (isConnected) {
      subscribe(nowNanos, out);
    }
  }

  /**
   * Batches that were delivered are done with: as many bytes more may come.
   *
   * @param bytes the sum of their {@link #weight weights}
   */
  public void consumed(long bytes, SubscriberEffects out) {
    held -= bytes;
    freed += bytes;
    grant(out);
  }

  private void grant(SubscriberEffects out) {
    if (state == State.FOLLOWING && freed >= grantBytes) {
      out.credit(freed);
      freed = 0;
    }
  }

  public void onDeadline(long nowNanos, SubscriberEffects out) {
    if (silence.hasPassed(nowNanos)) {
      leave("it sent nothing for four keep-alive intervals", out);
    }
    fetch.onDeadline(nowNanos, out);
    leaveIfNoSnapshot(out);
  }

  public long nextWakeUpNanos() {
    return Math.min(silence.atNanos(), fetch.nextWakeUpNanos());
  }

  private void subscribe(long nowNanos, SubscriberEffects out) {
    state = State.FOLLOWING;
    silence.set(nowNanos + settings.silenceNanos());
    long freeBytes = settings.creditBytes() - held;
    // What is held beyond the credit is not granted again, or it would grow with each source.
    freed = Math.min(0, freeBytes);
    grantBytes = Math.max(1, settings.creditBytes() / 2);
    knowsBegin = false;
    out.subscribe(next, Math.max(0, freeBytes), settings.silenceNanos() / KEEP_ALIVES);
  }

  private void leaveIfNoSnapshot(SubscriberEffects out) {
    if (state == State.FETCHING && !fetch.isActive()) {
      leave(
          next == BEHIND_SNAPSHOT
              ? "it has sent no snapshot"
              : "it did not send the snapshot that holds slot " + next,
          out);
    }
  }

  private void leave(String reason, SubscriberEffects out) {
    disconnected(out);
    out.leaveSource(reason);
  }

  /** Bytes of credit that a batch takes. */
  public static long weight(Batch batch) {
    return batch.length() + OVERHEAD_BYTES;
  }
}
