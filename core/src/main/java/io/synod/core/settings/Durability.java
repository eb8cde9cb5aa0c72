package io.synod.core.settings;

/**
 * Which records reach the disk before a message depends on them: JPaxos' crash models. Only with
 * {@link #SYNC} the cluster survives the crash of all its replicas at once (docs/durability.md).
 */
public enum Durability {
  /** CrashStop: nothing. A restarted replica asks the others for everything. */
  MEMORY(false, false, false),
  /** ViewSS: incarnations and promises; the disk is waited for once a view and once a start. */
  VIEW(true, true, false),
  /** EpochSS: incarnations; the disk is waited for once a start. */
  EPOCH(true, false, false),
  /** FullSS: everything, votes too; a restarted replica is a member at once. The default. */
  SYNC(true, true, true);

  private final boolean keepsIncarnations;
  private final boolean keepsPromises;
  private final boolean keepsVotes;

  Durability(boolean keepsIncarnations, boolean keepsPromises, boolean keepsVotes) {
    this.keepsIncarnations = keepsIncarnations;
    this.keepsPromises = keepsPromises;
    this.keepsVotes = keepsVotes;
  }

  /** Whether a restarted replica has a disk to remember from. */
  public boolean keepsIncarnations() {
    return keepsIncarnations;
  }

  /**
   * Whether a restarted replica still has all its promises and votes, and so is a member at once.
   */
  public boolean keepsVotes() {
    return keepsVotes;
  }

  /** Whether a restarted replica remembers what it has promised. */
  public boolean keepsPromises() {
    return keepsPromises;
  }
}
