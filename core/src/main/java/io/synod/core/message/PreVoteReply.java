package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Answers {@link PreVote}.
 *
 * @param view the view that was pre-voted
 * @param granted whether the sender follows no live leader and could promise the view
 * @param promised the highest view that the sender has promised
 */
public record PreVoteReply(View view, boolean granted, View promised) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onPreVoteReply(from, this);
  }
}
