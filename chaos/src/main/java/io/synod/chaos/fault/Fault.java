package io.synod.chaos.fault;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One fault of a plan.
 *
 * @param beginMillis after the begin of the plan
 * @param lengthMillis until its end
 * @param replicas that it hits; empty if it hits links
 * @param directions of links that it hits; empty if it hits replicas
 * @param delayMillis the least delay of a delay fault, which adds up to a quarter more; otherwise 0
 * @param leavesQuorum whether a majority stays connected
 */
public record Fault(
    FaultKind kind,
    long beginMillis,
    long lengthMillis,
    List<Integer> replicas,
    List<Direction> directions,
    long delayMillis,
    boolean leavesQuorum) {

  public Fault {
    replicas = List.copyOf(replicas);
    directions = List.copyOf(directions);
  }

  public long endMillis() {
    return beginMillis + lengthMillis;
  }

  /** Such as {@code pause 1} or {@code delay 120 ms 0→1 1→0}. */
  @Override
  public String toString() {
    String hit =
        (replicas.isEmpty() ? directions : replicas)
            .stream().map(Object::toString).collect(Collectors.joining(" "));
    return delayMillis == 0
        ? kind.word() + " " + hit
        : "%s %d ms %s".formatted(kind.word(), delayMillis, hit);
  }
}
