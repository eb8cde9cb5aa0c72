package io.synod.chaos.fault;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One fault of a plan.
 *
 * @param beginMillis after the begin of the plan
 * @param lengthMillis until it is ended
 * @param replicas that it hits; none if it hits links
 * @param ways that it hits; none if it hits replicas
 * @param delayMillis of the ways, and up to a quarter more; 0 if that is not what it does
 * @param leavesQuorum whether a majority is left that can reach each other
 */
public record Fault(
    FaultKind kind,
    long beginMillis,
    long lengthMillis,
    List<Integer> replicas,
    List<Way> ways,
    long delayMillis,
    boolean leavesQuorum) {

  public Fault {
    replicas = List.copyOf(replicas);
    ways = List.copyOf(ways);
  }

  public long endMillis() {
    return beginMillis + lengthMillis;
  }

  /** Such as {@code pause 1} or {@code delay 120 ms 0→1 1→0}. */
  @Override
  public String toString() {
    String hit =
        (replicas.isEmpty() ? ways : replicas)
            .stream().map(Object::toString).collect(Collectors.joining(" "));
    return delayMillis == 0
        ? kind.word() + " " + hit
        : "%s %d ms %s".formatted(kind.word(), delayMillis, hit);
  }
}
