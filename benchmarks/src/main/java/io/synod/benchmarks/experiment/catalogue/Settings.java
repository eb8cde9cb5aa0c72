package io.synod.benchmarks.experiment.catalogue;

import java.util.List;

/** Common settings and loads of several experiments. */
final class Settings {
  /** One request an instance: the least value of {@code batch.max-bytes}. */
  static final String UNBATCHED = "batch.max-bytes=64B";

  /** Batch size, window and delay of an experiment that sets no other ones. */
  static final List<String> FIXED_LIMITS =
      List.of("batch.max-bytes=128KiB", "pipeline.window=8", "batch.max-delay=10ms");

  /** Twenty-five processes share one machine's memory. */
  static final List<String> MANY_REPLICAS_JVM = List.of("-Xms128m", "-Xmx256m", "-XX:+UseSerialGC");

  private static final int BATCH_HEADER_BYTES = 12;
  private static final int ENTRY_HEADER_BYTES = 24;

  private Settings() {}

  /** The length of a batch with exactly this number of requests. */
  static int batchBytes(int requests, int requestBytes) {
    return BATCH_HEADER_BYTES + requests * (requestBytes + ENTRY_HEADER_BYTES);
  }

  /**
   * @param groups of relays; 0 for none
   */
  static List<String> dissemination(int groups) {
    return groups == 0
        ? List.of("dissemination=direct")
        : List.of("dissemination=relay", "relay.groups=" + groups);
  }
}
