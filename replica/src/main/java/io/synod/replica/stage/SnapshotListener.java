package io.synod.replica.stage;

import io.synod.core.event.Event;
import io.synod.core.message.SnapshotPart;

/** Hears from the threads that write, read and receive snapshots. Any thread. */
interface SnapshotListener {

  /** A snapshot or a part of one is stored, or could not be. */
  void snapshotProgress(Event event);

  /** A part that was read for {@code replicaNumber}. */
  void sendPart(int replicaNumber, SnapshotPart part);
}
