package io.synod.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a cluster uses and what its replicas run, as the leader reports it; see docs/versions.md.
 *
 * @param level the formats and rules of Synod that the cluster uses
 * @param service the version of the service's behaviour that the cluster uses
 * @param builds of the replicas that are connected to the leader, members and standbys, and of the
 *     leader itself, by number
 * @param missing members that are not connected to the leader, by number
 */
public record ClusterVersions(int level, int service, List<Build> builds, List<Integer> missing) {

  /**
   * What one replica runs.
   *
   * @param replica its number
   * @param software the version of Synod
   * @param lowestLevel that it knows
   * @param highestLevel that it knows
   * @param oldestService the oldest version of the service's behaviour that it knows
   * @param newestService the newest version of the service's behaviour that it knows
   */
  public record Build(
      int replica,
      String software,
      int lowestLevel,
      int highestLevel,
      int oldestService,
      int newestService) {}

  public ClusterVersions {
    builds = List.copyOf(builds);
    missing = List.copyOf(missing);
  }

  static ClusterVersions of(Map<String, ?> status, ClusterMembers members) {
    Map<?, ?> version = status.get("version") instanceof Map<?, ?> object ? object : Map.of();
    List<Build> builds = new ArrayList<>();
    List<Integer> missing = new ArrayList<>();
    members.members().forEach(member -> missing.add(member.number()));
    for (Object element : status.get("builds") instanceof List<?> list ? list : List.of()) {
      if (element instanceof Map<?, ?> fields) {
        Build build = build(fields);
        builds.add(build);
        missing.remove((Integer) build.replica());
      }
    }
    return new ClusterVersions(
        number(version, "level"), number(version, "service"), builds, missing);
  }

  private static Build build(Map<?, ?> fields) {
    return new Build(
        number(fields, "replica"),
        String.valueOf(fields.get("software")),
        number(fields, "lowestLevel"),
        number(fields, "highestLevel"),
        number(fields, "oldestService"),
        number(fields, "newestService"));
  }

  private static int number(Map<?, ?> fields, String name) {
    return (int) ClusterMembers.number(fields, name);
  }

  /** The highest level that all of {@link #builds} know. */
  public int newestLevel() {
    return builds.stream().mapToInt(Build::highestLevel).reduce(Math::min).orElse(level);
  }

  /** The newest version of the service that all of {@link #builds} know. */
  public int newestService() {
    return builds.stream().mapToInt(Build::newestService).reduce(Math::min).orElse(service);
  }

  /** Whether the cluster uses the newest that all of {@link #builds} know. */
  public boolean isFinished() {
    return level >= newestLevel() && service >= newestService();
  }
}
