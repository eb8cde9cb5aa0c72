package io.synod.chaos.timeline;

import io.synod.chaos.fault.Fault;

/**
 * A fault, and the time of its actual effect.
 *
 * @param leader the leader when it began, -1 if none was known
 */
public record FaultSpan(Fault fault, int leader, Span span) {

  /** Whether the fault hit that leader or a link of it. */
  public boolean hitsLeader() {
    return fault.replicas().contains(leader)
        || fault.directions().stream()
            .anyMatch(direction -> direction.from() == leader || direction.to() == leader);
  }
}
