package io.synod.client;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The members of a cluster, as its leader reports them.
 *
 * @param number of the membership: 0 for the members of the properties files, one more for each
 *     change
 * @param first the first slot that these members decide
 * @param alpha how many slots after its decision a change of these members holds
 * @param phase1 promises that make a leader; {@value MembershipChange#MAJORITY} for a majority
 * @param phase2 votes that decide a slot; {@value MembershipChange#MAJORITY} for a majority
 * @param isSettled whether these members have decided a slot: from then on no former member is
 *     needed, and the next change is possible
 * @param next the number of the membership that is decided and has not begun; -1 if there is none
 * @param leader the number of the replica that leads
 * @param view that it leads, in words
 * @param members by ascending number
 */
public record ClusterMembers(
    long number,
    long first,
    int alpha,
    int phase1,
    int phase2,
    boolean isSettled,
    long next,
    int leader,
    String view,
    List<Member> members) {

  /**
   * @param number of the replica, 0 to 31
   * @param peerAddress where the other replicas connect to it, as {@code host:port}
   * @param clientAddress where clients connect to it, as {@code host:port}
   * @param priority 0 to 255; 0 for a replica that has none
   */
  public record Member(int number, String peerAddress, String clientAddress, int priority) {}

  public ClusterMembers {
    members = List.copyOf(members);
  }

  /** The member of this number; null if there is none. */
  public Member member(int replica) {
    for (Member member : members) {
      if (member.number() == replica) {
        return member;
      }
    }
    return null;
  }

  /** Number and members, in words. */
  @Override
  public String toString() {
    return "membership %d: replicas %s"
        .formatted(
            number,
            members.stream()
                .map(member -> String.valueOf(member.number()))
                .collect(Collectors.joining(", ")));
  }
}
