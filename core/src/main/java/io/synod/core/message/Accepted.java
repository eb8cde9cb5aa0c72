package io.synod.core.message;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;

/**
 * Phase 2b: {@code voters} have accepted what the leader of {@code view} proposed in {@code slot}.
 * One vote and a relayed aggregate of votes are the same message.
 */
public record Accepted(View view, long slot, ReplicaSet voters) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onAccepted(from, this);
  }
}
