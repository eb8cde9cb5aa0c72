package io.synod.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The members of a cluster, as one of its replicas reports them.
 *
 * @param number of the membership: 0 for the members of the properties files, one more for each
 *     change
 * @param first the first slot that these members decide
 * @param alpha a change of these members that is decided in slot s holds from slot {@code s +
 *     alpha} on; at most that number of slots is open at a time
 * @param phase1 promises that make a leader; {@value MembershipChange#MAJORITY} for a majority
 * @param phase2 votes that decide a slot; {@value MembershipChange#MAJORITY} for a majority
 * @param isSettled whether these members have decided a slot: from then on no former member is
 *     needed, and the next change is possible
 * @param next the number of the membership that is decided and has not begun; -1 if there is none
 * @param nextFirst its first slot; -1 if there is none
 * @param leader the number of the replica that leads; -1 if none is known
 * @param view of that leader, in words
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
    long nextFirst,
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

  /**
   * The members that a replica reports in its status.
   *
   * @param status the JSON object: objects as maps, arrays as lists, numbers as {@code Number}
   * @return empty if it reports none: a learner, or a replica of an older version
   */
  public static Optional<ClusterMembers> of(Map<String, ?> status) {
    if (!(status.get("membership") instanceof Map<?, ?> fields)) {
      return Optional.empty();
    }
    Map<?, ?> next = fields.get("next") instanceof Map<?, ?> decided ? decided : Map.of();
    return Optional.of(
        new ClusterMembers(
            number(fields, "number"),
            number(fields, "first"),
            (int) number(fields, "alpha"),
            (int) number(fields, "phase1"),
            (int) number(fields, "phase2"),
            Boolean.TRUE.equals(fields.get("settled")),
            number(next, "number"),
            number(next, "first"),
            (int) number(status, "leader"),
            String.valueOf(status.get("view")),
            members(fields.get("members"))));
  }

  private static List<Member> members(Object listed) {
    List<Member> members = new ArrayList<>();
    for (Object element : listed instanceof List<?> list ? list : List.of()) {
      if (element instanceof Map<?, ?> member) {
        members.add(
            new Member(
                (int) number(member, "number"),
                String.valueOf(member.get("peer")),
                String.valueOf(member.get("client")),
                (int) number(member, "priority")));
      }
    }
    return members;
  }

  /** A number of {@code fields}; -1 if there is none of this name. */
  static long number(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : -1;
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
