package io.synod.core.learner;

import io.synod.core.check.Check;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.log.Log;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import java.util.ArrayDeque;

/**
 * Learns decisions and hands them to the service in slot order, never more than its backlog ahead
 * of what is executed.
 */
public final class Learner {
  private static final long NONE = -1;

  // 8 MB of batches that skip one request each.
  private static final int UNCOUNTED_SLOTS_MAX = 1 << 16;

  private final Log log;
  private final LearnerSettings settings;
  private final MembershipLog memberships;
  // Invariant: log.first <= executed <= delivered <= log.decided.
  private long executed;
  private long delivered;
  private long executedByAll;
  private long keptFrom = Long.MAX_VALUE;
  private long deliveredBytes;

  // Of the batches that the log keeps and the service has executed.
  private long executedBytes;

  // The slot in which the service has halted; NONE while it goes on. And the log's end then, or
  // when its bytes had filled the backlog.
  private long haltedIn = NONE;
  private long haltedEnd;

  // Whether it was restored there, so that it holds the slot before haltedIn in part.
  private boolean isInPart;
  private boolean wasFull;

  // While the service has halted: the slots that it has not executed and that the backlog does not
  // count, among the decided ones before an end. They hold control batches or belong to a fence.
  private final ArrayDeque<Long> uncounted = new ArrayDeque<>();
  private long uncountedEnd;

  // The end of the snapshot that the service is about to be restored from.
  private long restoring = NONE;

  /**
   * The service's state is that at the beginning of {@code log}.
   *
   * @param memberships those of that slot; this learner evaluates the changes in what is decided
   */
  public Learner(Log log, LearnerSettings settings, MembershipLog memberships) {
    this.log = log;
    this.settings = settings;
    this.memberships = memberships;
    memberships.follow(log);
    executed = log.first();
    delivered = log.first();
  }

  public long executed() {
    return executed;
  }

  /** Every slot before this one is executed, and to its end. */
  public long executedWhole() {
    return isInPart && haltedIn == executed ? executed - 1 : executed;
  }

  public long delivered() {
    return delivered;
  }

  /** Bytes of all batches that were handed to the service since this replica started. */
  public long deliveredBytes() {
    return deliveredBytes;
  }

  /**
   * Slots from this one on would overfill the backlog, in slots or in bytes. Gaps before the log's
   * end are open all the same, because without them nothing is executed. While the service has
   * halted there is space for one more window and one more batch: that which skips the request. A
   * slot may need many of those, and the members may change before, so batches without requests
   * take none of that space once they are decided. The slots between a change of the membership and
   * its first slot have space of their own. What the service executes, and what is decided, moves
   * the limit on, never back.
   */
  public long limit() {
    boolean goesOn = haltedIn == NONE;
    long reserve = goesOn ? 0 : settings.reserveSlots() + uncounted.size();
    int fence = memberships.fenceSlots(goesOn ? executed : Math.max(executed, uncountedEnd));
    long limit = executed + settings.backlogSlots() + reserve + fence;
    long end = goesOn ? log.end() : Math.max(log.end(), haltedEnd + reserve + fence);
    return isFull() ? Math.min(limit, end) : limit;
  }

  /** Whether the service executes nothing until a request is skipped. */
  public boolean hasHalted() {
    return haltedIn != NONE;
  }

  private boolean isFull() {
    return log.bytes() - executedBytes >= settings.backlogBytes();
  }

  /**
   * The service has halted, and does not execute {@code slot} until a request is skipped.
   *
   * @param inPart whether the request is in the slot before, of which a restored snapshot held a
   *     part
   */
  public void onHalted(long slot, boolean inPart, Effects out) {
    isInPart = slot >= executed ? inPart : isInPart;
    if (slot >= executed && haltedIn != slot) {
      haltedIn = slot;
      haltedEnd = log.end();
      wasFull = isFull();
      uncounted.clear();
      uncountedEnd = executed;
      noteUncounted();
      deliver(out);
    }
  }

  private void noteUncounted() {
    uncountedEnd = Math.max(uncountedEnd, executed);
    while (haltedIn != NONE
        && uncountedEnd < log.decided()
        && uncounted.size() < UNCOUNTED_SLOTS_MAX) {
      if (log.batch(uncountedEnd).isControl() || memberships.isOfFence(uncountedEnd)) {
        uncounted.add(uncountedEnd);
      }
      uncountedEnd++;
    }
  }

  /** {@code batch} is chosen in {@code slot}. */
  public void decide(long slot, Batch batch, Effects out) {
    long before = log.decided();
    log.decide(slot, batch);
    logGrew();
    if (log.decided() > before) {
      advanced(out);
    }
  }

