package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.Servers;
import io.synod.benchmarks.process.YardstickServers;
import io.synod.core.settings.Durability;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.config.ThreadLayout;

/** The systems that are measured beside clusters. */
public enum Yardstick {
  /** One process that answers at once. The difference is the cost of replication. */
  ECHO,
  /**
   * Replicates batches on one thread, without any other function. The difference is all other cost.
   */
  SKELETON,
  /** The same, and every process makes batches durable before it acknowledges them. */
  SKELETON_SYNC;

  /** Its name in reports. */
  String name(BenchOptions options) {
    return switch (this) {
      case ECHO -> "echo (not replicated)";
      case SKELETON -> "%d replicas skeleton".formatted(options.replicas());
      case SKELETON_SYNC -> "%d replicas skeleton sync".formatted(options.replicas());
    };
  }

  Servers start(Children children, BenchOptions options) throws InterruptedException {
    int answerBytes = options.sizes().answerBytes();
    int outstanding = options.load().outstandingPerConnection();
    if (this == ECHO) {
      return YardstickServers.echo(children, answerBytes, outstanding);
    }
    SynodConfig config = config(options);
    return YardstickServers.skeleton(
        children,
        options.replicas(),
        this == SKELETON_SYNC,
        config.autopilot().start(),
        answerBytes,
        outstanding);
  }

  private static SynodConfig config(BenchOptions options) {
    SynodConfigBuilder builder = options.config(ThreadLayout.MERGED, Durability.MEMORY);
    for (int id = 0; id < options.replicas(); id++) {
      builder.replica(id, "127.0.0.1", 2 * id + 1, 2 * id + 2);
    }
    return builder.build();
  }
}
