package io.synod.log;

import java.io.IOException;

/**
 * Receives a subscription, all on the subscription's own thread. It may block: at most {@link
 * SynodLogBuilder#creditBytes} of entries wait here, the others wait at the replicas. Any exception
 * that it throws ends the subscription.
 */
@FunctionalInterface
public interface LogListener {

  /** The next decided request. */
  void onEntry(LogEntry entry) throws Exception;

  /**
   * All entries before slot {@code next} have been received: once their effect is durable, store
   * {@code next} and pass it to {@link SynodLog#subscribe} to continue from there.
   */
  default void onSlotEnd(long next) throws Exception {}

  /**
   * No replica keeps the entries from {@code next} to {@code end} any more, only a snapshot.
   *
   * @param next the slot that was to come next
   * @param end the first slot behind the snapshot; entries go on from there
   * @return whether the snapshot is to be fetched, for {@link #onSnapshot}; false to go on without
   *     the state. Asked again if the source is lost before the snapshot is whole
   */
  default boolean wantsSnapshot(long next, long end) throws Exception {
    return true;
  }

  /**
   * No replica keeps the entries from {@code next} to the snapshot's end any more: this takes their
   * place.
   *
   * @param next the slot that was to come next
   * @throws IOException unless it is overridden: the subscription ends, saying so
   */
  default void onSnapshot(long next, LogSnapshot snapshot) throws Exception {
    throw new IOException(
        "slots %d to %d are kept in a snapshot only: override onSnapshot, or subscribe from slot %d"
            .formatted(next, snapshot.end() - 1, snapshot.end()));
  }
}
