package io.synod.benchmarks.calibration;

import io.synod.replica.config.SynodConfig;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One kind of load.
 *
 * @param requestBytes payload of each request
 * @param outstanding requests on their way at any time; at least {@link #CONNECTIONS}
 */
record LoadPhase(int requestBytes, int outstanding) {
  /** Clients that share the requests. */
  static final int CONNECTIONS = 4;

  private static final int FACTOR = 8;
  private static final int REQUEST_BYTES_LEAST = 128;
  private static final List<Integer> OUTSTANDING = List.of(250, 1_000, 4_000);
  private static final int OUTSTANDING_LEAST = 16;

  // Other clients' requests have room in the leader's queue.
  private static final int QUEUE_SHARE = 2;

  /**
   * Loads from which the costs follow: requests of three sizes around {@code requestBytes}, an
   * eighth of the next each, and of each size so many on their way that batches of some and of many
   * form, as far as frames and the leader's queue have room. Fewer are no load: what is spent on a
   * read of a socket or on waking up is then one request's, and not many requests'. The settings of
   * batches and window are the cluster's own, and cannot be changed while it runs.
   *
   * @return none twice
   */
  static List<LoadPhase> around(int requestBytes, SynodConfig config) {
    long queueBytes = config.batch().queueBytes() / QUEUE_SHARE;
    long most = Math.min(config.network().requestBytesMax(), queueBytes / OUTSTANDING_LEAST);
    long largest = Math.min(most, (long) FACTOR * Math.max(requestBytes, REQUEST_BYTES_LEAST));
    Set<LoadPhase> phases = new LinkedHashSet<>();
    for (long bytes : new long[] {largest / FACTOR / FACTOR, largest / FACTOR, largest}) {
      for (int outstanding : OUTSTANDING) {
        long room = queueBytes / Math.max(1, bytes);
        phases.add(new LoadPhase((int) bytes, (int) Math.min(outstanding, room)));
      }
    }
    return List.copyOf(phases);
  }

  /** For people. */
  @Override
  public String toString() {
    return "requests of %,d bytes, %,d on their way".formatted(requestBytes, outstanding);
  }
}
