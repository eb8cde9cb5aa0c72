package io.synod.core.membership;

import io.synod.core.log.Log;

/**
 * Follows the decided slots of a log and evaluates the changes of membership in them. Confined to
 * the protocol thread.
 */
public final class MembershipLog {
  private Memberships memberships;

  // Every slot before this one is evaluated.
  private long end;

  // After the last slot of a fence, and the most batches that it holds beside those that the
  // service's backlog counts.
  private long fenceEnd;
  private int fenceSlots;

  /**
   * @param memberships of slot {@code end}, the first that the log keeps
   */
  public MembershipLog(Memberships memberships, long end) {
    this.memberships = memberships;
    this.end = end;
    note();
  }

  /** Evaluates what was decided since the last call. */
  public void follow(Log log) {
    for (; end < log.decided(); end++) {
      Memberships after = memberships.after(end, log.batch(end));
      if (after != memberships) {
        memberships = after;
        note();
      }
    }
  }

  /** A snapshot stands in for the slots before {@code snapshotEnd}. */
  public void restored(Memberships restored, long snapshotEnd) {
    memberships = restored;
    end = snapshotEnd;
    note();
  }

  private void note() {
    Membership last = memberships.next() == null ? memberships.current() : memberships.next();
    if (last.number() > 0 && last.first() > fenceEnd) {
      fenceEnd = last.first();
      int alpha = memberships.next() == null ? 0 : memberships.current().alpha();
      fenceSlots = Math.max(fenceSlots, alpha);
    }
  }

  /** Whether no change has begun. */
  public boolean isFirst() {
    return memberships.current().number() == 0;
  }

  /** The membership of the first undecided slot. */
  public Membership current() {
    return memberships.current();
  }

  /** The membership that is decided and has not begun; null if there is none. */
  public Membership next() {
    return memberships.next();
  }

  public Memberships memberships() {
    return memberships;
  }

  /**
   * The first slot that the members of membership {@code number} do not decide, as far as is known;
   * {@link Long#MAX_VALUE} if no change is decided.
   */
  public long endOf(long number) {
    if (memberships.current().number() > number) {
      return memberships.current().first();
    }
    return memberships.next() == null ? Long.MAX_VALUE : memberships.next().first();
  }

  /**
   * Slots of a fence that the service has not executed, having executed those before {@code
   * executed}. The sum of both never goes down.
   */
  public int fenceSlots(long executed) {
    return (int) Math.min(fenceSlots, Math.max(0, fenceEnd - executed));
  }

  /** Whether {@code slot} lies between the latest change and the first slot of its membership. */
  public boolean isOfFence(long slot) {
    return fenceSlots(slot) > fenceSlots(slot + 1);
  }
}
