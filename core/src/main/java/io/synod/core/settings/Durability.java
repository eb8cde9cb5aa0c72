package io.synod.core.settings;

/** What reaches the disk before it is told: JPaxos' crash models. */
public enum Durability {
  /** CrashStop: nothing. */
  MEMORY(false, false, false),
  /** ViewSS: the roster and promises. */
  VIEW(true, true, false),
  /** EpochSS: the roster. */
  EPOCH(true, false, false),
  /** FullSS: everything. */
  SYNC(true, true, true);

  private final boolean keepsRoster;
  private final boolean keepsPromises;
  private final boolean keepsVotes;

  Durability(boolean keepsRoster, boolean keepsPromises, boolean keepsVotes) {
    this.keepsRoster = keepsRoster;
    this.keepsPromises = keepsPromises;
    this.keepsVotes = keepsVotes;
  }

  /** Whether a restarted replica has a disk to remember from. */
  public boolean keepsRoster() {
    return keepsRoster;
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
