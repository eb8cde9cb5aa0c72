package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import io.synod.benchmarks.process.ServiceSizes;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
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
    return point(axes, cluster(clusterSize, level, settings, plan.link()), load);
  }

  /** Of replicas that do nothing with a request. */
  Point.Cluster cluster(
      int clusterSize, Durability durability, List<String> settings, LinkShape link) {
    return new Point.Cluster(
        clusterSize,
        layout,
        durability,
        settings,
        new Placement.Even(link),
        SERVICE,
        Point.Limits.NONE);
  }

  Point point(Map<String, Double> axes, Point.Cluster cluster, Load load) {
    return new Point(id(axes, cluster), cluster, load, axes);
  }

  /** Other axes, threads, durability or replicas have another. */
  private static String id(Map<String, Double> axes, Point.Cluster cluster) {
    StringBuilder id = new StringBuilder();
    axes.forEach(
        (axis, value) -> id.append(axis.replace("-set", "")).append(value.longValue()).append('-'));
    id.append(cluster.layout().name().toLowerCase(Locale.ROOT)).append('-');
    id.append(cluster.level().name().toLowerCase(Locale.ROOT))
        .append("-n")
        .append(cluster.replicas());
    return id.toString();
  }
}
