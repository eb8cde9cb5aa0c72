package io.synod.cli;

import io.synod.client.ClusterMembers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The members as a table, with a line for each one and for each standby. */
final class MemberTable {
  private static final List<String> HEAD =
      List.of(
          "replica",
          "peers on",
          "clients on",
          "priority",
          "role",
          "membership",
          "decided",
          "behind");

  private MemberTable() {}

  static String of(ClusterMembers membership, List<ReplicaAnswer> answers) {
    Map<Integer, ReplicaAnswer> byNumber = new TreeMap<>();
    answers.forEach(answer -> byNumber.put(answer.replica(), answer));
    long newest = answers.stream().mapToLong(MemberTable::decided).max().orElse(0);
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEAD);
    for (ClusterMembers.Member member : membership.members()) {
      ReplicaAnswer answer = byNumber.remove(member.number());
      lines.add(
          line(
              List.of(
                  String.valueOf(member.number()),
                  member.peerAddress(),
                  member.clientAddress(),
                  String.valueOf(member.priority())),
              answer,
              newest));
    }
    for (ReplicaAnswer other : byNumber.values()) {
      lines.add(
          line(List.of(String.valueOf(other.replica()), "-", other.address(), "-"), other, newest));
    }
    return head(membership) + TextColumns.of(lines);
  }

  private static String head(ClusterMembers membership) {
    return "%s%nalpha %d; %s must promise to follow a leader, %s must vote for a slot%n"
        .formatted(
            NewestMembers.line(membership),
            membership.alpha(),
            quorum(membership.phase1()),
            quorum(membership.phase2()));
  }

  private static String quorum(long count) {
    if (count <= 0) {
      return "a majority";
    }
    return count == 1 ? "1 member" : count + " members";
  }

  private static long decided(ReplicaAnswer answer) {
    return answer.fields().get("decided") instanceof Number decided ? decided.longValue() : 0;
  }

  private static List<String> line(List<String> known, ReplicaAnswer answer, long newest) {
    List<String> line = new ArrayList<>(known);
    if (answer == null || !answer.isAnswered()) {
      line.add(answer == null ? "was not asked" : "unreachable: " + answer.problem());
      return line;
    }
    line.add(answer.role());
    line.add(answer.text("membership", "number"));
    line.add(String.valueOf(decided(answer)));
    line.add(String.valueOf(newest - decided(answer)));
    return line;
  }
}
