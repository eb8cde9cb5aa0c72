package io.synod.replica.stage;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.event.Event;
import io.synod.core.message.Message;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.storage.Journal;

/**
 * Looks on while a replica works, on the threads on which that happens: how a simulation checks
 * what ships. A replica on this machine has {@link #NONE}.
 */
public interface ReplicaWatch {
  ReplicaWatch NONE = new ReplicaWatch() {};

  /** What came back from the disk, before the core is made from it. */
  default void recovered(Recovered recovered) {}

  /**
   * The core is made, before its first step.
   *
   * @param protocol which runs it
   * @param journal that keeps what the core persists
   * @param effects that carry out what the core asks for
   * @return what the core is given in their place
   */
  default Effects begins(
      ProtocolStage protocol, Replica replica, Journal journal, Effects effects) {
    return effects;
  }

  /** The core is about to take a step. On the protocol thread. */
  default void steps(Event event) {}

  /** The core has taken a step. On the protocol thread. */
  default void stepped() {}

  /**
   * A message leaves: it has waited for what it had to wait for. On the protocol thread.
   *
   * @return those to whom it is sent
   */
  default ReplicaSet sends(ReplicaSet to, Message message) {
    return to;
  }

  /** The service has executed every slot before {@code end}. On the service thread. */
  default void executed(long end) {}

  /** The service goes on from a snapshot, after every slot before {@code end}. Its thread. */
  default void restored(long end) {}

  /** The replica is about to end, because of {@code reason}. Any of its threads. */
  default void fails(Throwable reason) {}
}
