package io.synod.core.settings;

/** Which records reach the disk before a message depends on them: JPaxos' crash models. */
public enum Durability {
  /** CrashStop: nothing. */
  MEMORY(false, false, false),
  /** ViewSS: incarnations and promises. */
  VIEW(true, true, false),
  /** EpochSS: incarnations. */
  EPOCH(true, false, false),
  /** FullSS: everything. */
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
