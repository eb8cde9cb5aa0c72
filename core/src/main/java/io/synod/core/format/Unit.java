package io.synod.core.format;

import java.util.List;

/**
 * A unit that amounts are written in.
 *
 * @param suffix what stands behind the number
 * @param factor how many of the smallest unit it is
 */
public record Unit(String suffix, long factor) {
  /** Plain numbers. */
  public static final List<Unit> NONE = List.of(new Unit("", 1));

  public static final List<Unit> BYTES =
      List.of(
          new Unit("B", 1),
          new Unit("KiB", 1L << 10),
          new Unit("MiB", 1L << 20),
          new Unit("GiB", 1L << 30));

  /** Of links, in powers of ten as networks count; kept in bits per second. */
  public static final List<Unit> BIT_RATE =
      List.of(
          new Unit("bit", 1),
          new Unit("kbit", 1_000),
          new Unit("Mbit", 1_000_000),
          new Unit("Gbit", 1_000_000_000));

  /** Of a rate; kept in millionths. */
  public static final List<Unit> SHARE = List.of(new Unit("ppm", 1), new Unit("%", 10_000));

  /** Durations are kept in nanoseconds. */
  public static final List<Unit> TIME =
      List.of(
          new Unit("ns", 1),
          new Unit("us", 1_000),
          new Unit("ms", 1_000_000),
          new Unit("s", 1_000_000_000),
          new Unit("min", 60_000_000_000L),
          new Unit("h", 3_600_000_000_000L));

  /** Durations that count in leader time, which is kept in milliseconds. */
  public static final List<Unit> LEADER_TIME =
      List.of(
          new Unit("ms", 1),
          new Unit("s", 1_000),
          new Unit("min", 60_000),
          new Unit("h", 3_600_000));
}
