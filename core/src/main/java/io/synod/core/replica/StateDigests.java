package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import java.util.Arrays;

/**
 * Compares the digests of the replicas' states, each with that of the same slot. Keeps the last
 * {@value #KEPT} of each replica. Confined to the protocol thread.
 */
final class StateDigests {
  private static final int KEPT = 8;
  private static final long NONE = -1;

  private final int self;
  private final ReplicaSet members;

  // Of each replica, this one included if it is a standby, in the order in which they came.
  private final long[][] ends;
  private final long[][] digests;
  private final int[] next;

  // The last end at which a majority, this replica included, had the same digest.
  private long agreed = NONE;

  // Whose last digest that could be compared differs from this replica's.
  private ReplicaSet differing = ReplicaSet.EMPTY;

  // The last end at which each replica had the same digest as this one; 0 if none is known.
  private final long[] agreedWith = new long[ReplicaSet.NUMBERS];

  StateDigests(int self, ReplicaSet members) {
    this.self = self;
    this.members = members;
    ends = new long[ReplicaSet.NUMBERS][KEPT];
    digests = new long[ReplicaSet.NUMBERS][KEPT];
    next = new int[ReplicaSet.NUMBERS];
    for (long[] one : ends) {
      Arrays.fill(one, NONE);
    }
  }

  /**
   * {@code replica} has this digest.
   *
   * @return why this replica must stop: a majority has another one; null if it need not
   */
  String add(int replica, long end, long digest) {
    int place = place(replica, end);
    if (place < 0) {
      place = next[replica];
      next[replica] = (place + 1) % KEPT;
    }
    ends[replica][place] = end;
    digests[replica][place] = digest;
    int own = place(self, end);
    return own < 0 ? null : compare(end, digests[self][own]);
  }

  /**
   * Those members whose digest at {@code end} differs from this replica's; each one is named once,
   * until its digest is equal again.
   */
  ReplicaSet newlyDiffering(long end) {
    ReplicaSet found = ReplicaSet.EMPTY;
    int own = place(self, end);
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      int place = place(peer, end);
      if (own < 0 || place < 0) {
        continue;
      }
      ReplicaSet one = ReplicaSet.of(peer);
      if (digests[peer][place] == digests[self][own]) {
        differing = differing.without(one);
        agreedWith[peer] = Math.max(agreedWith[peer], end);
      } else if (!differing.contains(one)) {
        differing = differing.with(one);
        found = found.with(one);
      }
    }
    return found;
  }

  /** Every slot before it was executed alike here and at {@code peer}. */
  long agreedWith(int peer) {
    return agreedWith[peer];
  }

  private String compare(long end, long own) {
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      int place = place(peer, end);
      if (place >= 0 && 2 * count(end, digests[peer][place]) > members.size()) {
        return compare(end, own, digests[peer][place]);
      }
    }
    return null;
  }

  private String compare(long end, long own, long ofMajority) {
    if (own == ofMajority) {
      agreed = Math.max(agreed, end);
      return null;
    }
    return ("the state of this replica differs from that of a majority; they parted in the slots %d to"
            + " %d. After slot %d the digest is %016x here and %016x at the majority. The service is not"
            + " deterministic, or memory or a file was damaged. To get a fresh copy from the others, move"
            + " this replica's storage directory away, if it has one, and start the replica again")
        .formatted(Math.max(0, agreed), end - 1, end - 1, own, ofMajority);
  }

  private int count(long end, long digest) {
    int count = 0;
    for (int peer = members.first(); peer < ReplicaSet.NUMBERS; peer = members.after(peer)) {
      int place = place(peer, end);
      if (place >= 0 && digests[peer][place] == digest) {
        count++;
      }
    }
    return count;
  }

  /** Where the digest at {@code end} is kept; -1 if it is not. */
  private int place(int replica, long end) {
    for (int place = 0; place < KEPT; place++) {
      if (ends[replica][place] == end) {
        return place;
      }
    }
    return -1;
  }
}
