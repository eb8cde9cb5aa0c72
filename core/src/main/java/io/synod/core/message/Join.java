package io.synod.core.message;

import io.synod.core.cluster.Incarnation;

/**
 * The sender takes part in nothing yet and wants to.
 *
 * @param incarnation its own; incarnation 0 while it only asks what is known of it
 */
public record Join(Incarnation incarnation) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onJoin(from, this);
  }
}
