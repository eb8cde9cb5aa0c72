package io.synod.core.cluster;

import io.synod.core.check.Range;

/**
 * How many replicas must agree in each phase. Every Phase 1 quorum meets every Phase 2 quorum
 * (PigPaxos, section 2.2: flexible quorums), which is what makes decisions final.
 *
 * @param members the replicas of the cluster, n of them, 1 to 25
 * @param phase1 promises that make a leader
 * @param phase2 votes that decide a slot
 */
public record Quorums(ReplicaSet members, int phase1, int phase2) {
  public static final int REPLICAS_MAX = 25;

  public Quorums {
    int replicas = members.size();
    Range.within(1, REPLICAS_MAX, replicas, "replicas of a cluster");
    Range.within(1, replicas, phase1, "replicas of a Phase 1 quorum");
    Range.within(1, replicas, phase2, "replicas of a Phase 2 quorum");
    if (phase1 + phase2 <= replicas) {
      throw new IllegalArgumentException(
          "quorums of %d and %d could miss each other among %d replicas: their sum must exceed it"
              .formatted(phase1, phase2, replicas));
    }
  }

  /** Of replicas 0 to {@code replicas - 1}. */
  public Quorums(int replicas, int phase1, int phase2) {
    this(ReplicaSet.all(replicas), phase1, phase2);
  }

  /** floor(n/2)+1 for both phases, of replicas 0 to {@code replicas - 1}. */
  public static Quorums majority(int replicas) {
    return majority(ReplicaSet.all(replicas));
  }

  /** floor(n/2)+1 for both phases. */
  public static Quorums majority(ReplicaSet members) {
    int majority = members.size() / 2 + 1;
    return new Quorums(members, majority, majority);
  }

  /** n. */
  public int replicas() {
    return members.size();
  }

  /** The fewest replicas with which a leader is of use: it must be elected, and then decide. */
  public int electable() {
    return Math.max(phase1, phase2);
  }

  /**
   * The fewest replicas that meet every Phase 1 quorum: while that many follow a leader, no other
   * can lead.
   */
  public int blocking() {
    return replicas() - phase1 + 1;
  }

  /**
   * The fewest replicas that meet every Phase 2 quorum: one of them has voted for what is decided.
   */
  public int reading() {
    return replicas() - phase2 + 1;
  }

  /**
   * Members that must answer a recovering replica before it joins, itself not counted. That many
   * meet every Phase 1 quorum even without that replica, and every other such group.
   */
  public int joining() {
    int others = replicas() - 1;
    return Math.min(others, Math.max(blocking(), others / 2 + 1));
  }

  /** How many memories may be lost at a time: without them a leader can be elected and decide. */
  public int losable() {
    return replicas() - electable();
  }
}
