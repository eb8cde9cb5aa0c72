package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import io.synod.core.settings.Durability;
import io.synod.replica.config.ThreadLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One measurement of an experiment.
 *
 * @param id names it in files; the same settings and load have the same
 * @param cluster that is started for it
 * @param axes what the experiment varies, by the names of the report's columns
 */
public record Point(String id, Cluster cluster, Load load, Map<String, Double> axes) {

  public Point {
    axes = new LinkedHashMap<>(axes);
  }

  /** Other axes, threads, durability or replicas have another id. */
  static Point of(Cluster cluster, Load load, Map<String, Double> axes) {
    StringBuilder id = new StringBuilder();
    axes.forEach(
        (axis, value) -> id.append(axis.replace("-set", "")).append(value.longValue()).append('-'));
    id.append(cluster.layout().name().toLowerCase(Locale.ROOT)).append('-');
    id.append(cluster.level().name().toLowerCase(Locale.ROOT));
    return new Point(id + "-n" + cluster.replicas(), cluster, load, axes);
  }

  /**
   * A cluster on loopback.
   *
   * @param settings {@code key=value}
   * @param placement what lies between the replicas
   * @param learners of the same service, a process each
   */
  public record Cluster(
      int replicas,
      ThreadLayout layout,
      Durability level,
      List<String> settings,
      Placement placement,
      HostedService service,
      Limits limits,
      int learners) {

    public Cluster {
      settings = List.copyOf(settings);
    }
  }

  /**
   * What the replicas lack while they are measured. A cluster with a share serves one point after
   * the other: it is warm when it is limited, and would take long to become warm again.
   *
   * @param cpuShare of a processor, for each replica; 0 for no limit
   * @param deadMembers followers that are killed beforehand
   */
  public record Limits(double cpuShare, int deadMembers) {
    /** Nothing. */
    public static final Limits NONE = new Limits(0, 0);

    public boolean isShared() {
      return cpuShare > 0;
    }
  }

  public double axis(String name) {
    return axes.get(name);
  }
}
