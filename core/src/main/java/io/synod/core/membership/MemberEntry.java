package io.synod.core.membership;

import io.synod.core.check.Range;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.ReplicaSet;

/**
 * One member of a membership.
 *
 * @param number of the replica, 0 to 31
 * @param since the membership in which this member was given the number
 * @param peerAddress where the other replicas connect to it, as {@code host:port}; empty if unknown
 * @param clientAddress where clients connect to it, as {@code host:port}; empty if unknown
 * @param priority 0 to 255; see {@code PrioritySettings}
 * @param incarnation with which it enters the membership without joining
 */
public record MemberEntry(
    int number,
    long since,
    String peerAddress,
    String clientAddress,
    int priority,
    Incarnation incarnation) {
  /** Most characters of an address, each of one byte. */
  public static final int ADDRESS_MAX = 300;

  public static final int PRIORITY_MAX = 255;

  public MemberEntry {
    Range.within(0, ReplicaSet.NUMBERS - 1, number, "number of a replica");
    Range.atLeast(0, since, "membership since which a replica is a member");
    Range.within(0, PRIORITY_MAX, priority, "priority of a replica");
    checkAddress(peerAddress);
    checkAddress(clientAddress);
  }

  /**
   * @throws IllegalArgumentException if no member can have it
   */
  static void checkAddress(String address) {
    Range.within(0, ADDRESS_MAX, address.length(), "characters of an address");
    for (int at = 0; at < address.length(); at++) {
      if (address.charAt(at) <= ' ' || address.charAt(at) >= 0x7F) {
        throw new IllegalArgumentException("an address has other characters than ASCII");
      }
    }
  }

  MemberEntry at(String peer, String client) {
    return new MemberEntry(number, since, peer, client, priority, incarnation);
  }

  MemberEntry withPriority(int other) {
    return new MemberEntry(number, since, peerAddress, clientAddress, other, incarnation);
  }

  MemberEntry as(Incarnation other) {
    return new MemberEntry(number, since, peerAddress, clientAddress, priority, other);
  }
}
