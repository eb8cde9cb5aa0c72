package io.synod.core.message;

/**
 * Asks any peer for decided slots.
 *
 * @param first the first slot that the sender lacks
 */
public record CatchUp(long first) implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onCatchUp(from, this);
  }

  @Override
  public boolean isForMembersOnly() {
    return false;
  }
}
