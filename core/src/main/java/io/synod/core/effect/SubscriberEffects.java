package io.synod.core.effect;

import io.synod.core.command.Batch;

/**
 * What a subscriber wants done. The source, the replica that serves it, is replica 0 of those that
 * it sends to, whichever of the cluster that is.
 */
public interface SubscriberEffects extends FetchEffects {

  /**
   * Asks the source for what is decided from {@code first} on.
   *
   * @param first the next slot; -1 for whichever the source would tell next
   * @param creditBytes that may be on their way
   * @param keepAliveNanos how long the source may say nothing
   */
  void subscribe(long first, long creditBytes, long keepAliveNanos);

  /** So many more bytes may be on their way. */
  void credit(long bytes);

  /** Who wanted whichever slot is next begins with this one. */
  void begins(long slot);

  /** Hands over a decided batch. Slots come in order, each once. */
  void deliver(long slot, Batch batch);

  /** What was delivered is to be replaced by the stored snapshot with this end. */
  void restoreSnapshot(long end);

  /** The source is of no use: another one is to be connected to. */
  void leaveSource(String reason);
}
