package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * The leader of {@code view} asks a follower to become leader (Ongaro 2014, section 3.10).
 *
 * @param round the heartbeat that was sent last: a message that was long under way is ignored
 * @param decided every slot before this one is decided; the sender has proposed nothing behind it
 */
public record TransferLeadership(View view, long round, long decided) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onTransferLeadership(from, this);
  }
}
