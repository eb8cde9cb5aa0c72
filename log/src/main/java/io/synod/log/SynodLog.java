package io.synod.log;

import io.netty.channel.EventLoopGroup;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceSettings;
import io.synod.network.transport.Transport;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Everything that a cluster decides, as one ordered stream without a gap, from any of its replicas:
 * for caches, indices, audit trails, change data capture. Any thread.
 *
 * <pre>{@code
 * try (SynodLog log = SynodLog.builder().cluster("orders").replicas(addresses).build();
 *     LogSubscription subscription = log.subscribe(next, entry -> index(entry.payload()))) {
 *   subscription.closed().join();
 * }
 * }</pre>
 *
 * <p>A decided request is not always executed: one whose session has expired is not, and one that
 * was sent twice is executed once. A subscriber that needs the results runs as a learner instead.
 */
public final class SynodLog implements AutoCloseable {
  /** Subscribes to what will be decided next. */
  public static final long FROM_NOW_ON = -1;

  private final SourceSettings sources;
  private final SubscriptionSettings settings;
  private final Path directory;
  private final EventLoopGroup loops;
  private final Set<LogSubscription> subscriptions = ConcurrentHashMap.newKeySet();
  private final Set<LogBackup> backups = ConcurrentHashMap.newKeySet();
  private boolean closed;

  SynodLog(SourceSettings sources, SubscriptionSettings settings, Path directory) {
    this.sources = sources;
    this.settings = settings;
    this.directory = directory;
    loops = Transport.chosen().eventLoops(1, "synod-log-" + sources.cluster());
  }

  public static SynodLogBuilder builder() {
    return new SynodLogBuilder();
  }

  /**
   * Begins to deliver decided entries to {@code listener}. Returns at once; connects in the
   * background, and continues with another replica whenever one is lost, silent or cut off from its
   * leader.
   *
   * @param fromSlot the first slot: 0 for everything, {@link #FROM_NOW_ON}, or the last value that
   *     {@link LogListener#onSlotEnd} received
   * @throws NullPointerException if there is no listener
   * @throws IllegalArgumentException if that is no slot
   * @throws IllegalStateException if the log is closed
   */
  public synchronized LogSubscription subscribe(long fromSlot, LogListener listener) {
    Objects.requireNonNull(listener, "listener");
    if (fromSlot < FROM_NOW_ON) {
      throw new IllegalArgumentException("there is no slot " + fromSlot);
    }
    if (closed) {
      throw new IllegalStateException("the log is closed");
    }
    ScratchStore scratch = new ScratchStore(directory, new SnapshotIdentity(sources.cluster(), 0));
    LogSubscription subscription =
        new LogSubscription(loops.next(), sources, settings, fromSlot, listener, scratch);
    subscriptions.add(subscription);
    subscription.closed().whenComplete((done, failure) -> subscriptions.remove(subscription));
    subscription.start();
    return subscription;
  }

  /**
   * Begins to make a backup, or to go on with one. Reads what its directory holds, and returns
   * then; connects in the background. The sources may be learners as long as no slots are followed.
   * Waits as long as they have executed nothing.
   *
   * @throws IOException if the directory cannot be used; the message says why and what to do
   * @throws NullPointerException if there is no listener
   * @throws IllegalArgumentException if one of the settings is out of its range
   * @throws IllegalStateException if the log is closed
   */
  public synchronized LogBackup backup(LogBackup.Settings backup, BackupListener listener)
      throws IOException {
    Objects.requireNonNull(listener, "listener");
    if (closed) {
      throw new IllegalStateException("the log is closed");
    }
    SourceSettings asLearner =
        new SourceSettings(
            sources.cluster(),
            backup.terms(),
            sources.sources(),
            sources.frameBytesMax(),
            sources.connectNanos());
    LogBackup begun = new LogBackup(loops.next(), asLearner, settings, backup, listener);
    backups.add(begun);
    begun.closed().whenComplete((done, failure) -> backups.remove(begun));
    begun.start();
    return begun;
  }

  /**
   * Ends all backups and subscriptions, and waits until their listeners have returned unless one of
   * them calls.
   */
  @Override
  public void close() {
    boolean isFirst;
    synchronized (this) {
      isFirst = !closed;
      closed = true;
    }
    backups.forEach(LogBackup::end);
    subscriptions.forEach(LogSubscription::end);
    if (backups.stream().noneMatch(LogBackup::isCalling)
        && subscriptions.stream().noneMatch(LogSubscription::isCalling)) {
      backups.forEach(LogBackup::close);
      subscriptions.forEach(LogSubscription::close);
    }
    if (isFirst) {
      // A task behind those that end the connections: an event loop that is shutting down closes
      // connections before it runs tasks, and each would seem lost.
      loops.execute(() -> loops.shutdownGracefully(0, 1, TimeUnit.SECONDS));
    }
  }
}
