package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.core.recovery.Durability;
import io.synod.link.LinkShape;
import io.synod.replica.config.ThreadLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One measurement of an experiment.
 *
 * @param id names it in files; the same settings and load have the same
 * @param cluster that is started for it
 * @param answerBytes S_ans
 * @param axes what the experiment varies, by the names of the report's columns
 */
public record Point(
    String id, Cluster cluster, Load load, int answerBytes, Map<String, Double> axes) {

  public Point {
    axes = new LinkedHashMap<>(axes);
  }

  /**
   * A cluster of null services on loopback.
   *
   * @param settings {@code key=value}
   * @param link between each two replicas
   */
  public record Cluster(
      int replicas, ThreadLayout layout, Durability level, List<String> settings, LinkShape link) {

    public Cluster {
      settings = List.copyOf(settings);
    }
  }

  public double axis(String name) {
    return axes.get(name);
  }
}
