package io.synod.replica.stage;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.effect.Effects;
import io.synod.core.effect.SubscriberEffects;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.message.Message;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.storage.Journal;

/**
 * Observes a replica on the threads on which it works. A simulation checks with it the code that
 * ships. A replica on this machine has {@link #NONE}.
 */
public interface ReplicaWatch {
  ReplicaWatch NONE = new ReplicaWatch() {};

  /** The directory was read, and {@code execution} restored from the newest snapshot there. */
  default void executes(Execution execution) {}

  /** The disk was read; the core is built from {@code recovered} next. */
  default void recovered(Recovered recovered) {}

  /**
   * The core is built and has not taken a step.
   *
   * @param protocol the stage that runs the core
   * @param journal keeps the records of the core
   * @param effects carry out the effects of the core
   * @return the effects that the core calls instead; they call {@code effects}
   */
  default Effects begins(
      ProtocolStage protocol, Replica replica, Journal journal, Effects effects) {
    return effects;
  }

  /** The core takes a step next. Protocol thread. */
  default void steps(Event event) {}

  /** The core has taken a step. Protocol thread. */
  default void stepped() {}

  /**
   * The replica sends a message; everything that it waited for is durable. Protocol thread.
   *
   * @return the receivers that the stage sends it to
   */
  default ReplicaSet sends(ReplicaSet to, Message message) {
    return to;
  }

  /** The service has executed every slot before {@code end}. Service thread. */
  default void executed(long end) {}

  /** The service has restored a snapshot of every slot before {@code end}. Service thread. */
  default void restored(long end) {}

  /**
   * A learner is built and has not followed a replica.
   *
   * @param effects carry out the effects of its subscriber
   * @return the effects that its subscriber calls instead; they call {@code effects}
   */
  default SubscriberEffects follows(FollowStage stage, SubscriberEffects effects) {
    return effects;
  }

  /**
   * A bug has cost a connection, or one run of a repeated task; the replica or the learner goes on.
   * Any of its threads.
   */
  default void survives(Throwable bug) {}

  /** The replica or the learner stops next, because of {@code reason}. Any of its threads. */
  default void fails(Throwable reason) {}
}
