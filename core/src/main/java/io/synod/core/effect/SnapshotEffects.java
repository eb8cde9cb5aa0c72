package io.synod.core.effect;

/** Effects of taking snapshots. */
public interface SnapshotEffects {

  /**
   * Captures the service's state after all that was delivered so far, and stores it; {@code
   * Event.SnapshotTaken} reports the outcome. One is under way at a time.
   */
  void takeSnapshot();

  /** No slot before {@code slot} is needed of the journal any more. */
  void cutJournal(long slot);
}
