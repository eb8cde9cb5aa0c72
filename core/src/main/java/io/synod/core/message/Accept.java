package io.synod.core.message;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;

/**
 * Phase 2a: the leader of {@code view} asks to accept {@code batch} in {@code slot}.
 *
 * @param decided piggybacked commit: every slot before this one is decided
 */
public record Accept(View view, long slot, long decided, Batch batch) implements Relayable {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onAccept(from, this);
  }

  @Override
  public boolean bringsValues() {
    return true;
  }
}
