package io.synod.cli;

import io.synod.client.ClusterMembers;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The newest members that the replicas of a cluster report. */
final class NewestMembers {
  private NewestMembers() {}

  /** As the replica that knows most of them reports them; empty if none does. */
  static Optional<ClusterMembers> of(List<ReplicaAnswer> answers) {
    return answers.stream()
        .map(answer -> ClusterMembers.of(answer.fields()))
        .flatMap(Optional::stream)
        .max(
            Comparator.comparingLong(ClusterMembers::number)
                .thenComparing(ClusterMembers::isSettled)
                .thenComparingLong(ClusterMembers::next));
  }

  /** In one line. */
  static String line(ClusterMembers members) {
    String line = "%s, from slot %d on".formatted(members, members.first());
    if (members.next() >= 0) {
      return "%s; membership %d begins at slot %d"
          .formatted(line, members.next(), members.nextFirst());
    }
    return members.isSettled() ? line : line + "; it has not decided a slot yet";
  }
}
