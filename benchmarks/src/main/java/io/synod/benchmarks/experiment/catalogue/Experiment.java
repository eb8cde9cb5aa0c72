package io.synod.benchmarks.experiment.catalogue;

import io.synod.benchmarks.experiment.report.Axis;
import io.synod.benchmarks.experiment.report.Configuration;
import io.synod.benchmarks.experiment.report.LibPaxosCounters;
import io.synod.benchmarks.experiment.report.LibPaxosSections;
import io.synod.benchmarks.experiment.report.Measure;
import io.synod.benchmarks.experiment.report.PeakSection;
import io.synod.benchmarks.experiment.report.RegionSection;
import io.synod.benchmarks.experiment.report.RelaySections;
import io.synod.benchmarks.experiment.report.Result;
import io.synod.benchmarks.load.Load;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The catalogue of the papers' experiments. S11 and S13 are those of Santos and Schiper, as in
 * docs/experiments.md. Of two lists of values the first is that of the quick form.
 */
public enum Experiment {
  LAN(
      SantosSchiper.batchAndWindow(
              "batch size and window in a LAN: S13, figures 4, 7, 8, 10-18, table III; S11, figures"
                  + " 8-13",
              900)
          .vary(Axis.WINDOW, of(1, 2, 5), of(1, 2, 5, 10, 20))),

  // A request waits for all earlier ones: with 900 outstanding, for minutes at ten
  // decisions a second.
  WAN(
      SantosSchiper.batchAndWindow(
              "batch size and window in a WAN: S13, figures 4, 7, 8, table IV; S11, figures 8-13",
              16)
          .vary(Axis.WINDOW, of(1, 5, 20, 50), of(1, 2, 5, 10, 20, 35, 50, 100))
          .only(SantosSchiper::isCarried)
          .link(LinkShape.named("wan-50ms"))
          .settings(
              "pipeline.retransmit=2s",
              "election.heartbeat=150ms",
              "election.timeout=3s",
              "catch-up.timeout=400ms")),

  CLIENTS(
      new Plan("clients with one outstanding request each: S11, figure 14")
          .axes(Axis.REQUEST, Axis.CLIENTS)
          .vary(Axis.REQUEST, of(128), of(128, 1024, 8192))
          .vary(Axis.CLIENTS, of(1, 10, 100, 900), of(1, 5, 10, 50, 100, 300, 900))
          .load(at -> SantosSchiper.clients(at, at.of(Axis.REQUEST)))
          .picture("over-clients", Axis.CLIENTS, Axis.REQUEST)),

  SIZE(
      new Plan("large requests, a batch each: S11, figure 15")
          .axes(Axis.REQUEST, Axis.WINDOW)
          .vary(Axis.REQUEST, kib(8, 64, 256), kib(8, 32, 64, 128, 256, 512))
          .vary(Axis.WINDOW, of(1, 5), of(1, 2, 5, 10))
          .settings(at -> List.of("pipeline.window=" + at.of(Axis.WINDOW), "batch.max-bytes=1KiB"))
          .load(at -> new Load(4, Math.max(4, 2 * at.of(Axis.WINDOW)), at.of(Axis.REQUEST)))
          .picture("over-request", Axis.REQUEST, Axis.WINDOW)),

  // The policies TB and TBN, and the default policy.
  POLICY(
      new Plan("batching policies over the delay of a batch: S11, figure 16")
          .axes(Axis.POLICY, Axis.DELAY, Axis.CLIENTS)
          .vary(Axis.POLICY, 0, 1, 2)
          .vary(Axis.DELAY, of(1, 10, 50), of(1, 5, 10, 20, 50, 100))
          .vary(Axis.CLIENTS, 10, 300)
          .settings(
              at ->
                  List.of(
                      "batch.policy="
                          + List.of("timed", "nagle", "adaptive").get(at.of(Axis.POLICY)),
                      "batch.max-delay=" + at.of(Axis.DELAY) + "ms",
                      "batch.max-bytes=64KiB"))
          .load(at -> new Load(4, at.of(Axis.CLIENTS), 128))
          .picturesBy(Axis.CLIENTS)
          .picture("over-delay", Axis.DELAY, Axis.POLICY)),

