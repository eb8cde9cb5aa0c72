package io.synod.benchmarks.experiment.report;

import io.synod.benchmarks.experiment.report.LibPaxosTables.Latency;
import io.synod.benchmarks.experiment.report.LibPaxosTables.Length;
import io.synod.benchmarks.experiment.report.LibPaxosTables.Store;
import io.synod.core.settings.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The report's sections with the numbers of LibPaxos (Primi 2008), which are its tables 4 to 11.
 */
public final class LibPaxosSections {
  // Indexed by the axis of batching.
  static final List<String> WAYS = List.of("one at a time", "default");

  private static final double MB = 1 << 20;
  private static final int ACCEPTORS_LEAST = 3;

  private LibPaxosSections() {}

  /** Latency over values per second: table 4. */
  public static String rates(Results results) {
    Map<Integer, Latency> paper = LibPaxosTables.LATENCIES;
    TreeSet<Integer> rates = new TreeSet<>(paper.keySet());
    results.all().forEach(result -> rates.add(result.number(Axis.RATE)));
    Latency unknown = new Latency(Double.NaN, Double.NaN, Double.NaN);
    Table<Integer> table =
        new Table<Integer>()
            .number("values/s proposed", rate -> rate)
            .number(
                "LibPaxos, latency us: least",
                rate -> 1000 * paper.getOrDefault(rate, unknown).leastMillis())
            .number("mean", rate -> 1000 * paper.getOrDefault(rate, unknown).meanMillis())
            .number("most", rate -> 1000 * paper.getOrDefault(rate, unknown).mostMillis());
    for (int batching = 0; batching < WAYS.size(); batching++) {
      Results measured = results.at(Axis.BATCHING, batching);
      latencies(table, WAYS.get(batching) + ", ", rate -> measured.at(Axis.RATE, rate));
    }
    return """

        ## Latency of a second's values

        One client proposes all values of a second at its begin, of 30 to 3000 bytes, and latency is that of the last
        of them: what all of them take (section 6 of the paper, where a probe follows them every two seconds). "One at
        a time": one value an instance and a window of 1, as in LibPaxos; "default": batches and a window.

        """
        + table.of(rates);
  }

  private static <R> Table<R> latencies(Table<R> table, String way, Function<R, Results> measured) {
    return table
        .number(way + "latency us: least", row -> measured.apply(row).micros(Measure.LATENCY_LEAST))
        .number("mean", row -> measured.apply(row).micros(Measure.LATENCY_MEAN))
        .number("most", row -> measured.apply(row).micros(Measure.LATENCY_MOST))
        .number("values/s", row -> measured.apply(row).value(Measure.THROUGHPUT));
  }

  /**
   * A row of durability.
   *
   * @param rate values per second at which latency is measured; 0 for the maximum throughput
   */
  private record Stored(Durability level, int rate) {

    String what() {
      return rate == 0 ? "values/s" : "latency at " + rate + "/s, us";
    }

    double paper(int store) {
      Store of =
          (level.keepsVotes() ? LibPaxosTables.STORES_SYNCHRONOUS : LibPaxosTables.STORES)
              .get(store);
      return rate == 0 ? of.perSecond() : of.micros().getOrDefault(rate, Double.NaN);
    }

    double measured(Results results, int batching) {
      Results found = results.at(Axis.LEVEL, level.ordinal()).at(Axis.RATE, rate);
      Results way = found.at(Axis.BATCHING, batching);
      return rate == 0 ? way.value(Measure.THROUGHPUT) : way.micros(Measure.LATENCY_MEAN);
    }

    boolean isReported(Results results) {
      return rate == 0
          || !Double.isNaN(measured(results, 0))
          || !Double.isNaN(measured(results, 1));
    }
  }

  /** Durability: tables 5 and 6. */
  public static String levels(Results results) {
    List<Stored> rows = new ArrayList<>();
    for (int rate : new int[] {0, 5, 1000, 2000}) {
      for (Durability level : Durability.values()) {
        rows.add(new Stored(level, rate));
      }
    }
    rows.removeIf(row -> !row.isReported(results));
    Table<Stored> table =
        new Table<Stored>()
            .text("what", Stored::what)
            .text("level", row -> "`" + row.level.name().toLowerCase(Locale.ROOT) + "`")
            .number("LibPaxos, BTREE", row -> row.paper(0))
            .number("LibPaxos, RECNO", row -> row.paper(1))
            .number(WAYS.get(0), row -> row.measured(results, 0))
            .number(WAYS.get(1), row -> row.measured(results, 1));
    return """

        ## Durability

        One client, values of 30 to 3000 bytes. Values per second: 300 on their way at any time, as the paper's client
        keeps them. Latency: all values of a second proposed at its begin, until the last of them. LibPaxos without
        disk synchronization (table 5) is beside `memory`, `view` and `epoch`, which wait for the disk at most once a
        view or a start; with it (table 6) beside `sync`.

        """
        + table.of(rows);
  }

