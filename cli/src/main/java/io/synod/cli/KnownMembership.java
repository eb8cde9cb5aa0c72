package io.synod.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The membership that a replica has reported.
 *
 * @param first its first slot
 * @param phase1 promises that make a leader; 0 for a majority
 * @param phase2 votes that decide a slot; 0 for a majority
 * @param isSettled whether it has decided a slot
 * @param next the number of the one that is decided and has not begun; -1 if there is none
 * @param nextFirst its first slot
 * @param members by ascending number
 */
record KnownMembership(
    long number,
    long first,
    long alpha,
    long phase1,
    long phase2,
    boolean isSettled,
    long next,
    long nextFirst,
    List<Member> members) {

  record Member(int number, String peerAddress, String clientAddress, long priority) {}

  /** The newest one that any replica has reported, by the one that knows most of it. */
  static Optional<KnownMembership> newest(List<ReplicaAnswer> answers) {
    return answers.stream()
        .map(KnownMembership::of)
        .flatMap(Optional::stream)
        .max(
            Comparator.comparingLong((KnownMembership one) -> one.number())
                .thenComparing(KnownMembership::isSettled)
                .thenComparingLong(KnownMembership::next));
  }

  /** Empty if the replica is of a version without memberships. */
  static Optional<KnownMembership> of(ReplicaAnswer answer) {
    if (!(answer.fields().get("membership") instanceof Map<?, ?> fields)) {
      return Optional.empty();
    }
    Map<?, ?> next = fields.get("next") instanceof Map<?, ?> pending ? pending : Map.of();
    List<Member> members = new ArrayList<>();
    if (fields.get("members") instanceof List<?> listed) {
      for (Object element : listed) {
        if (element instanceof Map<?, ?> member) {
          members.add(
              new Member(
                  (int) number(member, "number"),
                  String.valueOf(member.get("peer")),
                  String.valueOf(member.get("client")),
                  number(member, "priority")));
        }
      }
    }
    return Optional.of(
        new KnownMembership(
            number(fields, "number"),
            number(fields, "first"),
            number(fields, "alpha"),
            number(fields, "phase1"),
            number(fields, "phase2"),
            Boolean.TRUE.equals(fields.get("settled")),
            number(next, "number"),
            number(next, "first"),
            members));
  }

  private static long number(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : -1;
  }

  boolean has(int replica) {
    return members.stream().anyMatch(member -> member.number() == replica);
  }

  /** In one line. */
  String line() {
    String numbers =
        members.stream()
            .map(member -> String.valueOf(member.number()))
            .collect(Collectors.joining(", "));
    String line = "membership %d: replicas %s, from slot %d on".formatted(number, numbers, first);
    if (next >= 0) {
      return "%s; membership %d begins at slot %d".formatted(line, next, nextFirst);
    }
    return isSettled ? line : line + "; it has not decided a slot yet";
  }
}
