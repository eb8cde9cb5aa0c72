package io.synod.simulation.network;

import io.synod.core.message.Message;

/** Called for every message before it is sent; tests use it to inject protocol errors. */
public interface MessageFilter {
  MessageFilter NONE = (from, to, message) -> message;

  /** The message to send instead of {@code message}; null for none. */
  Message pass(int from, int to, Message message);
}
