package io.synod.replica.config;

/** What a replica keeps when its process or its machine ends: the crash models of JPaxos. */
public enum Durability {
  /**
   * CrashStop: everything is in memory. The cluster survives while a majority runs without
   * interruption; a replica that ended must not come back under its number.
   */
  MEMORY,
  /**
   * ViewSS: the view is on disk; the cluster survives the crash of a minority, which comes back.
   */
  VIEW,
  /** EpochSS: a count of starts is on disk; as {@link #VIEW}, with one write per start. */
  EPOCH,
  /** FullSS: every vote is on disk before it is told; survives the crash of all replicas. */
  SYNC
}
