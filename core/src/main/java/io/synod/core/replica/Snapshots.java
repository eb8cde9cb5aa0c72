package io.synod.core.replica;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.learner.Learner;
import io.synod.core.log.Log;
import io.synod.core.log.LogReaders;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.snapshot.SnapshotFetch;
import io.synod.core.snapshot.SnapshotTrigger;

/** The snapshots that a replica takes, sends to others and fetches from a peer. */
final class Snapshots {
  // As a reader of the log, the next subscriber that asks. A number, as peers have: it stays.
  private static final int NEXT_ASKER = -1;

  private final Step step;
  private final Log log;
  private final Learner learner;
  private final SnapshotTrigger trigger;
  private final SnapshotFetch fetch;
  private final boolean hasJournal;
  private final LogReaders readers;

  // End of the newest snapshot in which the last slot is in part, because a service had halted
  // there.
  private long endInPart;

  /**
   * @param hasJournal whether peers get decisions from the journal too, from the newest snapshot on
   * @param readers for whom the log is kept from the snapshot on: subscribers, and peers where
   *     there is no journal
   */
  Snapshots(
      Step step,
      Slots slots,
      SnapshotTrigger trigger,
      SnapshotFetch fetch,
      boolean hasJournal,
      LogReaders readers) {
    this.step = step;
    this.hasJournal = hasJournal;
    this.readers = readers;
    log = slots.log();
    learner = slots.learner();
    this.trigger = trigger;
    this.fetch = fetch;
  }

  /** Whether the newest one holds every slot before {@code end}; else one is taken. */
  boolean hasUpTo(long end) {
    return end <= trigger.storedEnd() || trigger.want(end);
  }

  /** An operator wants one. */
  void onWanted() {
    trigger.want(learner.delivered());
  }

  void onTaken(Event.SnapshotTaken event) {
    trigger.onTaken(event, step.now(), step.out());
    if (event.inPart()) {
      endInPart = event.end();
    }
  }

  void onLost(Event.SnapshotLost event) {
    trigger.onLost(event);
  }

  /** The service has halted in {@code slot}: here, or where the restored snapshot comes from. */
  void onHalted(long slot) {
    if (trigger.storedEnd() == slot + 1) {
      endInPart = slot + 1;
    }
  }

  /**
   * A subscriber asks. A reader of the log cannot use a snapshot that ends in the middle of a slot,
   * so it waits for one of whole slots. {@code TransferStage}, which reads the newest snapshot,
   * enforces this; here the next one is ordered as soon as the service goes on.
   */
  void onAsked(Event.SnapshotAsked event) {
    FetchSnapshot request = event.request();
    readers.onSnapshotAsked(event.ticket(), request.end(), step.now());
    if (request.end() == 0) {
      // For the next subscriber too: one that asks and is gone must not have another one taken as
      // often as it comes back.
      readers.onSnapshotAsked(NEXT_ASKER, request.end(), step.now());
    }
    if (request.end() == 0 && endInPart > 0 && trigger.storedEnd() == endInPart) {
      trigger.want(learner.executed());
      step.out().sendToSubscriber(event.ticket(), SnapshotPart.NONE);
    } else if (hasFor(request) && isRecent(request)) {
      step.out().readSnapshotPart(event.ticket(), request);
    } else {
      step.out().sendToSubscriber(event.ticket(), SnapshotPart.NONE);
    }
  }

  /**
   * A peer asks. Where the journal holds the slots behind the newest snapshot, the peer gets that:
   * under load the log in memory may begin behind every snapshot at the moment when it asks.
   */
  void onFetch(int from, FetchSnapshot message) {
    if (!hasJournal) {
      readers.onSnapshotAsked(from, message.end(), step.now());
    }
    // One whose service has halted may need a snapshot that reaches further than the newest.
    trigger.want(Math.min(message.end(), learner.executed()));
    if (hasFor(message) || hasJournal && trigger.storedEnd() > 0) {
      step.out().sendSnapshotPart(from, message);
    } else {
      step.out().send(ReplicaSet.of(from), SnapshotPart.NONE);
    }
  }

  private boolean isRecent(FetchSnapshot request) {
    return request.end() != 0 || trigger.wantRecent(learner.delivered(), step.now());
  }

  /** Whether there is one already that reaches the log in memory; else one is taken. */
  private boolean hasFor(FetchSnapshot request) {
    return request.end() != 0 || trigger.want(Math.max(1, log.first()));
  }

  void onPart(int from, SnapshotPart message) {
    if (!fetch.onPart(from, message, log.decided(), step.out())) {
      step.ignore(message, "not asked for");
    }
  }

  void onPartStored(Event.PartStored event) {
    if (fetch.onStored(event, step.now(), step.out())) {
      trigger.stored(event.end(), step.out());
      step.out().observe(new ProtocolEvent.SnapshotFetched(event.end()));
      if (event.end() > log.decided()) {
        learner.restore(event.end(), step.out());
      } else {
        // It is not restored, so whether it ends in the middle of a slot stays unknown.
        endInPart = event.end();
      }
    }
  }

  /** At the end of each step. */
  void update() {
    learner.keepFrom(readers.oldest(step.now()));
    trigger.update(learner.delivered(), learner.deliveredBytes(), step.now(), step.out());
  }
}
