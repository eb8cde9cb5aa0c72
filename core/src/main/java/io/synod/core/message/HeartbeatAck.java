package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Answers {@link Heartbeat}: the sender still follows {@code view}.
 *
 * @param round the round of the heartbeat
 * @param decided the sender knows every slot before this one to be decided
 * @param executed the sender has executed every slot before this one
 * @param flags {@link #CANNOT_LEAD}, and seven bits for later versions: 0 of this one, which
 *     ignores them
 */
public record HeartbeatAck(View view, long round, long decided, long executed, int flags)
    implements Message {
  /** A flag: for now the sender must not lead. */
  public static final int CANNOT_LEAD = 1;

  public boolean cannotLead() {
    return (flags & CANNOT_LEAD) != 0;
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onHeartbeatAck(from, this);
  }
}
