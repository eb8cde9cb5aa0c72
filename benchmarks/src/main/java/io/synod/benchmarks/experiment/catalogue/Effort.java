package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.ServiceSizes;
import io.synod.core.recovery.Durability;
import io.synod.replica.config.ThreadLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How much is measured, and of what.
 *
 * @param quick fewer points
 */
public record Effort(boolean quick, int replicas, ThreadLayout layout, Durability level) {
  /** S_ans. */
  public static final int ANSWER_BYTES = 8;

  private static final HostedService SERVICE = new ServiceSizes(ANSWER_BYTES, 0);

  Point point(Plan plan, Map<String, Double> axes, List<String> varied, Load load) {
    return point(plan, axes, varied, load, replicas);
  }

  /**
   * @param varied settings beside those of the whole plan
   */
  Point point(
      Plan plan, Map<String, Double> axes, List<String> varied, Load load, int clusterSize) {
    List<String> settings = new ArrayList<>(plan.settings());
    settings.addAll(varied);
    Point.Cluster cluster =
        new Point.Cluster(
            clusterSize, layout, level, settings, plan.link(), SERVICE, Point.Limits.NONE);
    return point(axes, cluster, load);
  }

  Point point(Map<String, Double> axes, Point.Cluster cluster, Load load) {
    return new Point(id(axes, cluster.replicas()), cluster, load, axes);
  }

  /** Other axes, threads, durability or replicas have another. */
  private String id(Map<String, Double> axes, int clusterSize) {
    StringBuilder id = new StringBuilder();
    axes.forEach(
        (axis, value) -> id.append(axis.replace("-set", "")).append(value.longValue()).append('-'));
    id.append(layout.name().toLowerCase(Locale.ROOT)).append('-');
    id.append(level.name().toLowerCase(Locale.ROOT)).append("-n").append(clusterSize);
    return id.toString();
  }
}
