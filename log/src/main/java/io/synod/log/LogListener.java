package io.synod.log;

import java.io.IOException;

/**
 * Receives a subscription, all on the subscription's own thread. It may block: what it does not
 * take waits at the replicas, but for {@link SynodLogBuilder#creditBytes} of it. Whatever it throws
 * ends the subscription.
 */
@FunctionalInterface
public interface LogListener {

  /** The next decided request. */
  void onEntry(LogEntry entry) throws Exception;

  /**
   * All entries before slot {@code next} have been received: whoever has made their effect last may
   * store this as the place to go on from, {@link SynodLog#subscribe}.
   */
  default void onSlotEnd(long next) throws Exception {}

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
