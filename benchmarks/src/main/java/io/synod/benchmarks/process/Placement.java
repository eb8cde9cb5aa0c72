package io.synod.benchmarks.process;

import io.synod.link.LinkShape;
import java.util.List;

/** The emulated locations of a cluster's replicas, and the links between them. */
public sealed interface Placement permits Placement.Even, Regions {
  /** All in one place, without emulated links. */
  Placement TOGETHER = new Even(LinkShape.STRAIGHT);

  /** The link between two different replicas, for bytes that {@code from} sends. */
  LinkShape link(int from, int to);

  /** Settings of one replica beside the common ones, {@code key=value}; each has the same keys. */
  List<String> settings(int replica);

  /** All replicas are equally far from each other. */
  record Even(LinkShape shape) implements Placement {

    @Override
    public LinkShape link(int from, int to) {
      return shape;
    }

    @Override
    public List<String> settings(int replica) {
      return List.of();
    }
  }
}
