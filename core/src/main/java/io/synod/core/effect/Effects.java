package io.synod.core.effect;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Message;

/**
 * What a step wants done. Called during the step, on its thread, in the order in which the effects
 * must happen; none of them calls back into the core.
 */
public interface Effects {

  /** Sends as soon as possible; messages may be lost, repeated and overtake each other. */
  void send(ReplicaSet to, Message message);

  /**
   * Sends once everything persisted before it is on disk. An acceptor must not tell what it could
   * forget (S11, section II; LibPaxos, section 3).
   */
  void sendWhenDurable(ReplicaSet to, Message message);

  /** Writes to the journal, at the durability level's pace; never waits. */
  void persist(Persisted fact);

  /** Hands a decided batch to the service. Slots come in order, each once. */
  void deliver(long slot, Batch batch);

  /** All slots that the read must see have been delivered: execute it after them. */
  void serveRead(Object ticket);

  /** The read cannot be served here (no leadership, or too many are waiting). */
  void refuseRead(Object ticket, boolean busy);

  /**
   * A batch that the batcher closed in {@code view} is decided; its place in the window is free.
   */
  void proposalDecided(View view, long latencyNanos);

  void observe(Fact fact);
}
