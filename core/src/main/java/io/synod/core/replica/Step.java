package io.synod.core.replica;

import io.synod.core.effect.Effects;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.message.Message;

/** The context of the step that runs. One object serves all steps of a replica. */
final class Step {
  private long nowNanos;
  private Effects out;

  void begin(long atNanos, Effects effects) {
    nowNanos = atNanos;
    out = effects;
  }

  /** Of a query between two steps. */
  void at(long atNanos) {
    nowNanos = atNanos;
  }

  void end() {
    out = null;
  }

  /** When the step began. */
  long now() {
    return nowNanos;
  }

  /** Where the effects of the step go, in their order. */
  Effects out() {
    return out;
  }

  /** Reports that {@code message} changes nothing. */
  void ignore(Message message, String reason) {
    out.observe(new ProtocolEvent.Ignored(message.getClass(), reason));
  }
}
