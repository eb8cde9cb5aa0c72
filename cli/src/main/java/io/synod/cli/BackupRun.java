package io.synod.cli;

import io.synod.client.ReplicaStatus;
import io.synod.log.BackupListener;
import io.synod.log.LogBackup;
import io.synod.log.SynodLog;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Makes a backup and prints its progress. A learner has a snapshot and no log: with a learner as
 * the source, slots are followed at the replicas once the snapshot is there.
 */
final class BackupRun implements BackupListener {
  private static final long SHOWN_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long SHOWN_NANOS_MAX = TimeUnit.HOURS.toNanos(1);
  private static final double MIB = 1 << 20;

  // A backup that reaches no source ends at once where nothing listens; a busy source is not to end
  // it.
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(2);

  private final SynodConfig config;
  private final Path directory;
  private final PrintWriter out;
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final LongSupplier nanoTime;
  private long shownNanos;
  private long gapNanos = SHOWN_NANOS;

  // Guarded by this.
  private SynodLog log;
  private boolean isClosing;

  private volatile boolean isWhole;

  BackupRun(SynodConfig config, Path directory, PrintWriter out) {
    this(config, directory, out, System::nanoTime);
  }

  BackupRun(SynodConfig config, Path directory, PrintWriter out, LongSupplier nanoTime) {
    this.config = config;
    this.directory = directory;
    this.out = out;
    this.nanoTime = nanoTime;
    shownNanos = nanoTime.getAsLong();
  }

  /**
   * Returns once the directory was read.
   *
   * @param from the source of the snapshot; null for any replica
   * @return completes when the backup has ended
   * @throws CommandFailure if it cannot begin, or there is nothing yet to be kept
   */
  CompletableFuture<Void> start(InetSocketAddress from, boolean follow) {
    List<InetSocketAddress> replicas =
        config.cluster().replicas().stream().map(BackupRun::resolved).toList();
    boolean isLearner = from != null && !replicas.contains(from);
    boolean isBegun = isBegun();
    if (!isBegun) {
      sayWhyItWaits(follow);
    }
    List<InetSocketAddress> sources =
        from == null || isLearner && isBegun ? replicas : List.of(from);
    boolean followsNow = follow && (!isLearner || isBegun);
    begin(sources, followsNow, false)
        .whenComplete(
            (done, failure) -> {
              if (failure == null && follow && !followsNow) {
                followOn(replicas);
              } else {
                end(failure);
              }
            });
    return closed;
  }

  /**
   * A source whose service has executed nothing, or has halted, takes no snapshot of whole slots,
   * and would be asked for one without end and without a word.
   */
  private void sayWhyItWaits(boolean follow) {
    List<ReplicaAnswer> answers =
        StatusQuery.askAll(config.cluster(), ReplicaStatus::fetch, STATUS_TIMEOUT).stream()
            .filter(ReplicaAnswer::isAnswered)
            .toList();
    if (!answers.isEmpty()
        && answers.stream().allMatch(answer -> answer.text("decided").equals("0"))) {
      awaitFirst(follow);
    }
    answers.stream().filter(ReplicaAnswer::isHalted).findFirst().ifPresent(this::sayHalted);
  }

  private void awaitFirst(boolean follow) {
    String nothing = "the replicas of '%s' have executed nothing yet".formatted(cluster());
    if (!follow) {
      throw new CommandFailure(nothing + ", so there is nothing to back up");
    }
    show("%s: the backup begins with their first request", nothing);
  }

  private void sayHalted(ReplicaAnswer answer) {
    show(
        "replica %d %s; a backup that needs a new snapshot waits until 'synod skip'",
        answer.replica(), answer.halted());
  }

  private String cluster() {
    return config.cluster().name();
  }

  private boolean isBegun() {
    return directory.resolve("backup").toFile().exists();
  }

  private static InetSocketAddress resolved(ReplicaAddress address) {
    return new InetSocketAddress(address.host(), address.clientPort());
  }

  private synchronized void followOn(List<InetSocketAddress> replicas) {
    if (isClosing) {
      end(null);
      return;
    }
    try {
      begin(replicas, true, true).whenComplete((done, failure) -> end(failure));
    } catch (RuntimeException failure) {
      end(failure);
    }
  }

  private synchronized CompletableFuture<Void> begin(
      List<InetSocketAddress> sources, boolean follows, boolean mayReplace) {
    if (log != null) {
      log.close();
    }
    log =
        SynodLog.builder()
            .cluster(cluster())
            .replicas(sources)
            .maxFrameBytes(config.network().frameBytes())
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    try {
      return log.backup(
              new LogBackup.Settings(
                  directory,
                  SharedSettings.ofExecution(config),
                  follows,
                  mayReplace,
                  config.snapshot().bytesPerSecond(),
                  config.snapshot().partBytes(),
                  config.storage().segmentBytes()),
              this)
          .closed();
    } catch (IOException failure) {
      log.close();
      throw new CommandFailure(Errors.inWords(failure), failure);
    }
  }

  private synchronized boolean isClosing() {
    return isClosing;
  }

  private void end(Throwable failure) {
    if (failure == null) {
      closed.complete(null);
    } else {
      closed.completeExceptionally(failure);
    }
  }

  /** Ends it: what has come is durable on return. */
  void close() {
    SynodLog last;
    synchronized (this) {
      isClosing = true;
      last = log;
    }
    last.close();
  }

  /** What the directory holds if this is ended before it is whole, and what to do. */
  String remains() {
    return isBegun()
        ? "the same command goes on with " + directory
        : directory + " is no whole backup; the same command makes it anew";
  }

  /** Whether the directory holds a backup that can be restored. */
  boolean isWhole() {
    return isWhole;
  }

  @Override
  public void onPart(long receivedBytes, long totalBytes) {
    if (isTimeToShow()) {
      show("fetched %.1f of %.1f MiB", receivedBytes / MIB, totalBytes / MIB);
    }
  }

  @Override
  public void onSnapshot(long end, long bytes) {
    isWhole = true;
    show(
        "%s holds a snapshot of all slots before %d, %.1f MiB, verified",
        directory, end, bytes / MIB);
  }

  @Override
  public void onFollowing(long first) {
    isWhole = true;
    show("keeps the slots from %d on, until Ctrl-C", first);
  }

  @Override
  public void onSlots(long next, long bytes) {
    if (isTimeToShow() || isClosing()) {
      show("keeps all slots before %d, %.1f MiB since the start", next, bytes / MIB);
      // It may follow for months.
      gapNanos = Math.min(2 * gapNanos, SHOWN_NANOS_MAX);
    }
  }

  private boolean isTimeToShow() {
    long now = nanoTime.getAsLong();
    if (now - shownNanos < gapNanos) {
      return false;
    }
    shownNanos = now;
    return true;
  }

  private void show(String text, Object... values) {
    out.printf(Locale.ROOT, text + "%n", values);
    out.flush();
  }
}
