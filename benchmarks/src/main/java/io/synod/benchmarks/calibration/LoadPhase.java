package io.synod.benchmarks.calibration;

import io.synod.benchmarks.load.Load;
import io.synod.replica.config.SynodConfig;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One kind of load.
 *
 * @param requestBytes payload of each request
 * @param outstanding requests in flight at any time; at least {@link #CONNECTIONS}
 */
public record LoadPhase(int requestBytes, int outstanding) {
  /** Clients that share the requests. */
  static final int CONNECTIONS = 4;

  private static final int FACTOR = 8;
  private static final int REQUEST_BYTES_LEAST = 128;
  private static final List<Integer> OUTSTANDING = List.of(250, 1_000, 4_000);
  private static final int OUTSTANDING_LEAST = 16;

  // The leader's queue keeps space for other clients' requests.
  private static final int QUEUE_SHARE = 2;

  /**
   * The loads from which the costs follow. Requests have three sizes around {@code requestBytes},
   * each an eighth of the next. For each size the numbers of outstanding requests lead to small and
   * to large batches, as far as frames and the leader's queue have capacity. Fewer requests are no
   * load: the cost of a socket read or a wake-up then belongs to one request instead of many. Batch
   * and window settings are those of the running cluster.
   *
   * @return distinct loads
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

  /** As many requests of a size as the leader's queue has capacity for, up to the most above. */
  public static LoadPhase full(int requestBytes, SynodConfig config) {
    long room = config.batch().queueBytes() / QUEUE_SHARE / Math.max(1, requestBytes);
    long most = OUTSTANDING.get(OUTSTANDING.size() - 1);
    return new LoadPhase(requestBytes, (int) Math.max(OUTSTANDING_LEAST, Math.min(most, room)));
  }

  /** On one thread. */
  public Load load() {
    return new Load(CONNECTIONS, outstanding, requestBytes);
  }

  /** For messages. */
  @Override
  public String toString() {
    return "requests of %,d bytes, %,d in flight".formatted(requestBytes, outstanding);
  }
}
