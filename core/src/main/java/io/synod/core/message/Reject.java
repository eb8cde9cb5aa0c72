package io.synod.core.message;

import io.synod.core.cluster.View;

/** The sender has promised {@code promised} and rejects a request of the earlier {@code view}. */
public record Reject(View view, View promised) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onReject(from, this);
  }
}
