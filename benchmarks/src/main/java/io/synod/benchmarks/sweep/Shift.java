package io.synod.benchmarks.sweep;

import io.synod.benchmarks.process.Placement;
import io.synod.benchmarks.process.Regions;
import io.synod.core.settings.Durability;
import io.synod.link.LinkShape;
import java.time.Duration;
import java.util.List;

/** A change around a cluster under load, which is taken back later. */
public enum Shift {
  /** Requests of 128 bytes and of 1 KiB. */
  REQUEST_SIZE(
      "request-size", near(128, 0, false), near(1 << 10, 0, false), Durability.MEMORY, 4_000),
  /** Another process writes to the disk of the journals, and waits for it. */
  DISK("disk", near(128, 0, false), near(128, 0, true), Durability.SYNC, 4_000),
  /** A round trip of nothing and of 50 ms. */
  ROUND_TRIP(
      "round-trip",
      far(128, LinkShape.delayed(0, 1)),
      far(128, LinkShape.delayed(25_000_000, 0)),
      Durability.MEMORY,
      16_000),
  /** Links of 100 Mbit/s and of a tenth. */
  BANDWIDTH(
      "bandwidth",
      far(1 << 10, LinkShape.limited(2_500_000, 0, 100_000_000)),
      far(1 << 10, LinkShape.limited(2_500_000, 0, 10_000_000)),
      Durability.MEMORY,
      256),
  /** 50,000 requests a second and ten times as many. */
  LOAD("load", near(128, 50_000, false), near(128, 500_000, false), Durability.MEMORY, 4_000),
  /** Three members and five. */
  MEMBERS(
      "members",
      near(128, 0, false),
      new Surroundings(128, null, 0, false, 5),
      Durability.MEMORY,
      4_000),
  /** The leader stops for a while, so that a replica of another region leads. */
  LEADER("leader", near(1 << 10, 0, false), null, Durability.MEMORY, 1_000);

  private static final int MEMBERS_BEFORE = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final String word;
  private final Surroundings before;
  private final Surroundings after;
  private final Durability level;
  private final int outstanding;

  /**
   * @param after null if only the leader changes
   */
  Shift(String word, Surroundings before, Surroundings after, Durability level, int outstanding) {
    this.word = word;
    this.before = before;
    this.after = after;
    this.level = level;
    this.outstanding = outstanding;
  }

  private static Surroundings near(int requestBytes, long perSecond, boolean busyDisk) {
    return new Surroundings(requestBytes, null, perSecond, busyDisk, MEMBERS_BEFORE);
  }

  private static Surroundings far(int requestBytes, LinkShape link) {
    return new Surroundings(requestBytes, link, 0, false, MEMBERS_BEFORE);
  }

  /** Its name in commands and files. */
  public String word() {
    return word;
  }

  Surroundings before() {
    return before;
  }

  Surroundings after() {
    return after == null ? before : after;
  }

  boolean movesLeader() {
    return after == null;
  }

  Durability level() {
    return level;
  }

  int outstanding() {
    return outstanding;
  }

  Placement placement() {
    if (movesLeader()) {
      return new Regions(
          List.of("one", "two", "three"), 1, List.of(region(2), region(25), region(40)), PATIENCE);
    }
    return before.link() == null ? Placement.TOGETHER : new Placement.Even(before.link());
  }

  private static LinkShape region(int millis) {
    return LinkShape.limited(millis * 1_000_000L, 0, 100_000_000);
  }
}
