package io.synod.client;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.SessionSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/**
 * The status of one replica, as far as an operator's request needs it.
 *
 * @param address at which it was asked
 * @param role in lower case
 * @param transfers of its leadership that have ended, and why the last one failed
 * @param versions as far as this replica knows them
 * @param changes of the members that it has answered, and why it refused the last one
 * @param former numbers of replicas that were members before
 * @param limits of sessions, behind what it has executed; null if it reports none
 */
record ReplicaReport(
    InetSocketAddress address,
    int replica,
    String role,
    Outcomes transfers,
    Outcomes changes,
    ClusterMembers members,
    ReplicaSet former,
    ClusterVersions versions,
    SessionLimits limits) {

  /**
   * @param failure of the last one; null if it succeeded
   */
  record Outcomes(long count, String failure) {}

  /**
   * @param cluster that must have answered
   * @throws OtherClusterException if it is the status of another cluster's replica
   * @throws IOException if it is no status of a replica of this cluster and of this version
   */
  static ReplicaReport of(InetSocketAddress address, String cluster, String json)
      throws IOException {
    Map<String, Object> fields = JsonText.object(json);
    String name = String.valueOf(fields.get("cluster"));
    if (!name.equals(cluster)) {
      throw new OtherClusterException(
          "this is cluster '%s', not '%s': check the addresses".formatted(name, cluster));
    }
    ClusterMembers members =
        ClusterMembers.of(fields)
            .orElseThrow(
                () ->
                    new IOException(
                        "it reports no members: it is a learner, or of an older version"));
    return new ReplicaReport(
        address,
        (int) ClusterMembers.number(fields, "replica"),
        String.valueOf(fields.get("role")),
        outcomes(fields.get("transfer")),
        outcomes(fields.get("change")),
        members,
        former(fields.get("membership")),
        ClusterVersions.of(fields, members),
        limits(fields.get("sessionLimits")));
  }

  private static SessionLimits limits(Object value) throws IOException {
    if (!(value instanceof Map<?, ?> fields)) {
      return null;
    }
    try {
      AnswerLimits answers =
          new AnswerLimits(
              (int) ClusterMembers.number(fields, "answerBytes"),
              ClusterMembers.number(fields, "keptBytes"),
              ClusterMembers.number(fields, "allKeptBytes"));
      return new SessionLimits(
          ClusterMembers.number(fields, "number"),
          new SessionSettings(
              ClusterMembers.number(fields, "idleMillis"),
              (int) ClusterMembers.number(fields, "outstanding"),
              (int) ClusterMembers.number(fields, "sessions"),
              answers,
              ClusterMembers.number(fields, "eventBytes")));
    } catch (IllegalArgumentException none) {
      throw new IOException("it reports limits of sessions that are none", none);
    }
  }

  private static ReplicaSet former(Object membership) {
    ReplicaSet former = ReplicaSet.EMPTY;
    if (membership instanceof Map<?, ?> fields && fields.get("former") instanceof List<?> listed) {
      for (int number = 0; number < ReplicaSet.NUMBERS; number++) {
        former = listed.contains((long) number) ? former.with(number) : former;
      }
    }
    return former;
  }

  private static Outcomes outcomes(Object value) {
    Map<?, ?> fields = value instanceof Map<?, ?> object ? object : Map.of();
    Object failure = fields.get("failure");
    return new Outcomes(
        ClusterMembers.number(fields, "count"), failure == null ? null : failure.toString());
  }

  /** That it leads or follows, in words. */
  String view() {
    return members.view();
  }

  /** Whether it is a member that has joined. */
  boolean votes() {
    return !role.equals("standby") && !role.equals("recovering");
  }

  boolean leads() {
    return role.equals("leader");
  }

  /** The round of the view, for the order of two that say that they lead. */
  long round() {
    String view = view();
    String round = view.substring(view.indexOf(':') + 1).split("\\.", 2)[0];
    return round.matches("[0-9]{1,18}") ? Long.parseLong(round) : 0;
  }
}
