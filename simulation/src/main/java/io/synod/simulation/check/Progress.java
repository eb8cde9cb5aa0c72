package io.synod.simulation.check;

import java.util.Arrays;

/** Checks that no replica goes back, and that each reports its own progress correctly. */
final class Progress {
  private static final long NONE = -1;

  private final int window;
  private final int backlogSlots;
  private final Acceptors acceptors;
  private final Decisions decisions;
  private final ChosenMemberships memberships;
  private final Members members;
  private final ReplicaState[] states;
  private final long[] delivered;
  private final long[] restoring;
  private final long[] allowedEnd;

  // The slot in which the service has halted, as the protocol knows it; NONE while it goes on and
  // has caught up.
  private final long[] haltedIn;

  // The slots before this one are executed, as the protocol knows it.
  private final long[] knownExecuted;

  Progress(
      int places,
      int window,
      int backlogSlots,
      Acceptors acceptors,
      Decisions decisions,
      ChosenMemberships memberships,
      Members members) {
    this.memberships = memberships;
    this.members = members;
    this.window = window;
    this.backlogSlots = backlogSlots;
    this.acceptors = acceptors;
    this.decisions = decisions;
    states = new ReplicaState[places];
    Arrays.fill(states, ReplicaState.INITIAL);
    delivered = new long[places];
    restoring = new long[places];
    allowedEnd = new long[places];
    haltedIn = new long[places];
    knownExecuted = new long[places];
    Arrays.fill(haltedIn, NONE);
  }

  /** A new process: only restored progress counts. */
  void begins(int replica, Beginning beginning) {
    long snapshotEnd = beginning.snapshotEnd();
    states[replica] =
        new ReplicaState(false, beginning.promised(), snapshotEnd, snapshotEnd, snapshotEnd, 0);
    delivered[replica] = snapshotEnd;
    restoring[replica] = 0;
    haltedIn[replica] = NONE;
    knownExecuted[replica] = snapshotEnd;
    allowedEnd[replica] = beginning.logEnd();
  }

  /** The service waits until a request of {@code slot} is skipped. */
  void halts(int replica, long slot) {
    haltedIn[replica] = slot;
  }

  void learnsExecuted(int replica, long end) {
    knownExecuted[replica] = end;
  }

  /** The service of {@code replica} has to restore the snapshot with this end. */
  void restores(int replica, long end) {
    if (end <= delivered[replica] || restoring[replica] > 0) {
      throw new Violation(
          "replica %d restores %d, having delivered up to %d and restoring %d",
          replica, end, delivered[replica], restoring[replica]);
    }
    restoring[replica] = end;
  }

  /** After the restored state is reported, deliveries continue from it. */
  private void restored(int replica, long slot, long executed) {
    if (restoring[replica] > 0 && slot == restoring[replica] && executed >= slot) {
      delivered[replica] = slot;
      restoring[replica] = 0;
    }
  }

  ReplicaState state(int replica) {
    return states[replica];
  }

  /** {@code slot} is delivered to the service of {@code replica}. */
  void delivers(int replica, long slot, long executed) {
    restored(replica, slot, executed);
    if (slot != delivered[replica]) {
      throw new Violation(
          "replica %d delivers slot %d, expected was %d", replica, slot, delivered[replica]);
    }
    delivered[replica]++;
  }

  /**
   * {@code replica} may keep {@code slot} while its service is at {@code executed}; slots with
   * which its process began do not count. For a service that has halted there is space for one more
   * window and a batch, beside the slots without requests; what it has taken then it keeps when the
   * service goes on.
   */
  void keeps(int replica, long slot, long executed) {
    long reserve = memberships.fenceSlots();
    if (haltedIn[replica] != NONE) {
      reserve += backlogSlots / 2 + 1 + decisions.withoutRequests(executed, slot);
    }
    if (slot >= Math.max(allowedEnd[replica], executed + backlogSlots + reserve)) {
      throw new Violation(
          "replica %d takes slot %d, having executed %d: backlog of %d",
          replica, slot, executed, backlogSlots);
    }
    if (haltedIn[replica] != NONE) {
      allowedEnd[replica] = Math.max(allowedEnd[replica], slot + 1);
    }
  }

  void stepped(int replica, ReplicaState now, long executed) {
    restored(replica, now.delivered(), executed);
    ReplicaState before = states[replica];
    boolean back =
        now.promised().isBefore(before.promised())
            || now.decided() < before.decided()
            || now.delivered() < before.delivered()
            || now.firstKept() < before.firstKept();
    if (back) {
      throw new Violation("replica %d went back from %s to %s", replica, before, now);
    }
    boolean untrue =
        members.isMember(replica) && !now.promised().equals(acceptors.promised(replica))
            || now.delivered() != delivered[replica]
            || now.delivered() > now.decided()
            || now.firstKept() > now.delivered()
            || now.openSlots() > Math.max(window, memberships.fenceSlots());
    if (untrue) {
      throw new Violation(
          "replica %d is in %s, having promised %s and delivered %d slots; window %d",
          replica, now, acceptors.promised(replica), delivered[replica], window);
    }
    states[replica] = now;
    long known = knownExecuted[replica];
    if (known > haltedIn[replica] && now.decided() <= known + backlogSlots) {
      haltedIn[replica] = NONE;
    }
  }
}
