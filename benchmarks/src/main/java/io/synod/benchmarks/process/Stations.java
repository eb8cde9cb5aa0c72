package io.synod.benchmarks.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time at each station of a request's path: the leader's activities (docs/instrumentation.md),
 * those of all followers together, and the load. CPU time of a process that belongs to no activity
 * is the JVM's: collector, compilers.
 *
 * @param requests that were executed; 0 if unknown
 * @param instances in which they were decided
 * @param nanos by station, in the order of the path
 */
public record Stations(double requests, double instances, Map<String, Long> nanos) {
  /** No replica has reported. */
  public static final Stations UNKNOWN = new Stations(0, 0, Map.of());

  private static final String JVM = "JVM";
  private static final double NANOS_PER_MICRO = 1e3;

  public Stations {
    nanos = new LinkedHashMap<>(nanos);
  }

  /**
   * The difference between two moments.
   *
   * @param before the status of all replicas; empty if they cannot be asked
   * @param after of the same replicas, in the same order
   */
  static Stations between(
      List<Map<String, Object>> before, List<Map<String, Object>> after, long loadNanos) {
    if (before.isEmpty() || before.size() != after.size()) {
      return UNKNOWN;
    }
    Map<String, Long> nanos = new LinkedHashMap<>();
    Map<String, Long> followers = new LinkedHashMap<>();
    Stations decided = UNKNOWN;
    for (int index = 0; index < after.size(); index++) {
      if (!(before.get(index).get("instrumentation") instanceof Map<?, ?> earlier)
          || !(after.get(index).get("instrumentation") instanceof Map<?, ?> later)) {
        return UNKNOWN;
      }
      if ("leader".equals(after.get(index).get("role"))) {
        add("leader", earlier, later, nanos);
        decided =
            new Stations(
                difference(earlier, later, "totals", "requests"),
                difference(earlier, later, "totals", "instances"),
                nanos);
      } else {
        add("followers", earlier, later, followers);
      }
    }
    nanos.putAll(followers);
    nanos.put("load", loadNanos);
    return new Stations(decided.requests, decided.instances, nanos);
  }

  private static void add(String who, Map<?, ?> earlier, Map<?, ?> later, Map<String, Long> nanos) {
    long other =
        ClusterStatus.number(later, "processCpuNanos")
            - ClusterStatus.number(earlier, "processCpuNanos");
    for (Object activity : ((Map<?, ?>) later.get("cpuNanos")).keySet()) {
      long spent = difference(earlier, later, "cpuNanos", activity.toString());
      nanos.merge(who + " " + activity, spent, Long::sum);
      other -= spent;
    }
    // The two are read one after the other, so the difference may be negative.
    nanos.merge(who + " " + JVM, Math.max(0, other), Long::sum);
  }

  private static long difference(Map<?, ?> earlier, Map<?, ?> later, String group, String name) {
    return ClusterStatus.number((Map<?, ?>) later.get(group), name)
        - ClusterStatus.number((Map<?, ?>) earlier.get(group), name);
  }

  /** Whether replicas have reported. */
  public boolean isKnown() {
    return requests > 0 && instances > 0;
  }

  /** k, requests in an instance. */
  public double batchRequests() {
    return requests / instances;
  }

  public double microsPerRequest(String station) {
    return nanos.getOrDefault(station, 0L) / NANOS_PER_MICRO / requests;
  }

  public double microsPerInstance(String station) {
    return microsPerRequest(station) * batchRequests();
  }
}
