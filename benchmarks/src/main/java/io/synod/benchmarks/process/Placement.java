package io.synod.benchmarks.process;

import io.synod.link.LinkShape;
import java.util.List;

/** Where the replicas of a cluster on this machine are as if they were, and what lies between. */
public sealed interface Placement permits Placement.Even, Regions {
  /** With nothing in between. */
  Placement TOGETHER = new Even(LinkShape.STRAIGHT);

  /** What lies between two different replicas, for what {@code from} sends. */
  LinkShape link(int from, int to);

  /** Settings of one replica beside those of all, {@code key=value}; each has the same keys. */
  List<String> settings(int replica);

  /** Each two replicas are equally far from each other. */
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
