package io.synod.cli;

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

  static ReplicaAnswer unreachable(int replica, String address, String problem) {
    return new ReplicaAnswer(replica, address, null, Map.of(), problem);
  }

  boolean isHealthy() {
    return problem == null;
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
