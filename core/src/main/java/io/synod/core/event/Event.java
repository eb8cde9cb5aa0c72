package io.synod.core.event;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Message;

/** What a replica's core is told. Time itself is not an event: every step carries the clock. */
public sealed interface Event {

  /** A message has arrived; from the replica itself too. */
  record Received(int from, Message message) implements Event {}

  /**
   * The batcher has closed a batch for the leader of {@code view} to propose. Dropped if this
   * replica does not lead that view any more: the clients are told and send again.
   */
  record Proposed(View view, Batch batch) implements Event {}

  /** The service has executed every slot before {@code end}. */
  record Executed(long end) implements Event {}

  /**
   * Clients ask to read at this replica.
   *
   * @param ticket comes back with the effect that serves or refuses the read; opaque to the core
   */
  record ReadRequested(Object ticket) implements Event {}

  /** The connection to {@code replica} has broken. A hint: nothing safe depends on it. */
  record PeerDisconnected(int replica) implements Event {}

  /** A deadline may have passed. */
  record WakeUp() implements Event {
    public static final WakeUp INSTANCE = new WakeUp();
  }
}