  // At fifty requests a second each one ends in all groups before the next begins. Otherwise a
  // slower group would report several together.
  RELAY(
      new Plan("messages and CPU of the leader with relay groups: PigPaxos, tables 1 and 2")
          .axes(Axis.REPLICAS, Axis.GROUPS, Axis.BATCH_REQUESTS, Axis.RATE)
          .keepClusters()
          .jvm(Settings.MANY_REPLICAS_JVM)
          .vary(Axis.REPLICAS, of(5, 9, 25), of(5, 9, 15, 25))
          .vary(Axis.GROUPS, of(0, 2), of(0, 1, 2, 3, 4, 5, 6))
          .vary(Axis.BATCH_REQUESTS, Axis.RATE, pairs(1, 0, 1, 50, 64, 0))
          .only(at -> at.of(Axis.GROUPS) < at.of(Axis.REPLICAS) - 1)
          .settings(at -> PigPaxos.messages(at, 32))
          .load(
              at ->
                  at.is(Axis.RATE, 0)
                      ? new Load(4, 16 * at.of(Axis.BATCH_REQUESTS), 32)
                      : new Load(1, 1, 32, at.of(Axis.RATE)))
          .section(RelaySections::messages)
          .picturesBy(Axis.BATCH_REQUESTS)
          .picture("over-groups", Axis.GROUPS, Axis.REPLICAS)),

  // A single client without pauses saturates the leader of 25; ten requests a second do not.
  RELAY_PEAK(
      PigPaxos.leaderBound(
              "peak and latency with relay groups, each replica with a share of a processor:"
                  + " PigPaxos, figures 7, 8, 10, 11, 13")
          .axes(Axis.REPLICAS, Axis.BATCHING, Axis.GROUPS, Axis.DEAD, Axis.RATE, Axis.OUTSTANDING)
          .vary(Axis.BATCHING, of(0), of(0, 1))
          .vary(Axis.REPLICAS, 25, 9, 5)
          .vary(Axis.GROUPS, Axis.DEAD, pairs(0, 0, 2, 0, 2, 1, 1, 0, 3, 0, 4, 0, 5, 0, 6, 0))
          .vary(
              Axis.RATE,
              Axis.OUTSTANDING,
              pairs(10, 4, 0, 1, 0, 4, 0, 16, 0, 64, 0, 256, 0, 512, 0, 1024, 0, 4096))
          .only(PigPaxos::isOfPeak)
          .load(at -> PigPaxos.load(at, 4, 8, 50))
          .section(results -> PeakSection.of(results, PigPaxos.SHARE))
          .picturesBy(Axis.REPLICAS)
          .picture("over-outstanding", Axis.OUTSTANDING, Axis.GROUPS, Experiment::isOfFigures)
          .picture(
              "over-throughput",
              Measure.THROUGHPUT.column(),
              Axis.GROUPS,
              Experiment::isOfFigures)),

  RELAY_PAYLOAD(
      PigPaxos.leaderBound(
              "peak over the bytes of a value, with relay groups and without: PigPaxos, figure 12")
          .axes(Axis.GROUPS, Axis.REQUEST, Axis.OUTSTANDING)
          .replicas(25)
          .vary(Axis.GROUPS, 0, 2)
          .vary(Axis.REQUEST, of(8, 1280), of(8, 128, 512, 1280))
          .vary(Axis.OUTSTANDING, of(256), of(64, 256))
          .load(at -> PigPaxos.load(at, 4, at.of(Axis.REQUEST), 0))
          .section(RelaySections::payload)
          .picturesBy(Axis.OUTSTANDING)
          .picture("over-value", Axis.REQUEST, Axis.GROUPS)),

  // Section 6.4 has three replicas in each region, figure 9 has five. At ten requests a second no
  // two slots are open in one cycle, so none share a Relay.
  REGIONS(
      PigPaxos.leaderBound(
              "messages across three regions, and throughput and latency, with a relay group in"
                  + " each and without: PigPaxos, section 6.4 and figure 9")
          .axes(Axis.REPLICAS, Axis.GROUPS, Axis.RATE, Axis.OUTSTANDING)
          .regions(PigPaxos::regions, PigPaxos.betweenRegions())
          .vary(Axis.REPLICAS, of(9), of(9, 15))
          .vary(Axis.GROUPS, 0, 3)
          .vary(Axis.RATE, Axis.OUTSTANDING, pairs(10, 4, 0, 1, 0, 4, 0, 16, 0, 64, 0, 128, 0, 256))
          .only(PigPaxos::isOfRegions)
          .settings(PigPaxos::byRegion)
          .load(at -> PigPaxos.load(at, 4, 8, at.is(Axis.RATE, 0) ? 50 : 0))
          .section(results -> RegionSection.of(results, PigPaxos.SHARE))
          .picturesBy(Axis.REPLICAS)
          .picture("over-throughput", Measure.THROUGHPUT.column(), Axis.GROUPS, Result::isClosed)),

