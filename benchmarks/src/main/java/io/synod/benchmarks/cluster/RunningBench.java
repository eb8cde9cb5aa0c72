package io.synod.benchmarks.cluster;

import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.RunningServers;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Applies the same load to a running cluster, here or elsewhere. Its service receives requests of
 * zeros, and any answer counts: {@code NullService} is made for it.
 */
public final class RunningBench {
  private RunningBench() {}

  /**
   * As {@link ClusterBench#run}, with the running cluster's own layouts, levels and settings.
   *
   * @throws io.synod.process.ProcessFailure also if no majority of it answers
   */
  public static Report run(BenchOptions options, SynodConfig config, PrintStream progressOut)
      throws InterruptedException {
    String name = "cluster " + config.cluster().name();
    try (Children children = Children.withJvmOptions(options.jvmOptions());
        BenchProgress progress =
            new BenchProgress(progressOut, options.span(), options.repetitions());
        RunningServers servers = new RunningServers(config)) {
      Repetitions repetitions = new Repetitions(progress);
      for (int repetition = 0; repetition < options.repetitions(); repetition++) {
        repetitions.add(
            name,
            listener ->
                LoadRun.measure(children, servers, options.load(), options.span(), listener));
      }
      return repetitions.report(circumstances(options, config));
    }
  }

  private static Map<String, Object> circumstances(BenchOptions options, SynodConfig config) {
    Map<String, Object> all = new LinkedHashMap<>(Circumstances.of(options));
    all.put("replicas", config.cluster().size());
    all.keySet().removeAll(List.of("answerBytes", "stateBytes", "settings", "disk"));
    return all;
  }
}
