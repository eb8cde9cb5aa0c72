package io.synod.core.effect;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;

/** Sends messages to replicas. */
public interface Sending {

  /** Sends as soon as possible; messages may be lost, repeated and overtake each other. */
  void send(ReplicaSet to, Message message);
}