  /** Values per second over replicas: table 7. */
  public static String acceptors(Results results) {
    Map<Integer, Integer> paper = new TreeMap<>(LibPaxosTables.BY_ACCEPTORS);
    Table<Integer> table =
        new Table<Integer>()
            .text("n", String::valueOf)
            .text("f", replicas -> String.valueOf((replicas - 1) / 2));
    throughput(table, "LibPaxos, values/s", paper::get);
    for (int batching = 0; batching < WAYS.size(); batching++) {
      Results way = results.at(Axis.BATCHING, batching);
      throughput(
          table,
          WAYS.get(batching) + ", values/s",
          replicas -> way.at(Axis.REPLICAS, replicas).value(Measure.THROUGHPUT));
      table.number(
          "leader's CPU us a value",
          replicas -> way.at(Axis.REPLICAS, replicas).value(Measure.LEADER_CPU));
    }
    return """

        ## Values per second over acceptors

        One client with 300 values of 30 to 3000 bytes on their way. The paper's acceptors have a machine each, and one
        learner executes; here each acceptor is a replica that learns and executes, and all share one machine.

        """
        + table.of(paper.keySet());
  }

  private static void throughput(
      Table<Integer> table, String head, ToDoubleFunction<Integer> perSecond) {
    table
        .number(head, perSecond)
        .ratio(
            "of that with 3",
            replicas ->
                perSecond.applyAsDouble(replicas) / perSecond.applyAsDouble(ACCEPTORS_LEAST))
        .number(
            "s for 100,000",
            replicas -> LibPaxosTables.RUN_VALUES / perSecond.applyAsDouble(replicas));
  }

  /** A number of learners, and the kind of batching. */
  private record Followed(int learners, int batching) {

    String way() {
      return WAYS.get(batching);
    }

    Results in(Results results) {
      return results.at(Axis.LEARNERS, learners).at(Axis.BATCHING, batching);
    }

    /** Not a number if the paper has none. */
    double in(Map<Integer, Integer> paper) {
      return paper.containsKey(learners) ? paper.get(learners) : Double.NaN;
    }
  }

  /** Values per second and latency over learners: table 8. */
  public static String learners(Results results) {
    return """

        ## Values per second over learners

        One client with 300 values of 30 to 3000 bytes on their way. The paper's learners receive the acceptors' votes by
        multicast, beside one in the proposer; here each follows one replica, and the replicas execute as well. All
        share one machine. Behind is counted when the load ends: what the leader has executed then and the last
        learner has not, and how long that one takes for it; one that fetches a snapshot skips what it holds.

        """
        + learnersUnpaced(results.at(Axis.RATE, 0))
        + """

        ## Latency over learners

        One client proposes 2000 values at the begin of each second, and latency is that of the last of them.

        """
        + learnersPaced(results.at(Axis.RATE, 2000));
  }

  private static String learnersUnpaced(Results results) {
    Map<Integer, Integer> paper = LibPaxosTables.BY_LEARNERS;
    Table<Followed> table =
        new Table<Followed>()
            .text("learners", row -> String.valueOf(row.learners))
            .number("LibPaxos, values/s", row -> row.in(paper))
            .ratio("of that with 0", row -> row.in(paper) / paper.get(0))
            .text("here", Followed::way)
            .number("values/s", row -> row.in(results).value(Measure.THROUGHPUT))
            .ratio(
                "of that with 0",
                row ->
                    row.in(results).value(Measure.THROUGHPUT)
                        / new Followed(0, row.batching).in(results).value(Measure.THROUGHPUT))
            .number("leader's CPU us a value", row -> row.in(results).value(Measure.LEADER_CPU))
            .number(
                "learners' CPU us a value, all together",
                row -> row.in(results).value(Measure.LEARNERS_CPU))
            .number("at the leader", row -> row.in(results).value(Measure.LEARNERS_AT_LEADER));
    return behind(table, results)
        .number("fetched a snapshot", row -> row.in(results).value(Measure.LEARNER_SNAPSHOTS))
        .ratio("machine busy", row -> row.in(results).value(Measure.MACHINE_BUSY))
        .of(followed(results, paper));
  }

