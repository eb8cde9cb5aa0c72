package io.synod.simulation.network;

import io.synod.core.message.Message;

/** Sees every message before it is sent; how tests put protocol errors back in. */
public interface MessageFilter {
  MessageFilter NONE = (from, to, message) -> message;

  /** What is sent in place of {@code message}; null for nothing. */
  Message pass(int from, int to, Message message);
}
