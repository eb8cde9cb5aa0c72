package io.synod.replica.stage;

import io.synod.core.event.Event;

/** Is notified by the threads that write and receive snapshots. Any thread. */
public interface SnapshotListener {

  /** A snapshot or a part of one is stored, or could not be. */
  void snapshotProgress(Event event);
}