  /**
   * The log holds another batch. A replica whose service has halted, and which still has space for
   * bytes, takes as much as those that have halted later, or that it was restored from.
   */
  public void logGrew() {
    if (haltedIn != NONE) {
      boolean isFull = isFull();
      if (!isFull || !wasFull) {
        haltedEnd = log.end();
      }
      wasFull = isFull;
    }
  }

  private void advanced(Effects out) {
    memberships.follow(log);
    out.observe(new ProtocolEvent.DecidedUpTo(log.decided()));
    noteUncounted();
    deliver(out);
  }

  /**
   * The leader of {@code view} says that every slot before {@code decided} is decided. A slot that
   * was accepted in that view holds the decision: a leader proposes one value per slot, and it is
   * the chosen one if there is one (Lamport, Paxos Made Simple, P2b). Nothing follows for a slot
   * that was accepted in an earlier view.
   */
  public void commit(View view, long decided, Effects out) {
    long before = log.decided();
    for (long slot = before; slot < Math.min(decided, log.end()); slot = log.decided()) {
      if (!view.equals(log.view(slot))) {
        break;
      }
      log.decide(slot, log.batch(slot));
    }
    if (log.decided() > before) {
      advanced(out);
    }
  }

  /** After a restart: hands over again what the service's state does not hold. */
  public void start(Effects out) {
    deliver(out);
  }

  /**
   * The service goes on from the snapshot that holds every slot before {@code end}, once it has
   * executed everything that it was handed, which {@link #onExecuted} reports.
   */
  public void restore(long end, Effects out) {
    Check.that(end > log.decided(), "restoring %d, decided up to %d", end, log.decided());
    restoring = end;
    out.restoreSnapshot(end);
  }

  /** Whether a restored state is being waited for. */
  public boolean isRestoring() {
    return restoring != NONE;
  }

  /**
   * The service has executed every slot before {@code end}, or was restored to that.
   *
   * @param restored the memberships in the snapshot; null if there was none
   */
  public void onExecuted(long end, Memberships restored, Effects out) {
    if (isRestoring() && end >= restoring) {
      restored(end, restored, out);
      return;
    }
    Check.that(end <= delivered, "executed up to %d, delivered only up to %d", end, delivered);
    for (; executed < end; executed++) {
      executedBytes += log.batch(executed).heapBytes();
    }
    while (!uncounted.isEmpty() && uncounted.peek() < executed) {
      uncounted.remove();
    }
    if (executed > haltedIn && delivered <= executed + settings.backlogSlots()) {
      haltedIn = NONE;
    }
    deliver(out);
    cut();
  }

  /** Every replica has executed all slots before {@code end}, so no replica will ask for them. */
  public void onExecutedByAll(long end) {
    executedByAll = Math.max(executedByAll, end);
    cut();
  }

  /**
   * Slots from this one on are kept for those who read the log, although all have executed them.
   */
  public void keepFrom(long slot) {
    boolean isLater = slot > keptFrom;
    keptFrom = slot;
    if (isLater) {
      cut();
    }
  }

  public void invariants() {
    Check.that(log.first() <= executed, "log begins at %d, executed %d", log.first(), executed);
    Check.that(executed <= delivered, "executed %d, delivered %d", executed, delivered);
    Check.that(delivered <= log.decided(), "delivered %d, decided %d", delivered, log.decided());
    Check.that(delivered <= limit(), "delivered %d, limit %d", delivered, limit());
  }

  private void restored(long end, Memberships restored, Effects out) {
    Check.that(end == restoring, "restored to %d instead of %d", end, restoring);
    restoring = NONE;
    memberships.restored(restored, end);
    log.skipTo(end);
    // What has halted in the snapshot may have been reported before.
    haltedIn = haltedIn == end ? end : NONE;
    haltedEnd = log.end();
    wasFull = false;
    uncounted.clear();
    uncountedEnd = end;
    executed = end;
    executedBytes = 0;
    delivered = end;
    advanced(out);
  }

  private void deliver(Effects out) {
    while (delivered < log.decided() && delivered < limit() && !isRestoring()) {
      Batch batch = log.batch(delivered);
      out.deliver(delivered, batch);
      deliveredBytes += batch.length();
      delivered++;
    }
  }

  /**
   * Batches that every replica has executed and nobody reads are kept up to the margin, all others
   * up to the limit.
   */
  private void cut() {
    long needed = Math.min(executed, Math.min(executedByAll, keptFrom));
    while (log.first() < needed && log.bytes() > settings.marginBytes()
        || log.first() < executed && log.bytes() > settings.logBytes()) {
      executedBytes -= log.batch(log.first()).heapBytes();
      log.cut(log.first() + 1);
    }
  }
}
