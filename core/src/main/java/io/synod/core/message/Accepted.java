package io.synod.core.message;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;

/**
 * Phase 2b: {@code voters} have accepted what the leader of {@code view} proposed in each slot of
 * {@code [first, end)}. One vote and a relayed aggregate of votes are the same message.
 *
 * @param end after {@code first}
 */
public record Accepted(View view, long first, long end, ReplicaSet voters) implements Message {

  /** A vote for one slot. */
  public Accepted(View view, long slot, ReplicaSet voters) {
    this(view, slot, slot + 1, voters);
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onAccepted(from, this);
  }
}
