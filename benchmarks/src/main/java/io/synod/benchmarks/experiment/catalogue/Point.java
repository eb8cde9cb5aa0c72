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
 * @param id names it in files; equal settings and loads have equal ids
 * @param cluster that is started for it
 * @param axes the values of the experiment's axes, by the names of the report's columns
 */
public record Point(String id, Cluster cluster, Load load, Map<String, Double> axes) {

  public Point {
    axes = new LinkedHashMap<>(axes);
  }

  /** Points with other axes, threads, durability or replicas have other ids. */
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
   * @param placement of the replicas, with the links between them
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

    /** Whether its replicas measure themselves. */
    public boolean isInstrumented() {
      return !settings.contains("instrumentation=off");
    }
  }

  /**
   * Restrictions of the replicas during a measurement. A cluster with a share serves several
   * points: it is warm when it is limited, and a new one would take long to warm up.
   *
   * @param cpuShare of a processor, for each replica; 0 for no limit
   * @param deadMembers followers that are killed beforehand
   */
  public record Limits(double cpuShare, int deadMembers) {
    /** No restriction. */
    public static final Limits NONE = new Limits(0, 0);

    public boolean isShared() {
      return cpuShare > 0;
    }
  }
}
