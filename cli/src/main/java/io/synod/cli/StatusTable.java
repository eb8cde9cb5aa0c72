package io.synod.cli;

import io.synod.cli.storage.Bytes;
import java.util.ArrayList;
import java.util.List;

/** A table with a line for each replica and a column for each property. */
final class StatusTable {
  private static final List<String> HEAD =
      List.of(
          "replica",
          "clients on",
          "role",
          "view",
          "decided",
          "executed",
          "storage",
          "window",
          "queue",
          "peers",
          "clients");

  private StatusTable() {}

  static String of(List<ReplicaAnswer> answers) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(HEAD);
    answers.forEach(answer -> lines.add(line(answer)));
    StringBuilder table = new StringBuilder(TextColumns.of(lines));
    for (ReplicaAnswer answer : answers) {
      answer
          .complaints()
          .forEach(
              complaint -> table.append("replica %d %s\n".formatted(answer.replica(), complaint)));
    }
    answers.stream()
        .filter(answer -> answer.isLeader() && !answer.roundTrips().isEmpty())
        .forEach(leader -> table.append(roundTrips(leader)));
    NewestMembers.of(answers)
        .filter(membership -> membership.number() > 0 || membership.next() >= 0)
        .ifPresent(membership -> table.append(NewestMembers.line(membership)).append('\n'));
    table.append(verdict(answers));
    return table.toString();
  }

  private static List<String> line(ReplicaAnswer answer) {
    String number = String.valueOf(answer.replica());
    if (!answer.isAnswered()) {
      return List.of(number, answer.address(), "unreachable: " + answer.problem());
    }
    return List.of(
        number,
        answer.address(),
        answer.role(),
        answer.text("view"),
        answer.text("decided"),
        answer.text("executed"),
        answer.storage(),
        answer.text("window", "open") + "/" + answer.text("window", "size"),
        bytes(answer.number("queue", "bytes")) + "/" + bytes(answer.number("queue", "limit")),
        peers(answer),
        answer.text("connections", "clients"));
  }

  /** The number of connected peers, and how many of them receive messages as datagrams. */
  private static String peers(ReplicaAnswer answer) {
    String connected = answer.text("connections", "peers");
    long datagrams = answer.number("datagrams", "peers");
    return datagrams > 0 ? connected + ", " + datagrams + " udp" : connected;
  }

  private static String roundTrips(ReplicaAnswer leader) {
    return "round trips of replica %d: %s%n"
        .formatted(leader.replica(), String.join(", ", leader.roundTrips()));
  }

  private static String verdict(List<ReplicaAnswer> answers) {
    long reached = answers.stream().filter(ReplicaAnswer::isAnswered).count();
    long leaders =
        answers.stream().filter(answer -> answer.isAnswered() && answer.isLeader()).count();
    String leading =
        switch ((int) leaders) {
          case 0 -> "none of them leads" + whatHelps(answers);
          case 1 -> "one of them leads";
          default -> leaders + " of them say that they lead";
        };
    return "%d of %d replicas answer, %s".formatted(reached, answers.size(), leading);
  }

  /** Standbys answer too, and elect nobody. */
  private static String whatHelps(List<ReplicaAnswer> answers) {
    List<ReplicaAnswer> members = members(answers);
    long reached = members.stream().filter(ReplicaAnswer::isAnswered).count();
    return 2 * reached <= members.size()
        ? ": clients wait until a majority of the members runs, so start those that are down"
        : ": clients wait until one is elected; if that takes long, the logs say why";
  }

  /** All of them, if none says who the members are. */
  private static List<ReplicaAnswer> members(List<ReplicaAnswer> answers) {
    return NewestMembers.of(answers)
        .map(
            membership ->
                answers.stream()
                    .filter(answer -> membership.member(answer.replica()) != null)
                    .toList())
        .orElse(answers);
  }

  private static String bytes(long count) {
    return count < 0 ? "?" : Bytes.text(count);
  }
}
