package io.synod.core.effect;

import io.synod.core.command.Batch;

/**
 * Effects of a subscriber. It has one source, the replica that serves it. Whatever the number of
 * that replica in the cluster, the subscriber addresses it as replica 0.
 */
public interface SubscriberEffects extends FetchEffects {

  /**
   * Asks the source for the decisions from {@code first} on.
   *
   * @param first the next slot; -1 for the next one that will be decided
   * @param creditBytes that may be on their way
   * @param keepAliveNanos the source sends a message at least this often
   */
  void subscribe(long first, long creditBytes, long keepAliveNanos);

  /** Grants the source {@code bytes} more that may be on their way. */
  void credit(long bytes);

  /** A subscriber that asked for the next slot that will be decided begins with this one. */
  void begins(long slot);

  /** Hands over a decided batch. Slots come in order, each once. */
  void deliver(long slot, Batch batch);

  /** Replaces everything that was delivered by the stored snapshot with this end. */
  void restoreSnapshot(long end);

  /** Leaves the source; the subscriber needs another one. */
  void leaveSource(String reason);
}
