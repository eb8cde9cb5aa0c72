package io.synod.core.relay;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;

/**
 * How the requests of a candidate or leader reach all acceptors. It only decides which replica does
 * the work; lost requests are sent again.
 */
public interface Dissemination {

  /** Phase 1a to every replica, the candidate included, once what it has promised is durable. */
  void send(Prepare message, long nowNanos, Effects out);

  /** Phase 2a of a slot that opens, to every replica, the leader included. */
  void send(Accept message, long nowNanos, Effects out);

  /** Phase 2a of an open slot again, to those that have not voted. */
  void resend(Accept message, ReplicaSet voted, long nowNanos, Effects out);

  /** No message comes from {@code replica}: it is no relay for a while. */
  void suspect(int replica, long nowNanos);

  /** Whether others were to get the Accept of {@code slot}, which is open, from {@code replica}. */
  boolean wentBy(int replica, long slot);

  /** A slot whose Accept was last sent at {@code sentNanos} is decided. */
  void onDecided(long sentNanos, long nowNanos);

  /** Sends everything that was gathered in this cycle. */
  void endCycle(long nowNanos, Effects out);
}
