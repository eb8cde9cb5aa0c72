package io.synod.benchmarks.experiment.report;

import java.util.List;

/**
 * Settings of one run: those of Primi 2008, table 10, that have a counterpart here, each changed in
 * the paper's proportion; then those that matter more here.
 *
 * <p>Pre-execution window: {@code pipeline.window}, since Phase 1 is done once for all slots here.
 * Learner's interval: {@code catch-up.timeout}. Learner's array: {@code execution.backlog}.
 * Acceptor's array: {@code log.max-bytes}. Timeouts of Phase 1 and 2: {@code election.timeout} and
 * {@code pipeline.retransmit}. The proposer's array has no counterpart.
 */
public enum Configuration {
  DEFAULT("default"),
  A("A", "pipeline.window=48", "election.timeout=3s"),
  B("B", "catch-up.timeout=40ms", "election.timeout=3s"),
  C("C", "catch-up.timeout=40ms", "execution.backlog=4096"),
  D(
      "D",
      "pipeline.window=48",
      "catch-up.timeout=40ms",
      "execution.backlog=4096",
      "election.timeout=4500ms"),
  E("E", "log.max-bytes=1GiB"),
  RETRANSMIT("retransmit", "pipeline.retransmit=10ms"),
  WINDOW_1("window 1", "pipeline.window=1"),
  UNBATCHED("one value an instance", "batch.max-bytes=64B"),
  UNBATCHED_WINDOW_48(
      "one value an instance, window 48", "batch.max-bytes=64B", "pipeline.window=48"),
  LARGE_BATCHES("large batches", "batch.max-bytes=512KiB"),
  TIMED("timed", "batch.policy=timed", "batch.max-delay=1ms");

  public static final int COUNT = values().length;

  private final String title;
  private final List<String> settings;

  Configuration(String title, String... settings) {
    this.title = title;
    this.settings = List.of(settings);
  }

  /** Its letter in table 10, or its difference from the default. */
  String title() {
    return title;
  }

  /** Settings beside the defaults, {@code key=value}. */
  public List<String> settings() {
    return settings;
  }

  /**
   * @param number on {@link Axis#CONFIGURATION}
   */
  public static Configuration of(int number) {
    return values()[number - 1];
  }

  /** Its number on {@link Axis#CONFIGURATION}. */
  public int number() {
    return ordinal() + 1;
  }
}
