package io.synod.simulation.cores;

/** What happens to the cores of a run. */
enum CoreKind {
  /** The members stay, and keep their votes. */
  READS(false, false),
  /** Likewise, and the wall clock of a suspended machine stands still too. */
  STOPPED_WALLS(false, false),
  /** An operator changes the members. */
  CHANGES(true, false),
  /** The members stay. They keep no votes on disk, and lose them. */
  LOSSES(false, true),
  /** Likewise, while a leader ends a membership. */
  LOSSES_ACROSS(false, true),
  /** An operator changes the members, of which one at a time loses its votes. */
  CHANGES_AND_LOSSES(true, true);

  final boolean changes;
  final boolean loses;

  CoreKind(boolean changes, boolean loses) {
    this.changes = changes;
    this.loses = loses;
  }

  /** Whether the members stay and lose their votes. */
  boolean isOfLosses() {
    return loses && !changes;
  }
}
