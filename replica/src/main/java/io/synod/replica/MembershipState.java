package io.synod.replica;

import java.util.List;

/**
 * The members of a cluster as one replica knows them at one moment: docs/membership.md.
 *
 * @param number 0 for the members of the properties files; each change adds 1
 * @param first the first slot that these members decide
 * @param alpha a change of these members that is decided in slot s holds from slot {@code s +
 *     alpha} on; at most that number of slots is open at a time
 * @param isSettled whether they have decided a slot, so that the next change is possible
 * @param next the number of the membership that is decided and has not begun; -1 if there is none
 * @param nextFirst the first slot of that one; -1 if there is none
 * @param members by ascending number
 */
public record MembershipState(
    long number,
    long first,
    int alpha,
    boolean isSettled,
    long next,
    long nextFirst,
    List<Member> members) {

  /**
   * @param number of the replica, 0 to 31
   * @param peerAddress where the other replicas connect to it, as {@code host:port}
   * @param clientAddress where clients connect to it, as {@code host:port}
   * @param priority 0 to 255; 0 for a replica that has none
   */
  public record Member(int number, String peerAddress, String clientAddress, int priority) {}

  public MembershipState {
    members = List.copyOf(members);
  }
}
