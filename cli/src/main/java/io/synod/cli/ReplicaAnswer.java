package io.synod.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one replica said of itself.
 *
 * @param address of its client port
 * @param json as it came; null if there was no usable answer
 * @param fields of {@code json}; empty if there was no usable answer
 * @param problem why there is no usable answer; null if there is one
 */
record ReplicaAnswer(
    int replica, String address, String json, Map<String, Object> fields, String problem) {

  private static final String JOINER = "joiner";
  private static final String LEADER = "leader";
  private static final double MICROS_PER_MILLI = 1e3;

  static ReplicaAnswer unreachable(int replica, String address, String problem) {
    return new ReplicaAnswer(replica, address, null, Map.of(), problem);
  }

  boolean isAnswered() {
    return problem == null;
  }

  /** Whether it answers, takes part, and has all it should on its disk, and space on that. */
  boolean isHealthy() {
    return isAnswered() && complaints().isEmpty();
  }

  /** What keeps it from voting or leading where it should, each as the end of a sentence. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (text("role").equals(JOINER)) {
      complaints.add("joins: it takes part once its peers have told it what it must know");
    }
    long damaged = number("storage", "firstDamaged");
    if (damaged >= 0) {
      complaints.add(
          "has lost its vote for slot %d, damaged on disk: it waits for its peers to tell the decision"
              .formatted(damaged));
    }
    if (isFull()) {
      complaints.add("has no space left for its journal: it votes no more until there is");
    }
    if (text("cannotLead").startsWith("the garbage collector")) {
      complaints.add(
          "spent %s %% of the last seconds in the garbage collector: it leaves leading to others;"
                  .formatted(text("collectorPercent"))
              + " give it a larger heap (-Xmx)");
    }
    return complaints;
  }

  /** To each peer whose pongs it knows, and back. */
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

  /** How its storage is, in a word or two. */
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

  /** A field's value, or {@code ?} where a replica of another version does not tell it. */
  String text(String name) {
    return String.valueOf(fields.getOrDefault(name, "?"));
  }

  /** A field of a nested object, likewise. */
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