  // BSZ of 4 KiB and WND 1.
  TRANSPORT(
      new Plan("TCP and UDP between replicas over the clients: S11, figure 17")
          .axes(Axis.CLIENTS, Axis.TRANSPORT)
          .vary(Axis.CLIENTS, of(1, 30, 300), of(1, 5, 10, 30, 100, 300, 900))
          .vary(Axis.TRANSPORT, 0, 1)
          .settings("batch.max-bytes=4KiB", "pipeline.window=1")
          .settings(
              at ->
                  List.of(
                      "network.datagram-max-bytes=" + (at.is(Axis.TRANSPORT, 0) ? "0B" : "60KiB")))
          .load(at -> SantosSchiper.clients(at, 128))
          .picture("over-clients", Axis.CLIENTS, Axis.TRANSPORT)),

  // Each connection draws its own proxy: with twelve connections almost every replica is drawn.
  QUORUM(
      new Plan(
              "reads per second for each consistency, alone and beside as many writes: PigPaxos,"
                  + " section 4.3")
          .axes(Axis.REPLICAS, Axis.CONSISTENCY, Axis.READS, Axis.OUTSTANDING)
          .detailed()
          .keyValues()
          .vary(Axis.REPLICAS, 3, 5)
          .vary(Axis.CONSISTENCY, 0, 1, 2, 3, 4)
          .vary(
              Axis.READS,
              Axis.OUTSTANDING,
              pairs(100, 1, 100, 12, 100, 100, 50, 1, 100, 900, 50, 900))
          .only(PigPaxos::isOfReads)
          .load(
              at ->
                  PigPaxos.load(
                      at, 12, 128, at.of(Axis.READS), PigPaxos.READS.get(at.of(Axis.CONSISTENCY))))
          .section(RelaySections::reads)
          .picturesBy(Axis.REPLICAS)
          .picture("over-outstanding-reads-50", Axis.OUTSTANDING, Axis.CONSISTENCY, reads(50))
          .picture("over-outstanding-reads-100", Axis.OUTSTANDING, Axis.CONSISTENCY, reads(100))),

  // Table 4, and higher rates. A burst is admitted as a whole.
  RATE(
      LibPaxos.values("latency over values per second", 3)
          .axes(Axis.BATCHING, Axis.RATE)
          .vary(Axis.BATCHING, 0, 1)
          .vary(
              Axis.RATE,
              of(100, 1000, 2000, 3000, 10_000, 20_000, 50_000),
              of(10, 100, 500, 1000, 1500, 2000, 2500, 3000, 5000, 10_000, 20_000, 50_000))
          .only(at -> !at.quick() || at.is(Axis.BATCHING, 1) || at.of(Axis.RATE) <= 10_000)
          .settings("queue.max-bytes=256MiB")
          .section(LibPaxosSections::rates)
          .picture("over-rate", Axis.RATE, Axis.BATCHING)),

  // Tables 2 and 3.
  COUNTERS(
      LibPaxos.values("values per second with and without event counters", 2)
          .axes(Axis.RUN, Axis.BATCHING, Axis.INSTRUMENTED)
          .vary(
              Axis.RUN,
              IntStream.rangeClosed(1, 3).toArray(),
              IntStream.rangeClosed(1, 10).toArray())
          .vary(Axis.BATCHING, 0, 1)
          .vary(Axis.INSTRUMENTED, 0, 1)
          .settings(LibPaxos::counted)
          .section(LibPaxosCounters::section)
          .picture("over-run", Axis.RUN, Axis.INSTRUMENTED, Experiment::isOneAtATime)),

  // Tables 5 and 6.
  STORAGE(
      LibPaxos.values("values per second and latency over durability", 4)
          .axes(Axis.LEVEL, Axis.BATCHING, Axis.RATE)
          .vary(Axis.LEVEL, IntStream.range(0, Durability.values().length).toArray())
          .vary(Axis.BATCHING, 0, 1)
          .vary(Axis.RATE, 0, 1000, 2000, 5)
          .only(LibPaxos::isOfStorage)
          .section(LibPaxosSections::levels)
          .picture("over-rate-batching-0", Axis.RATE, Axis.LEVEL, inBursts(0))
          .picture("over-rate-batching-1", Axis.RATE, Axis.LEVEL, inBursts(1))),

