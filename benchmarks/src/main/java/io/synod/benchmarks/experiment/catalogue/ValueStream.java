package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Workload;
import io.synod.core.settings.Durability;
import java.util.ArrayList;
import java.util.List;

/**
 * What the experiments of Primi 2008 ("LibPaxos performance analysis") have in common: one client,
 * who is the only proposer there, and here has one connection; values of random lengths; answered
 * when they are delivered. Each cluster is measured twice: with one value an instance and one
 * instance at a time, as there (section 2), and as by default.
 */
abstract class ValueStream implements Plan {
  /** {@link Axis#BATCHING} in turn. */
  static final int[] BATCHING = {0, 1};

  /** Primi 2008, table 1: the client waits while so many values are on their way. */
  static final int OUTSTANDING = 300;

  // Table 1.
  private static final int BYTES_LEAST = 30;
  private static final int BYTES_MOST = 3_000;

  // As long as more than two bursts wait there are too many.
  private static final int BURSTS = 2;

  @Override
  public boolean isDetailed() {
    return true;
  }

  /**
   * @param batching as {@link Axis#BATCHING}
   */
  Point.Cluster cluster(Effort effort, int replicas, Durability level, int batching) {
    List<String> settings = new ArrayList<>(settings());
    if (batching == 0) {
      settings.add("pipeline.window=1");
      settings.add("batch.max-bytes=" + BatchBytes.MIN + "B");
    }
    return effort.cluster(replicas, level, settings, link());
  }

  /** Values of lengths as in table 1: at a rate in bursts, or as fast as they are delivered. */
  static Load load(int perSecond) {
    return load(perSecond, BYTES_LEAST, BYTES_MOST);
  }

  /**
   * @param perSecond at the begin of each second at once; 0 for as fast as they are delivered
   */
  static Load load(int perSecond, int bytesLeast, int bytesMost) {
    int outstanding = perSecond == 0 ? OUTSTANDING : BURSTS * perSecond;
    Load load = new Load(1, outstanding, bytesMost, 1);
    Load asked =
        bytesLeast == bytesMost ? load : load.withWorkload(new Workload.MixedLengths(bytesLeast));
    return perSecond == 0 ? asked : asked.withBursts(perSecond);
  }
}
