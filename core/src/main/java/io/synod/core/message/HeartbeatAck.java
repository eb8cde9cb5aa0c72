package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Answers {@link Heartbeat}: the sender still follows {@code view}.
 *
 * @param round the round of the heartbeat
 * @param decided the sender knows every slot before this one to be decided
 * @param executed the sender has executed every slot before this one
 */
public record HeartbeatAck(View view, long round, long decided, long executed) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onHeartbeatAck(from, this);
  }
}
