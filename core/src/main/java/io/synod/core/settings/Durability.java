package io.synod.core.settings;

/** What reaches the disk before it is told: JPaxos' crash models. */
public enum Durability {
  /** CrashStop: nothing. */
  MEMORY(false, false, false),
  /** ViewSS: the incarnations and promises. */
  VIEW(true, true, false),
  /** EpochSS: the list of incarnations. */
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

  /** Whether a restarted replica remembers all that it has told, and takes part at once. */
  public boolean keepsVotes() {
    return keepsVotes;
  }

  /** Whether a restarted replica remembers what it has promised. */
  public boolean keepsPromises() {
    return keepsPromises;
  }
}
