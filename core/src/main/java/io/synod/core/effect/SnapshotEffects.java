package io.synod.core.effect;

/** Effects of taking snapshots. */
public interface SnapshotEffects {

  /**
   * Captures the service's state after all that was delivered so far, and stores it; {@code
   * Event.SnapshotTaken} reports the outcome. One is under way at a time. If the service has
   * halted, its state is captured where it waits, but not where votes are kept: there peers execute
   * the slots themselves, and may have another build of the service.
   */
  void takeSnapshot();

  /** No slot before {@code slot} is needed of the journal any more. */
  void cutJournal(long slot);
}
