package io.synod.storage.backup;

import io.synod.core.execution.SnapshotContent;
import io.synod.core.message.Vote;
import io.synod.core.recovery.SurvivingLog;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotInfo;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What the directories of stopped replicas, learners and backups know together of a cluster that
 * has lost its majority for good. It becomes a backup, and a new cluster is restored from that.
 *
 * <p>Begins with the newest snapshot that is whole; see {@link SurvivingLog} for the slots behind
 * it. Holds one batch for each of these slots in memory, as a replica does when it starts. One
 * thread; reading and writing block on the disk.
 */
public final class SurvivingState {

  private final List<Survivor> survivors;
  private final List<String> damagedSnapshots;

  // Both null if there is no snapshot.
  private final Survivor holder;
  private final SnapshotInfo snapshot;
  private final boolean isInPart;
  private final SurvivingLog log;

  private SurvivingState(
      List<Survivor> survivors, List<String> damagedSnapshots, Survivor holder, SnapshotInfo found)
      throws IOException {
    this.survivors = survivors;
    this.damagedSnapshots = damagedSnapshots;
    this.holder = holder;
    snapshot = found;
    isInPart = found != null && isInPart(holder.snapshots().read(found));
    log = new SurvivingLog(found == null ? 0 : found.end());
    for (Survivor survivor : survivors) {
      survivor.readInto(log);
    }
  }

  /** A snapshot, and the directory in which it is. */
  private record Candidate(Survivor holder, SnapshotInfo snapshot) {}

  /**
   * Reads the directories, and changes nothing in them.
   *
   * @param directories of one cluster
   * @throws IOException if one of them is none, is in use, is of another cluster than the first one
   *     or was restored from another backup, or cannot be read; the message is for the user
   */
  public static SurvivingState read(List<Path> directories) throws IOException {
    List<Survivor> survivors = new ArrayList<>();
    for (Path directory : directories) {
      survivors.add(Survivor.open(directory));
    }
    List<Candidate> candidates = new ArrayList<>();
    for (Survivor survivor : survivors) {
      requireSameCluster(survivors.get(0), survivor);
      requireSameOrigin(survivors, survivor);
      if (survivor.snapshots() != null) {
        survivor.snapshots().list().forEach(one -> candidates.add(new Candidate(survivor, one)));
      }
    }
    candidates.sort(
        Comparator.comparingLong((Candidate candidate) -> candidate.snapshot().end()).reversed());
    List<String> damaged = new ArrayList<>();
    for (Candidate candidate : candidates) {
      try {
        candidate.holder().snapshots().verify(candidate.snapshot());
        return new SurvivingState(survivors, damaged, candidate.holder(), candidate.snapshot());
      } catch (SnapshotDamaged refused) {
        damaged.add(refused.getMessage());
      }
    }
    return new SurvivingState(survivors, damaged, null, null);
  }

  private static void requireSameCluster(Survivor first, Survivor other) throws BackupRefused {
    String name = other.identity().cluster();
    if (!name.equals(first.identity().cluster())) {
      throw new BackupRefused(
          "%s is of cluster '%s', and %s is of cluster '%s'"
              .formatted(other.directory(), name, first.directory(), first.identity().cluster()));
    }
  }

  // One that has joined since, a learner and a backup have none.
  private static void requireSameOrigin(List<Survivor> all, Survivor other) throws BackupRefused {
    for (Survivor one : all) {
      if (!one.origin().isNone()
          && !other.origin().isNone()
          && !one.origin().equals(other.origin())) {
        throw new BackupRefused(
            ("%s was restored from %s, and %s from %s: they never were one cluster; name only"
                    + " directories of the one that has run")
                .formatted(other.directory(), other.origin(), one.directory(), one.origin()));
      }
    }
  }

  public List<Survivor> survivors() {
    return survivors;
  }

  /** Newer snapshots that are damaged: what is wrong with each. */
  public List<String> damagedSnapshots() {
    return damagedSnapshots;
  }

  /**
   * Whether the service had halted in the last slot of the snapshot, so that the state holds that
   * one in part.
   */
  public boolean isInPart() {
    return isInPart;
  }

  private static boolean isInPart(InputStream content) throws IOException {
    try (content) {
      return SnapshotContent.isInPart(content);
    }
  }

  public SurvivingLog log() {
    return log;
  }

  /**
   * The content of the newest whole snapshot, to be closed by the caller; null if there is none.
   * Blocks, as its reader does.
   */
  public InputStream snapshotContent() throws IOException {
    return snapshot == null ? null : holder.snapshots().read(snapshot);
  }

  /**
   * Makes a backup of it. A directory that was not written to its end is not a backup.
   *
   * @param target the backup's directory; empty, or not there
   * @param terms the settings of the cluster that determine what is executed, as text
   * @param segmentBytes length of a file of slots
   * @param version of Synod, for people
   * @param progress receives the bytes that were written
   * @throws IOException if nothing at all is known, or it cannot be written; the message is for the
   *     user
   */
  public void write(
      Path target, String terms, long segmentBytes, String version, LongConsumer progress)
      throws IOException {
    if (log.end() == 0) {
      throw new BackupRefused("nothing is known: no directory holds a snapshot or the first slot");
    }
    ReplicaDirectory.requireEmpty(target);
    String cluster = survivors.get(0).identity().cluster();
    try (BackupDirectory backup = BackupDirectory.open(target, cluster, terms, segmentBytes)) {
      if (snapshot == null) {
        backup.describeEmpty(version);
      } else {
        SnapshotCopy.copy(holder.snapshots(), snapshot, backup.snapshots(), progress);
        backup.describe(snapshot.end(), version);
      }
      long written = snapshot == null ? 0 : snapshot.bytes();
      long uncommitted = 0;
      for (long slot = log.first(); slot < log.end(); slot++) {
        Vote vote = log.at(slot);
        backup.append(vote.batch());
        uncommitted += vote.batch().length();
        if (backup.isQueueFull()) {
          backup.commit();
          written += uncommitted;
          uncommitted = 0;
          progress.accept(written);
        }
      }
      backup.commit();
      backup.publish();
    }
  }
}