  private static String learnersPaced(Results results) {
    Map<Integer, Integer> paper = LibPaxosTables.LATENCIES_BY_LEARNERS;
    Table<Followed> table =
        new Table<Followed>()
            .text("learners", row -> String.valueOf(row.learners))
            .number("LibPaxos, latency us", row -> row.in(paper))
            .text("here", Followed::way);
    return behind(latencies(table, "", row -> row.in(results)), results)
        .of(followed(results, paper));
  }

  private static Table<Followed> behind(Table<Followed> table, Results results) {
    return table
        .number("last behind, slots", row -> row.in(results).value(Measure.BEHIND_SLOTS))
        .number("ms until it has them", row -> row.in(results).value(Measure.BEHIND_MILLIS));
  }

  /** The rows that the paper has or that were measured. */
  private static List<Followed> followed(Results measured, Map<Integer, Integer> paper) {
    TreeSet<Integer> counts = new TreeSet<>(paper.keySet());
    measured.all().forEach(result -> counts.add(result.number(Axis.LEARNERS)));
    List<Followed> rows = new ArrayList<>();
    for (int batching = 0; batching < WAYS.size(); batching++) {
      for (int learners : counts) {
        Followed row = new Followed(learners, batching);
        if (paper.containsKey(learners) || !row.in(measured).all().isEmpty()) {
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** The length of values: table 9. */
  public static String lengths(Results results) {
    Table<Length> table =
        new Table<Length>()
            .text("bytes", Length::title)
            .number("LibPaxos, values/s", Length::perSecond)
            .number("MB/s", Length::mbPerSecond)
            .number("latency at 1000/s, us", Length::micros);
    for (int batching = 0; batching < WAYS.size(); batching++) {
      Results way = results.at(Axis.BATCHING, batching);
      ToDoubleFunction<Length> perSecond =
          length -> measured(way, length, 0).value(Measure.THROUGHPUT);
      table
          .number(WAYS.get(batching) + ", values/s", perSecond)
          .number("MB/s", length -> perSecond.applyAsDouble(length) * length.bytesMean() / MB)
          .number(
              "latency at 1000/s, us",
              length -> measured(way, length, 1000).micros(Measure.LATENCY_MEAN));
    }
    return """

        ## Values and bytes per second over the length of values

        One client with 300 values on their way; latency: 1000 values proposed at the begin of each second, until the
        last of them. A MB has 2^20 bytes, as in the paper.

        """
        + table.of(LibPaxosTables.LENGTHS);
  }

  private static Results measured(Results results, Length length, int rate) {
    return results
        .at(Axis.VALUE_LEAST, length.bytesLeast())
        .at(Axis.VALUE_MOST, length.bytesMost())
        .at(Axis.RATE, rate);
  }

  /** Settings: tables 10 and 11. */
  public static String parameters(Results results) {
    Results unpaced = results.at(Axis.RATE, 0);
    ToDoubleFunction<Configuration> paper =
        one -> LibPaxosTables.BY_CONFIGURATION.getOrDefault(one, Double.NaN);
    ToDoubleFunction<Configuration> ours =
        one -> unpaced.at(Axis.CONFIGURATION, one.number()).value(Measure.THROUGHPUT);
    Configuration common = Configuration.DEFAULT;
    Table<Configuration> table =
        new Table<Configuration>()
            .text("configuration", Configuration::title)
            .text("settings", one -> String.join(", ", one.settings()))
            .number("LibPaxos, values/s", paper)
            .ratio("of its default", one -> paper.applyAsDouble(one) / paper.applyAsDouble(common))
            .number("here, values/s", ours)
            .ratio("of the default", one -> ours.applyAsDouble(one) / ours.applyAsDouble(common))
            .number(
                "p50 ms", one -> unpaced.at(Axis.CONFIGURATION, one.number()).value(Measure.P50))
            .number(
                "latency at 1000/s, us",
                one ->
                    results
                        .at(Axis.RATE, 1000)
                        .at(Axis.CONFIGURATION, one.number())
                        .micros(Measure.LATENCY_MEAN));
    return """

        ## Settings

        One client with 300 values of 30 to 3000 bytes on their way. A to E change what corresponds to the paper's
        parameters, in its proportions: pre-execution window (`pipeline.window`: Phase 1 is done once for all slots
        here), the learner's interval (`catch-up.timeout`) and array (`execution.backlog`), the acceptor's array
        (`log.max-bytes`), the timeout of Phase 1 (`election.timeout`). The others have no counterpart there.

        """
        + table.of(List.of(Configuration.values()));
  }
}
