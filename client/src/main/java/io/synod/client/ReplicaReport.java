package io.synod.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The status of one replica, as far as an operator's request needs it.
 *
 * @param address at which it was asked
 * @param role in lower case
 * @param view that it has promised, in words
 * @param transfers of its leadership that have ended, and why the last one failed
 * @param changes of the members that it has answered, and why it refused the last one
 */
record ReplicaReport(
    InetSocketAddress address,
    int replica,
    String role,
    String view,
    Outcomes transfers,
    Outcomes changes,
    ClusterMembers members) {

  /**
   * @param failure of the last one; null if it succeeded
   */
  record Outcomes(long count, String failure) {}

  /**
   * @param cluster that must have answered
   * @throws IOException if it is no status of a replica of this cluster and of this version
   */
  static ReplicaReport of(InetSocketAddress address, String cluster, String json)
      throws IOException {
    Map<String, Object> fields = JsonText.object(json);
    String name = String.valueOf(fields.get("cluster"));
    if (!name.equals(cluster)) {
      throw new IOException(
          "this is cluster '%s', not '%s': check the addresses".formatted(name, cluster));
    }
    if (!(fields.get("membership") instanceof Map<?, ?> membership)) {
      throw new IOException("it reports no members: it is a learner, or of an older version");
    }
    String view = String.valueOf(fields.get("view"));
    return new ReplicaReport(
        address,
        (int) number(fields, "replica"),
        String.valueOf(fields.get("role")),
        view,
        outcomes(fields.get("transfer")),
        outcomes(fields.get("change")),
        members(membership, (int) number(fields, "leader"), view));
  }

  private static Outcomes outcomes(Object value) {
    Map<?, ?> fields = value instanceof Map<?, ?> object ? object : Map.of();
    Object failure = fields.get("failure");
    return new Outcomes(number(fields, "count"), failure == null ? null : failure.toString());
  }

  private static ClusterMembers members(Map<?, ?> fields, int leader, String view) {
    List<ClusterMembers.Member> members = new ArrayList<>();
    if (fields.get("members") instanceof List<?> listed) {
      for (Object element : listed) {
        if (element instanceof Map<?, ?> member) {
          members.add(
              new ClusterMembers.Member(
                  (int) number(member, "number"),
                  String.valueOf(member.get("peer")),
                  String.valueOf(member.get("client")),
                  (int) number(member, "priority")));
        }
      }
    }
    long next = fields.get("next") instanceof Map<?, ?> pending ? number(pending, "number") : -1;
    return new ClusterMembers(
        number(fields, "number"),
        number(fields, "first"),
        (int) number(fields, "alpha"),
        (int) number(fields, "phase1"),
        (int) number(fields, "phase2"),
        Boolean.TRUE.equals(fields.get("settled")),
        next,
        leader,
        view,
        members);
  }

  private static long number(Map<?, ?> fields, String name) {
    return fields.get(name) instanceof Number number ? number.longValue() : -1;
  }

  boolean leads() {
    return role.equals("leader");
  }

  /** The round of the view, for the order of two that say that they lead. */
  long round() {
    String round = view.substring(view.indexOf(':') + 1).split("\\.", 2)[0];
    return round.matches("[0-9]{1,18}") ? Long.parseLong(round) : 0;
  }
}
