package io.synod.benchmarks.cluster;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.process.LoadRun;
import io.synod.benchmarks.process.Measured;
import io.synod.benchmarks.process.Servers;
import io.synod.core.command.BatchEntry;
import io.synod.process.Children;
import io.synod.process.ProcessFailure;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.replica.config.ThreadLayout;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures a cluster under more load than its capacity. One cluster is measured in turns with
 * several loads below its capacity, the best of which is its peak, and with ten times the requested
 * load. Unless it is set, its queue holds the requested load once.
 */
public final class OverloadBench {
  private static final double SHARE_MIN = 0.8;
  private static final double PERCENT = 100;
  private static final int OVERLOAD = 10;
  private static final int FRAME_HEADERS_BYTES = 1 << 10;
  private static final String QUEUE = "queue.max-bytes";

  private final BenchOptions options;
  private final Children children;
  private final BenchProgress progress;
  private final Map<Integer, List<Measured>> measured = new LinkedHashMap<>();

  /**
   * @param peakPerSecond requests answered in a second under the best load
   * @param overloadPerSecond requests answered in a second under ten times the load
   * @param busy requests rejected meanwhile; each retry counts
   */
  public record Outcome(Report report, double peakPerSecond, double overloadPerSecond, long busy) {

    /** The throughput under overload relative to the peak. */
    public double share() {
      return overloadPerSecond / peakPerSecond;
    }

    /** Whether it was an overload, and throughput was at least 80 % of the peak. */
    public boolean holds() {
      return busy > 0 && share() >= SHARE_MIN;
    }

    public String verdict() {
      return String.format(
          Locale.ROOT,
          "throughput under overload: %.0f %% of the peak (at least %.0f %% wanted), %,d rejections%s",
          share() * PERCENT,
          SHARE_MIN * PERCENT,
          busy,
          busy == 0 ? ": this was no overload, the queue is too large for it" : "");
    }
  }

  private OverloadBench(BenchOptions options, Children children, BenchProgress progress) {
    this.options = options;
    this.children = children;
    this.progress = progress;
  }

  /** As {@link ClusterBench#run}; measures only the first layout. */
  public static Outcome run(BenchOptions options, PrintStream progressOut)
      throws InterruptedException {
    int measurements = options.repetitions() * loads(options).size();
    try (Children children = Children.withJvmOptions(options.jvmOptions());
        BenchProgress progress = new BenchProgress(progressOut, options.span(), measurements)) {
      return new OverloadBench(options, children, progress).run();
    }
  }

  /** Numbers of outstanding requests, the overload last. */
  private static List<Integer> loads(BenchOptions options) {
    int asked = options.load().outstanding();
    int half = Math.max(options.load().connections(), asked / 2);
    return List.of(half, asked, OVERLOAD * asked);
  }

  private Outcome run() throws InterruptedException {
    ThreadLayout layout = options.layouts().get(0);
    try (Servers servers = options.start(children, config(layout))) {
      for (int repetition = 0; repetition < options.repetitions(); repetition++) {
        for (int outstanding : loads(options)) {
          measure(servers, outstanding);
        }
      }
    }
    return outcome(ClusterBench.name(options, layout, options.levels().get(0)));
  }

  private SynodConfigBuilder config(ThreadLayout layout) {
    SynodConfigBuilder config = options.config(layout, options.levels().get(0));
    Load most = options.load().withOutstanding(OVERLOAD * options.load().outstanding());
    config.sessionMaxOutstanding(most.outstandingPerConnection());
    if (!options.sets(QUEUE)) {
      long entryBytes = BatchEntry.HEADER_BYTES + options.load().requestBytes();
      long queueBytes = options.load().outstanding() * entryBytes;
      // A queue holds the largest frame, which holds the largest batch and four
      // answers of catch-up.
      int frameBytes = (int) Math.max(queueBytes, batchBytes(layout) + FRAME_HEADERS_BYTES);
      config.networkMaxFrame(frameBytes).queueMaxBytes(frameBytes);
      config.catchUpMaxBytes(frameBytes / 4).snapshotPartBytes(frameBytes / 4);
    }
    return config;
  }

  private int batchBytes(ThreadLayout layout) {
    SynodConfigBuilder config = options.config(layout, options.levels().get(0));
    for (int id = 0; id < options.replicas(); id++) {
      config.replica(id, "localhost", 2 * id + 1, 2 * id + 2);
    }
    return config.build().batch().maxBytes();
  }

  private void measure(Servers servers, int outstanding) throws InterruptedException {
    Load load = options.load().withOutstanding(outstanding);
    Measured one =
        LoadRun.measure(
            children, servers, load, options.span(), progress.next(outstanding + " outstanding"));
    measured.computeIfAbsent(outstanding, unused -> new ArrayList<>()).add(one);
  }

  private Outcome outcome(String system) {
    Report report = new Report(Circumstances.of(options));
    double peak = 0;
    Row last = null;
    for (int outstanding : loads(options)) {
      if (last != null) {
        peak = Math.max(peak, last.perSecond());
      }
      last = Row.of(system + " at " + outstanding, measured.get(outstanding));
      if (!last.hasFigures()) {
        throw new ProcessFailure(last.system() + ": the leader changed in each measurement");
      }
      report.add(last);
    }
    return new Outcome(report, peak, last.perSecond(), last.median().busy());
  }
}
