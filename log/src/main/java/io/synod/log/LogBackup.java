package io.synod.log;

import io.netty.channel.EventLoop;
import io.synod.core.command.Batch;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.subscription.Subscriber;
import io.synod.core.subscription.SubscriptionSettings;
import io.synod.network.subscriber.SourceSettings;
import io.synod.network.wire.Levels;
import io.synod.storage.backup.BackupDirectory;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A backup that is being made: a snapshot, and the slots behind it if it follows. On a thread of
 * its own. Any thread.
 */
public final class LogBackup implements AutoCloseable {
  private static final long COMMIT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PART_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Following following;
  private final Settings settings;
  private final BackupDirectory directory;
  private final BackupListener listener;

  // Whether slots may only be appended, because this backup holds something already.
  private boolean isFixed;
  private long slotBytes;
  private long uncommittedBytes;
  private long committedNanos;

  /**
   * What is kept, and where.
   *
   * @param directory of the backup: made if it is not there; one that holds a backup goes on
   * @param terms the settings that determine what is executed, as one line of at most 2048
   *     characters: not the number of replicas and the quorums, which may change. They are recorded
   *     with the backup, which goes on with the same ones only. Replicas with others refuse to send
   *     slots, which ends a backup that follows; they do not compare them when they send a snapshot
   * @param follows whether slots behind the snapshot are kept, without end
   * @param mayReplace whether a snapshot that the directory holds may be replaced while no slot
   *     behind it is kept
   * @param bytesPerSecond of a snapshot that are fetched, at most
   * @param partBytes of a snapshot that one message carries, at most
   * @param segmentBytes length of a file of slots: a multiple of 4 KiB, 1 GiB at most
   */
  public record Settings(
      Path directory,
      String terms,
      boolean follows,
      boolean mayReplace,
      long bytesPerSecond,
      int partBytes,
      long segmentBytes) {}

  LogBackup(
      EventLoop loop,
      SourceSettings sources,
      SubscriptionSettings subscription,
      Settings settings,
      BackupListener listener)
      throws IOException {
    this.settings = settings;
    this.listener = listener;
    // Before the directory, which stays locked if they are refused.
    SnapshotSettings snapshots =
        new SnapshotSettings(
            SnapshotSettings.NEVER,
            SnapshotSettings.NEVER,
            SnapshotSettings.NEVER,
            settings.bytesPerSecond(),
            settings.partBytes(),
            PART_TIMEOUT_NANOS);
    directory =
        BackupDirectory.open(
            settings.directory(), sources.cluster(), settings.terms(), settings.segmentBytes());
    boolean isBegun = directory.isBegun();
    if (isBegun && !settings.follows()) {
      directory.close();
      throw new IOException(
          settings.directory() + " holds a backup already; name another directory for a new one");
    }
    isFixed =
        isBegun && !(settings.mayReplace() && directory.next() == directory.description().end());
    long first = isBegun ? directory.next() : Subscriber.BEHIND_SNAPSHOT;
    following = new Following(loop, sources, subscription, snapshots, first, new Keeping());
  }

  void start() {
    following.start();
  }

  /**
   * Completes when the backup is whole and its directory is free: normally once the snapshot is
   * kept and verified, or after {@link #close}; exceptionally with the reason. The same future at
   * each call.
   */
  public CompletableFuture<Void> closed() {
    return following.closed();
  }

  /** Ends it: what has come is durable on return. */
  @Override
  public void close() {
    following.close();
  }

  /** Whether the listener calls. */
  boolean isCalling() {
    return following.isCalling();
  }

  /** Ends it, and does not wait for that. */
  void end() {
    following.end();
  }

  /** Writes what comes to the directory. */
  private final class Keeping implements Following.Receiver {

    @Override
    public void starts() {
      if (directory.isBegun()) {
        listener.onFollowing(directory.next());
      }
    }

    @Override
    public void begins(long slot) {
      // It never asks for the next slot.
    }

    @Override
    public SnapshotStore store() {
      return directory.snapshots();
    }

    // Before anything is stored: with a third snapshot the store deletes its oldest, the backup's.
    @Override
    public boolean wantsSnapshot(long end) throws IOException {
      if (isFixed) {
        throw new IOException(
            ("no replica keeps slot %d in memory any more, only a snapshot of all slots before %d;"
                    + " %s is whole and holds the slots before %d; begin another backup in another"
                    + " directory")
                .formatted(directory.next(), end, settings.directory(), directory.next()));
      }
      return true;
    }

    @Override
    public void onPart(long received, long totalBytes) {
      listener.onPart(received, totalBytes);
    }

    @Override
    public void onSnapshot(long end) throws IOException {
      directory.begin(end, Levels.OWN.software());
      listener.onSnapshot(end, directory.description().bytes());
      if (settings.follows()) {
        listener.onFollowing(end);
      } else {
        following.end();
      }
    }

    @Override
    public void onBatch(long slot, Batch batch) throws IOException {
      isFixed = true;
      if (uncommittedBytes == 0) {
        committedNanos = System.nanoTime();
      }
      directory.append(batch);
      uncommittedBytes += batch.length();
      if (directory.isQueueFull() || pauseNanos() <= 0) {
        commit();
      }
    }

    @Override
    public long pauseNanos() {
      return uncommittedBytes == 0
          ? Long.MAX_VALUE
          : committedNanos + COMMIT_NANOS - System.nanoTime();
    }

    @Override
    public void onPause() throws IOException {
      commit();
    }

    private void commit() throws IOException {
      directory.commit();
      slotBytes += uncommittedBytes;
      uncommittedBytes = 0;
      listener.onSlots(directory.next(), slotBytes);
    }

    @Override
    public String noSpace(long end) {
      return "no space in %s for the snapshot of all slots before %d; free some, and back up again"
          .formatted(settings.directory(), end);
    }

    @Override
    public void onOtherSettings(String reason) throws IOException {
      throw new IOException(
          ("the configuration has other settings than the replicas, and a cluster that is restored from %s"
                  + " would have them too; begin another backup in another directory with the right"
                  + " configuration; the last replica tried was %s")
              .formatted(settings.directory(), reason));
    }

    /** Once slots come, it waits for a replica as long as it takes. */
    @Override
    public void onUnreachable(String reason) throws IOException {
      if (!directory.isBegun()) {
        throw new IOException("no source can be reached; the last one tried was " + reason);
      }
    }

    @Override
    public void release() throws IOException {
      try (directory) {
        try {
          if (uncommittedBytes > 0) {
            commit();
          } else if (following.isCalling() && settings.follows() && directory.isBegun()) {
            listener.onSlots(directory.next(), slotBytes);
          }
        } finally {
          // The listener may leave this thread interrupted: open files would close.
          Thread.interrupted();
        }
      }
    }
  }
}
