package io.synod.core.message;

import io.synod.core.cluster.Incarnation;

/**
 * The sender is no member yet and asks to become one.
 *
 * @param membership the one whose member it asks to become
 * @param incarnation its own; number 0 while it only asks which incarnation of it the others know
 */
public record Join(long membership, Incarnation incarnation) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onJoin(from, this);
  }

  @Override
  public boolean isForMembersOnly() {
    return false;
  }
}
