package io.synod.chaos.timeline;

import io.synod.chaos.fault.Fault;

/**
 * A fault, and when it was really there.
 *
 * @param leader which replica led when it began, -1 if none was known to
 */
public record FaultSpan(Fault fault, int leader, Span span) {

  /** Whether that replica, or a link of it, was hit. */
  public boolean hitsLeader() {
    return fault.replicas().contains(leader)
        || fault.ways().stream().anyMatch(way -> way.from() == leader || way.to() == leader);
  }
}
