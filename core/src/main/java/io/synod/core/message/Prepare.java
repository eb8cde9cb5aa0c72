package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * Phase 1a: the candidate of {@code view} asks for a promise, and for what was accepted from {@code
 * first} on. Sent again with a later {@code first} while an acceptor has more votes to send.
 *
 * @param first the first slot of which the candidate does not know the decision
 */
public record Prepare(View view, long first) implements Relayable {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onPrepare(from, this);
  }
}
