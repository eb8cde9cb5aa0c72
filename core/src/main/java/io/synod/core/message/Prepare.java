package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Phase 1a: the candidate of {@code view} asks for a promise, and for what was accepted from {@code
 * first} on. Sent again with a later {@code first} while an acceptor has more votes to send.
 *
 * @param first the first slot of which the candidate does not know the decision
 * @param transferred the view whose leader has transferred its leadership to the candidate, so that
 *     vows to it no longer bind; {@link View#NONE} if none has, and always without leases
 */
public record Prepare(View view, long first, View transferred) implements Relayable {

  /** No leader has transferred its leadership to the candidate. */
  public Prepare(View view, long first) {
    this(view, first, View.NONE);
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onPrepare(from, this);
  }
}
