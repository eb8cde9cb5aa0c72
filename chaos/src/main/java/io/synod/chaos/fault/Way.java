package io.synod.chaos.fault;

/** One direction of the link between two replicas. */
public record Way(int from, int to) {

  Way back() {
    return new Way(to, from);
  }

  @Override
  public String toString() {
    return from + "→" + to;
  }
}