  // Each acceptor is a replica that also executes.
  ACCEPTORS(
      LibPaxos.values("values per second over replicas", 5)
          .axes(Axis.REPLICAS, Axis.BATCHING)
          .vary(Axis.BATCHING, 0, 1)
          .vary(Axis.REPLICAS, of(3, 5, 11), of(3, 5, 7, 9, 11))
          .settings(LibPaxos.SMALL_LOG)
          .jvm(Settings.MANY_REPLICAS_JVM)
          .section(LibPaxosSections::acceptors)
          .picture("over-replicas", Axis.REPLICAS, Axis.BATCHING)),

  // Table 8. The replicas execute, too.
  LEARNERS(
      LibPaxos.values("values per second and latency over learners", 6)
          .axes(Axis.LEARNERS, Axis.BATCHING, Axis.RATE)
          .vary(Axis.BATCHING, 0, 1)
          .vary(Axis.LEARNERS, of(0, 3, 10), of(0, 3, 6, 8, 10))
          .vary(Axis.RATE, 0, 2000)
          .settings(LibPaxos.SMALL_LOG)
          .jvm(Settings.MANY_REPLICAS_JVM)
          .section(LibPaxosSections::learners)
          .picture("over-learners", Axis.LEARNERS, Axis.BATCHING, Result::isClosed)),

  // Table 9: shortest and longest values, mixed.
  VALUES(
      LibPaxos.values("values and bytes per second over the length of values", 7)
          .axes(Axis.VALUE_LEAST, Axis.VALUE_MOST, Axis.BATCHING, Axis.RATE)
          .vary(Axis.BATCHING, 0, 1)
          .vary(
              Axis.VALUE_LEAST,
              Axis.VALUE_MOST,
              pairs(
                  10, 10, 500, 500, 1000, 1000, 2000, 2000, 4000, 4000, 8000, 8000, 500, 3000, 500,
                  8000))
          .vary(Axis.RATE, 0, 1000)
          .only(LibPaxos::isOfLengths)
          .section(LibPaxosSections::lengths)
          .picture("over-value", Axis.VALUE_MOST, Axis.BATCHING, Experiment::isOfOneLength)),

  PARAMETERS(
      LibPaxos.values("values per second over settings", 8)
          .axes(Axis.CONFIGURATION, Axis.RATE)
          .vary(Axis.RATE, of(0), of(0, 1000))
          .vary(Axis.CONFIGURATION, IntStream.rangeClosed(1, Configuration.COUNT).toArray())
          .settings(at -> Configuration.of(at.of(Axis.CONFIGURATION)).settings())
          .section(LibPaxosSections::parameters)
          .picture("over-configuration", Axis.CONFIGURATION, Axis.RATE));

  private final Plan plan;

  Experiment(Plan plan) {
    this.plan = plan;
  }

  public Plan plan() {
    return plan;
  }

  /** Its name on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static int[] of(int... values) {
    return values;
  }

  private static int[] kib(int... values) {
    return IntStream.of(values).map(kib -> kib << 10).toArray();
  }

  private static int[][] pairs(int... values) {
    return IntStream.range(0, values.length / 2)
        .mapToObj(index -> of(values[2 * index], values[2 * index + 1]))
        .toArray(int[][]::new);
  }

  /** Whether figures 7 to 13 of PigPaxos show the result. */
  private static boolean isOfFigures(Result result) {
    return result.isClosed() && result.value(Axis.BATCHING) == 0 && result.value(Axis.DEAD) == 0;
  }

  private static boolean isOneAtATime(Result result) {
    return result.value(Axis.BATCHING) == 0;
  }

  private static boolean isOfOneLength(Result result) {
    return result.isClosed() && result.value(Axis.VALUE_LEAST) == result.value(Axis.VALUE_MOST);
  }

  private static Predicate<Result> reads(int percent) {
    return result -> result.value(Axis.READS) == percent;
  }

  private static Predicate<Result> inBursts(int batching) {
    return result -> !result.isClosed() && result.value(Axis.BATCHING) == batching;
  }
}
