package io.synod.core.replica;

import io.synod.core.log.Log;
import io.synod.core.message.CatchUp;
import io.synod.core.recovery.Recovered;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.time.Deadline;

/** Slots whose votes the disk has lost. Decisions that peers send repair them. */
final class DamagedSlots {
  private final Step step;
  private final Log log;
  private final SnapshotFetch fetch;
  private final Recovered recovered;
  private final ReplicaSettings settings;

  /** Stops the replica. Runs: while a slot is damaged that the peers should know. */
  private final Deadline repair = new Deadline();

  DamagedSlots(
      Step step, Log log, SnapshotFetch fetch, Recovered recovered, ReplicaSettings settings) {
    this.step = step;
    this.log = log;
    this.fetch = fetch;
    this.recovered = recovered;
    this.settings = settings;
  }

  private boolean isFetching() {
    return fetch.isActive() || fetch.isPausing(step.now());
  }

  /**
   * At the end of each step.
   *
   * @param isUndecided whether a leader is alive and nobody knows more decisions than this replica:
   *     the next request may be the first one that has the slot decided
   */
  void update(boolean isUndecided) {
    if (!log.hasDamage()) {
      repair.clear();
    } else if (!repair.isSet() || isUndecided || isFetching()) {
      // As long as a peer sends its snapshot there is hope, however large that is.
      setRepair();
    } else if (repair.hasPassed(step.now())) {
      setRepair();
      long slot = log.firstDamaged();
      step.out()
          .stop(
              ("the vote for slot %d is damaged on disk (%s), and no other replica has sent the"
                      + " decision in time; start this replica again while a majority runs")
                  .formatted(slot, recovered.place(slot)));
    }
  }

  /**
   * Asks all others for the decision of a damaged slot. There is no leader that could send it, and
   * while enough replicas have damaged slots there will be none.
   */
  void ask() {
    if (log.hasDamage()) {
      step.out().send(settings.others(), new CatchUp(log.decided()));
    }
  }

  long nextWakeUpNanos() {
    return repair.atNanos();
  }

  private void setRepair() {
    repair.set(step.now() + settings.recovery().patienceNanos());
  }
}
