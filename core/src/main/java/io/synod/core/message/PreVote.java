package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Before Phase 1: would you promise {@code view}? No replica raises its view for it.
 *
 * @param view the view that the sender would lead
 * @param decided the sender knows every slot before this one to be decided
 */
public record PreVote(View view, long decided) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onPreVote(from, this);
  }
}
