package io.synod.replica.stage;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import java.util.ArrayDeque;

/**
 * Messages that wait until the records before them are durable, in their order. Bounded in bytes of
 * the heap; their batches are the log's. One thread.
 */
final class WaitingMessages {
  static final int BYTES_MAX = 1 << 20;

  private static final int MESSAGE_BYTES = 128;
  private static final int VOTE_BYTES = 48;

  private final ArrayDeque<Waiting> messages = new ArrayDeque<>();
  private long bytes;

  /**
   * @param records that must be durable
   * @param sinceNanos when it began to wait; 0 if that is not measured
   */
  record Waiting(long records, long sinceNanos, ReplicaSet to, Message message) {}

  /** False if there is no space: the message is lost, as in the network, and sent again. */
  boolean add(Waiting waiting) {
    if (bytes + bytes(waiting) > BYTES_MAX && !messages.isEmpty()) {
      return false;
    }
    messages.add(waiting);
    bytes += bytes(waiting);
    return true;
  }

  /** The next one whose {@code durable} records are enough; null if there is none. */
  Waiting poll(long durable) {
    Waiting next = messages.peek();
    if (next == null || next.records() > durable) {
      return null;
    }
    messages.poll();
    bytes -= bytes(next);
    return next;
  }

  private static long bytes(Waiting waiting) {
    boolean hasVotes = waiting.message() instanceof Promise;
    int votes = hasVotes ? ((Promise) waiting.message()).votes().size() : 0;
    return MESSAGE_BYTES + (long) VOTE_BYTES * votes;
  }
}
