package io.synod.examples.process;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a replica's status that a cluster of processes needs.
 *
 * @param role such as {@code leader}, or {@code recovering} while it is not a member
 * @param round of its view, 0 in none
 * @param decided all slots before this one are known as decided
 * @param executed all slots before this one are in its state
 * @param incarnation how often it has become a member; 0 before the first time
 * @param snapshotEnd all slots before this one are in its newest snapshot
 * @param snapshotsFetched from peers, by this process
 * @param storageFull whether it waits for space on its disk
 */
public record ReplicaReport(
    String role,
    long round,
    long decided,
    long executed,
    long incarnation,
    long snapshotEnd,
    long snapshotsFetched,
    boolean storageFull) {
  private static final Pattern ROLE = Pattern.compile("\"role\"\\s*:\\s*\"(\\w+)\"");
  private static final Pattern FULL = Pattern.compile("\"full\"\\s*:\\s*(true|false)");
  private static final Pattern ROUND = Pattern.compile("\"view\"\\s*:\\s*\"(\\d+)");

  static ReplicaReport parse(String json) {
    return new ReplicaReport(
        find(ROLE, json),
        Long.parseLong(find(ROUND, json)),
        number("decided", json),
        number("executed", json),
        // Another build of a chaos run may be one that said epoch.
        number("(?:incarnation|epoch)", json),
        number("snapshotEnd", json),
        number("snapshotsFetched", json),
        find(FULL, json).equals("true"));
  }

  private static long number(String name, String json) {
    return Long.parseLong(find(Pattern.compile("\"" + name + "\"\\s*:\\s*(-?\\d+)"), json));
  }

  private static String find(Pattern pattern, String json) {
    Matcher matcher = pattern.matcher(json);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no %s in the status %s".formatted(pattern, json));
    }
    return matcher.group(1);
  }

  public boolean leads() {
    return role.equals("leader");
  }

  /** Whether it votes and may lead. */
  public boolean isMember() {
    return !role.equals("recovering");
  }
}
