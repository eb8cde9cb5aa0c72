package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.process.HostedService;
import io.synod.benchmarks.process.Placement;
import io.synod.benchmarks.process.ReplicaServers;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.config.ThreadLayout;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The options of a benchmark.
 *
 * @param replicas of a cluster
 * @param layouts of the replicas' threads; one cluster for each
 * @param levels of durability; one cluster for each and each layout
 * @param settings {@code key=value}, as for {@code --set}; others have their defaults
 * @param link between each two replicas, in both directions; straight for none
 * @param yardsticks that are measured beside the clusters, under the same load
 * @param load of each system
 * @param sizes of the service
 * @param span of one measurement
 * @param repetitions with fresh processes; the median is reported
 * @param jvmOptions of all processes
 */
public record BenchOptions(
    int replicas,
    List<ThreadLayout> layouts,
    List<Durability> levels,
    List<String> settings,
    LinkShape link,
    List<Yardstick> yardsticks,
    Load load,
    HostedService sizes,
    Span span,
    int repetitions,
    List<String> jvmOptions) {

  /** The children's default options. */
  public static final List<String> JVM_OPTIONS =
      List.of("-Xms1g", "-Xmx2g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch");

  private static final String CLUSTER = "bench";
  private static final int OUTSTANDING_DEFAULT = 4096;

  // A value that is set would be shown beside figures of another one.
  private static final Pattern CHOSEN =
      Pattern.compile(
          "\\s*(threads\\.layout|durability|storage\\.directory|replica\\.\\d+)\\s*=.*");

  public BenchOptions {
    layouts = List.copyOf(layouts);
    levels = List.copyOf(levels);
    settings = List.copyOf(settings);
    yardsticks = List.copyOf(yardsticks);
    jvmOptions = List.copyOf(jvmOptions);
    if (replicas < 1 || repetitions < 1) {
      throw new IllegalArgumentException(
          "%d replicas, %d repetitions".formatted(replicas, repetitions));
    }
    for (String setting : settings) {
      if (setting.indexOf('=') < 0) {
        throw new IllegalArgumentException("'" + setting + "' is not key=value");
      }
      if (CHOSEN.matcher(setting).matches()) {
        throw new IllegalArgumentException(
            "'%s' cannot be set: the benchmark chooses addresses and directories, --layouts and --levels the rest"
                .formatted(setting.strip()));
      }
    }
  }

  /** The options in a text, which has spaces between them; an empty text has none. */
  public static List<String> jvmOptions(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
  }

  /** The cluster's configuration, without addresses. */
  public SynodConfigBuilder config(ThreadLayout layout, Durability level) {
    SynodConfigBuilder builder = SynodConfig.builder().clusterName(CLUSTER);
    builder.sessionMaxOutstanding(Math.max(OUTSTANDING_DEFAULT, load.outstandingPerConnection()));
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      builder.set(setting.substring(0, equals).strip(), setting.substring(equals + 1).strip());
    }
    return builder.threadLayout(layout).durability(level);
  }

  /** Starts a cluster with these settings and waits until it listens. */
  public ReplicaServers start(Children children, SynodConfigBuilder config)
      throws InterruptedException {
    return ReplicaServers.start(children, config, replicas, sizes, new Placement.Even(link));
  }

  /** Whether a system is measured that writes to a disk. */
  boolean writes() {
    return yardsticks.contains(Yardstick.SKELETON_SYNC)
        || levels.stream().anyMatch(level -> level != Durability.MEMORY);
  }

  boolean sets(String key) {
    return settings.stream().anyMatch(setting -> setting.strip().startsWith(key));
  }
}
