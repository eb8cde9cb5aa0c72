package io.synod.benchmarks.experiment.report;

import java.util.List;
import java.util.Map;

/**
 * The measurements of LibPaxos (Primi, "LibPaxos performance analysis", 2008): a cluster of
 * machines with two PowerPC G5 of 2.3 GHz each and Gigabit Ethernet, one process each (section 5).
 */
final class LibPaxosTables {
  private static final double NONE = Double.NaN;

  /** The number of values in a run whose time is reported (table 1). */
  static final int RUN_VALUES = 100_000;

  /** Tables 2 and 3: seconds of each of ten runs, without and with event counters. */
  static final List<Integer> RUN_SECONDS = List.of(37, 43, 38, 41, 40, 40, 38, 37, 36, 37);

  static final List<Integer> COUNTED_SECONDS = List.of(40, 39, 42, 38, 37, 37, 37, 37, 36, 36);

  /**
   * A row of table 3 (appendix A), of 100,000 values.
   *
   * @param expected without losses
   * @param mean of ten runs
   */
  record EventCount(String name, int expected, int mean) {}

  static final List<EventCount> EVENTS =
      List.of(
          new EventCount("send_prepare", 4000, 3933),
          new EventCount("handle_promise", 12_000, 10_983),
          new EventCount("p1_timedout", 0, 94),
          new EventCount("send_accept", 100_000, 100_002),
          new EventCount("delivering", 100_000, 100_004),
          new EventCount("verify_val", 100_000, 100_001),
          new EventCount("delivering_reserved", 0, 1),
          new EventCount("instance_stolen", 0, 0),
          new EventCount("p2_timedout", 0, 1),
          new EventCount("send_lsync", 0, 0),
          new EventCount("handle_learn", 300_000, 279_995),
          new EventCount("total_holes", 0, 0));

  /** A row of {@link #LATENCIES}. */
  record Latency(double leastMillis, double mostMillis, double meanMillis) {}

  /** Table 4: latency by values per second. */
  static final Map<Integer, Latency> LATENCIES =
      Map.of(
          10, new Latency(0.4, 0.5, 0.5),
          100, new Latency(0.4, 0.5, 0.5),
          500, new Latency(0.3, 0.6, 0.4),
          1000, new Latency(0.3, 0.4, 0.3),
          1500, new Latency(30.3, 637.6, 328.1),
          2000, new Latency(209.0, 3364.2, 776.2),
          2500, new Latency(436.3, 1393.9, 898.3),
          3000, new Latency(1284.2, 8368.4, 4967.7));

  /**
   * A kind of Berkeley DB: BTREE first, then RECNO.
   *
   * @param micros latency by values per second
   */
  record Store(double perSecond, Map<Integer, Double> micros) {}

  /** Table 5: no acceptor waits for the disk. */
  static final List<Store> STORES =
      List.of(
          new Store(2531.6, Map.of(1000, 326.0, 2000, 744_345.0)),
          new Store(2702.7, Map.of(1000, 139_043.0, 2000, 240_010.0)));

  /** Table 6: each acceptor waits for its disk before it answers; latency at five a second. */
  static final List<Store> STORES_SYNCHRONOUS =
      List.of(new Store(8.4, Map.of(5, 614_886.0)), new Store(8.1, Map.of(5, 647_678.0)));

  /** Table 7: values per second by acceptors. */
  static final Map<Integer, Integer> BY_ACCEPTORS =
      Map.of(3, 2604, 5, 2347, 7, 2146, 9, 2033, 11, 1923);

  /** Table 8: values per second by learners beside the proposer's own. */
  static final Map<Integer, Integer> BY_LEARNERS =
      Map.of(0, 2685, 3, 2500, 6, 2548, 8, 2581, 10, 2516);

  /**
   * Table 8: latency in microseconds at 2000 values per second, by learners beside those of the
   * proposer and the probe. The paper has the same number for 2 and 3.
   */
  static final Map<Integer, Integer> LATENCIES_BY_LEARNERS =
      Map.of(0, 1_017_583, 2, 1_348_107, 3, 1_348_107, 6, 710_626, 8, 585_312);

  /**
   * A row of table 9.
   *
   * @param micros latency at 1000 values per second; not a number if the paper has none
   */
  record Length(
      int bytesLeast, int bytesMost, double perSecond, double mbPerSecond, double micros) {

    String title() {
      return bytesLeast == bytesMost ? String.valueOf(bytesMost) : bytesLeast + " to " + bytesMost;
    }

    double bytesMean() {
      return (bytesLeast + bytesMost) / 2.0;
    }
  }

  /** Table 9: by the length of a value, or of the shortest and the longest. */
  static final List<Length> LENGTHS =
      List.of(
          new Length(10, 10, 4274, 0.04, NONE),
          new Length(500, 500, 3817, 1.82, 369),
          new Length(1000, 1000, 2941, 2.80, NONE),
          new Length(2000, 2000, 2283, 4.35, NONE),
          new Length(4000, 4000, 1805, 6.89, 508_965),
          new Length(8000, 8000, 1299, 9.91, 421_987),
          new Length(500, 3000, 2551, 4.26, NONE),
          new Length(500, 8000, 1634, 6.62, NONE));

  /** Table 11: values per second. */
  static final Map<Configuration, Double> BY_CONFIGURATION =
      Map.of(
          Configuration.DEFAULT, 2645.0,
          Configuration.A, 2415.0,
          Configuration.B, 2659.0,
          Configuration.C, 2577.0,
          Configuration.D, 2631.0,
          Configuration.E, 2702.0);

  private LibPaxosTables() {}
}
