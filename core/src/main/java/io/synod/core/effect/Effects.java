package io.synod.core.effect;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.membership.Membership;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Message;
import io.synod.core.message.SnapshotPart;

/**
 * Carries out the effects of a step. Called during the step, on its thread, in the order in which
 * the effects must happen. None of them calls back into the core.
 */
public interface Effects extends ReadEffects, FetchEffects, SnapshotEffects {

  /**
   * Sends once everything persisted before it is on disk. An acceptor must not send a promise or
   * vote that it could lose (S11, section II; LibPaxos, section 3).
   */
  void sendWhenDurable(ReplicaSet to, Message message);

  /**
   * Sends a heartbeat or the answer to one once every promise and incarnation that was persisted
   * before it is on disk; votes need not be. While the disk stalls, only once everything is: so a
   * slow disk ends no leadership, and a replica whose disk has stopped does not look alive.
   */
  void sendHeartbeat(ReplicaSet to, Message message);

  /** Writes to the journal, at the durability level's pace; never waits. */
  void persist(JournalRecord record);

  /** Hands a decided batch to the service. Slots come in order, each once. */
  void deliver(long slot, Batch batch);

  /**
   * A batch that the batcher closed in {@code view} is decided; its place in the window is free.
   */
  void proposalDecided(View view, long latencyNanos);

  /** Replaces the service's state by the stored snapshot with this end, after all deliveries. */
  void restoreSnapshot(long end);

  /**
   * Reads decisions from the journal, as far as it has them, once all records persisted before are
   * durable: until then it may name an older vote of a slot, that lost. {@code Event.DecisionsRead}
   * reports them, also if there are none. One read for each peer is under way at a time.
   */
  void readDecisions(DecisionsWanted wanted);

  /** Reads what {@code request} asks for and sends it to {@code to} as a {@link SnapshotPart}. */
  void sendSnapshotPart(int to, FetchSnapshot request);

  /** Sends a message to a subscriber, over the connection on which it has subscribed. */
  void sendToSubscriber(Object ticket, Message message);

  /** Whether a subscriber's connection takes more; if not, what is sent to it waits in memory. */
  boolean takesMore(Object ticket);

  /** Reads the part that {@code request} asks for and sends it to a subscriber. */
  void readSnapshotPart(Object ticket, FetchSnapshot request);

  /**
   * Answers {@code Event.TransferAsked} or {@code Event.MembershipAsked}.
   *
   * @param failure why it was not done, as a sentence for the operator; null if that replica leads,
   *     or if the change was proposed or would be
   */
  void operatorAnswered(Object ticket, String failure);

  /**
   * This replica has entered {@code membership}: from now on it is connected to these members, and
   * clients are sent their addresses.
   */
  void enter(Membership membership);

  /**
   * This replica was removed from the cluster and is not needed any more: it ends in good order.
   */
  void leave(String reason);

  /**
   * This replica cannot continue: logs {@code reason} for its operator, and stops the replica once
   * everything is durable that was persisted before.
   */
  void stop(String reason);
}
