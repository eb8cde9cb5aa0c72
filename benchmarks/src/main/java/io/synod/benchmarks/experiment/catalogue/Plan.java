package io.synod.benchmarks.experiment.catalogue;

import io.synod.link.LinkShape;
import java.util.List;

/** What one experiment measures. */
interface Plan {

  /** What it is the counterpart of. */
  String title();

  /** What is varied: each point has a value of each. */
  List<String> axes();

  /** In the order in which they are measured. */
  List<Point> points(Effort effort);

  /** Of all points. */
  default List<String> settings() {
    return List.of();
  }

  /** Whether each replica has but a share of a processor, and what it uses of it is told. */
  default boolean isShared() {
    return false;
  }

  /** Whether points that follow each other are measured with one cluster if that is the same. */
  default boolean keepsClusters() {
    return isShared();
  }

  /**
   * Whether the least, mean and greatest latency, the CPU time of all replicas and what was not
   * answered are told beside the rest.
   */
  default boolean isDetailed() {
    return false;
  }

  /** Whether the replicas are in regions, and what passes between these is counted. */
  default boolean isRegional() {
    return false;
  }

  /** Whether learners follow, and what they cost and how far they are behind is told. */
  default boolean isFollowed() {
    return false;
  }

  /** What lies between replicas, for people. */
  default String network() {
    return link().equals(LinkShape.STRAIGHT) ? "nothing" : "emulated links of " + link();
  }

  /** Between each two replicas. */
  default LinkShape link() {
    return LinkShape.STRAIGHT;
  }

  /**
   * Of every process.
   *
   * @param chosen by whoever runs it
   */
  default List<String> jvmOptions(List<String> chosen) {
    return chosen;
  }
}
