package io.synod.chaos.fault;

/** One direction of the link between two replicas. */
public record Direction(int from, int to) {

  Direction back() {
    return new Direction(to, from);
  }

  @Override
  public String toString() {
    return from + "→" + to;
  }
}
