package io.synod.core.testing;

import io.synod.core.message.Message;

/** A message on its way. */
public record Envelope(int from, int to, Message message) {
  public boolean is(Class<? extends Message> kind) {
    return kind.isInstance(message);
  }

  @Override
  public String toString() {
    return from + "->" + to + " " + MessageText.of(message);
  }
}
