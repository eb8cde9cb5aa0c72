package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Answers {@link QuorumRead}.
 *
 * @param round that of the question
 * @param leads the view that the sender leads, whose commit this is; {@link View#NONE} if it leads
 *     none
 * @param decided the sender knows every slot before this one to be decided
 * @param end a slot that the sender has voted for and that is decided is before this one
 */
public record QuorumReadReply(long round, View leads, long decided, long end) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onQuorumReadReply(from, this);
  }
}
