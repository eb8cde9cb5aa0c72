package io.synod.benchmarks.experiment.catalogue;

import java.util.List;

/** What the experiments with relays and without have in common. */
final class Dissemination {
  /** Twenty-five processes share one machine's memory. */
  static final List<String> MANY_REPLICAS_JVM = List.of("-Xms128m", "-Xmx256m", "-XX:+UseSerialGC");

  private Dissemination() {}

  /**
   * @param groups of relays; 0 for none
   */
  static List<String> settings(int groups) {
    return groups == 0
        ? List.of("dissemination=direct")
        : List.of("dissemination=relay", "relay.groups=" + groups);
  }
}
