package io.synod.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One replica's status.
 *
 * @param address of its client port
 * @param json as received; null if there was no usable answer
 * @param fields of {@code json}; empty if there was no usable answer
 * @param problem why there is no usable answer; null if there is one
 */
record ReplicaAnswer(
    int replica, String address, String json, Map<String, Object> fields, String problem) {

  private static final String RECOVERING = "recovering";
  private static final String STANDBY = "standby";
  private static final String LEADER = "leader";
  private static final double MICROS_PER_MILLI = 1e3;

  static ReplicaAnswer unreachable(int replica, String address, String problem) {
    return new ReplicaAnswer(replica, address, null, Map.of(), problem);
  }

  boolean isAnswered() {
    return problem == null;
  }

  /** Why it gives no answer, as a sentence. */
  String silence() {
    return "replica %d does not answer: %s".formatted(replica, problem);
  }

  /** Why each of {@code answers} that is none is missing, each behind a semicolon. */
  static String silences(List<ReplicaAnswer> answers) {
    return answers.stream()
        .filter(answer -> !answer.isAnswered())
        .map(answer -> "; " + answer.silence())
        .collect(Collectors.joining());
  }

  /** Whether it answers and has nothing to complain of, or was removed from the members. */
  boolean isHealthy() {
    return isAnswered() && (isFormer() || complaints().isEmpty());
  }

  /** Whether it was a member and was removed: nothing is expected of it any more. */
  private boolean isFormer() {
    return text("role").equals(STANDBY) && namesFormer(replica);
  }

  /** Whether it reports that this replica was removed from the members. */
  boolean namesFormer(int other) {
    return fields.get("membership") instanceof Map<?, ?> membership
        && membership.get("former") instanceof List<?> former
        && former.contains(other);
  }

  /** The obstacles to its voting or leading, each as the end of a sentence. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (text("role").equals(RECOVERING)) {
      complaints.add(
          "joins: it becomes a member once enough of the others have answered (to form a new"
              + " cluster, all of them) and have sent it the state that it needs");
    }
    if (text("role").equals(STANDBY)) {
      complaints.add(
          isFormer()
              ? "was removed from the members: it ends by itself after member.linger, unless it was started with --join"
              : "is a standby: it has no vote until 'synod member add' makes it a member");
    }
    long damaged = number("storage", "firstDamaged");
    if (damaged >= 0) {
      complaints.add(
          "has lost its vote for slot %d, damaged on disk: it waits for its peers to send the decision"
              .formatted(damaged));
    }
    if (isFull()) {
      complaints.add(
          "has stopped voting: no space is left for its journal; it resumes by itself when there is");
    }
    if (isHalted()) {
      complaints.add(halted() + "; see 'synod skip --help'");
    }
    if (text("cannotLead").startsWith("the garbage collector")) {
      complaints.add(
          "spent %s %% of the last seconds in the garbage collector: it leaves leadership to others if they can lead;"
                  .formatted(text("collectorPercent"))
              + " give it a larger heap (-Xmx)");
    }
    return complaints;
  }

  /** Whether its service waits at a request at which it has thrown. */
  boolean isHalted() {
    return number("halted", "slot") >= 0;
  }

  /** At which request it waits, as the end of a sentence. */
  String halted() {
    return "executes nothing: its service threw at request %d of slot %d: %s"
        .formatted(
            number("halted", "request"), number("halted", "slot"), text("halted", "exception"));
  }

  /** The round trips to the peers that answer its pings. */
  List<String> roundTrips() {
    List<String> roundTrips = new ArrayList<>();
    if (fields.get("links") instanceof List<?> links) {
      for (Object element : links) {
        if (element instanceof Map<?, ?> link && link.get("rttMicros") instanceof Number micros) {
          roundTrips.add(
              String.format(
                  Locale.ROOT,
                  "%.3f ms to replica %s",
                  micros.doubleValue() / MICROS_PER_MILLI,
                  link.get("replica")));
        }
      }
    }
    return roundTrips;
  }

  boolean isLeader() {
    return text("role").equals(LEADER);
  }

  /** The state of its storage, in a few words. */
  String storage() {
    String durability = text("storage", "durability");
    if (isFull()) {
      return durability + ", full";
    }
    return number("storage", "firstDamaged") >= 0 ? durability + ", damaged" : durability;
  }

  private boolean isFull() {
    return text("storage", "full").equals("true");
  }

  /** A field's value, or {@code ?} if a replica of another version does not report it. */
  String text(String name) {
    return String.valueOf(fields.getOrDefault(name, "?"));
  }

  /** Its role as a word, such as {@code pre-candidate}; {@code ?} if it does not say. */
  String role() {
    return text("role").replace('_', '-');
  }

  /** A field of a nested object, or {@code ?}. */
  String text(String name, String inner) {
    return fields.get(name) instanceof Map<?, ?> nested && nested.containsKey(inner)
        ? String.valueOf(nested.get(inner))
        : "?";
  }

  /** A number of a nested object, or -1. */
  long number(String name, String inner) {
    return fields.get(name) instanceof Map<?, ?> nested && nested.get(inner) instanceof Number count
        ? count.longValue()
        : -1;
  }
}
