package io.synod.storage.backup;

import io.synod.core.cluster.Origin;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Recovered;
import io.synod.core.recovery.SurvivingLog;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalRefused;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * The directory of a stopped replica or learner, or of a backup, of a cluster that has lost its
 * majority. Changes nothing.
 */
public final class Survivor {
  private final Path directory;
  private final DirectoryInspection inspection;

  // Null if there is no folder for them.
  private final SnapshotStore snapshots;
  private long decidedEnd;
  private long votesEnd;
  private boolean member;
  private int damaged;
  private Set<Long> lostSlots = Set.of();
  private String incomplete;

  private Survivor(Path directory, DirectoryInspection inspection, SnapshotStore snapshots) {
    this.directory = directory;
    this.inspection = inspection;
    this.snapshots = snapshots;
    decidedEnd = snapshotEnd();
    votesEnd = decidedEnd;
  }

  static Survivor open(Path directory) throws IOException {
    DirectoryInspection inspection = ReplicaDirectory.inspect(directory);
    DirectoryIdentity identity = inspection.identity();
    SnapshotStore snapshots =
        Files.isDirectory(inspection.snapshots())
            ? SnapshotStore.inspect(
                FileDisk.readOnly(inspection.snapshots()),
                new SnapshotIdentity(identity.cluster(), identity.replica()))
            : null;
    return new Survivor(directory, inspection, snapshots);
  }

  /** Reads the journal, if there is one, and adds what it holds to {@code log}. Blocks. */
  void readInto(SurvivingLog log) throws IOException {
    if (!Files.isDirectory(inspection.journal())) {
      return;
    }
    JournalIdentity identity =
        new JournalIdentity(identity().cluster(), identity().replica(), inspection.nonce());
    Recovered recovered = new Recovered(inspection.nonce(), log.first());
    try {
      JournalFindings findings =
          JournalRecovery.read(
              FileDisk.readOnly(inspection.journal()),
              identity,
              recovered,
              damage -> {
                recovered.damaged(damage.slot(), damage.view(), damage.file());
                damaged++;
              });
      if (snapshotEnd() > log.first()) {
        // Its decisions may be in no journal of this directory.
        incomplete(recovered, "its newest snapshot is damaged");
      }
      if (findings.isCut() && snapshotEnd() == 0) {
        incomplete(recovered, "its journal was cut, and it has no snapshot");
      }
      findings.incomplete().forEach(flaw -> incomplete(recovered, flaw.toString()));
    } catch (JournalRefused | JournalFailure failure) {
      throw new BackupRefused(
          "the journal of %s cannot be read: %s".formatted(directory, failure.getMessage()),
          failure);
    }
    if (recovered.incompleteBecause() != null) {
      incomplete(recovered, recovered.incompleteBecause());
    }
    lostSlots = recovered.lostVotes().keySet();
    member = recovered.status() == MemberStatus.MEMBER;
    recovered.visitKept(
        vote -> {
          votesEnd = Math.max(votesEnd, vote.slot() + 1);
          decidedEnd = vote.decided() ? Math.max(decidedEnd, vote.slot() + 1) : decidedEnd;
        });
    log.add(recovered);
  }

  private void incomplete(Recovered recovered, String why) {
    recovered.incomplete(why);
    incomplete = incomplete == null ? why : incomplete;
  }

  SnapshotStore snapshots() {
    return snapshots;
  }

  public Path directory() {
    return directory;
  }

  public DirectoryIdentity identity() {
    return inspection.identity();
  }

  /** The backup from which it was restored. */
  Origin origin() {
    return inspection.origin();
  }

  /** The newest snapshot, damaged or not, holds every slot before this one; 0 if there is none. */
  public long snapshotEnd() {
    if (snapshots == null) {
      return 0;
    }
    long listed = snapshots.list().isEmpty() ? 0 : snapshots.list().get(0).end();
    return Math.max(listed, snapshots.damagedEnd());
  }

  /** Behind the last slot whose decision it knows. */
  public long decidedEnd() {
    return decidedEnd;
  }

  /** Behind the last slot that it knows anything of. */
  public long votesEnd() {
    return votesEnd;
  }

  /** Whether it was a member when it stopped, and not about to become one. */
  public boolean isMember() {
    return member;
  }

  /** How many records of votes and decisions are damaged. */
  public int damaged() {
    return damaged;
  }

  /**
   * Whether {@code other} has decided all slots of which only a damaged record is left here. A
   * replica promises nothing before it has those decisions.
   */
  public boolean isRepairedBy(Survivor other) {
    return lostSlots.stream()
        .allMatch(slot -> slot < other.decidedEnd && !other.lostSlots.contains(slot));
  }

  /** Where records are missing, or a snapshot that they need; null if none is. */
  public String incomplete() {
    return incomplete;
  }
}
