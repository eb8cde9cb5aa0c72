package io.synod.core.message;

import io.synod.core.cluster.Incarnation;

/**
 * A standby reports to the members, and asks the leader for the decisions that it has missed.
 *
 * @param incarnation with which it would become a member; {@link Incarnation#UNKNOWN} if it was
 *     removed and ends by itself, so that it must not become one
 * @param decided the sender knows every slot before this one to be decided
 * @param peerAddress where replicas connect to it, as {@code host:port}
 * @param clientAddress where clients connect to it, as {@code host:port}
 */
public record StandbyReport(
    Incarnation incarnation, long decided, String peerAddress, String clientAddress)
    implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onStandbyReport(from, this);
  }

  @Override
  public boolean isForMembersOnly() {
    return false;
  }
}
