package io.synod.replica.assembly;

import io.synod.core.execution.Execution;
import io.synod.core.membership.Membership;
import io.synod.core.membership.MembershipLog;
import io.synod.core.membership.Memberships;
import io.synod.core.recovery.Recovered;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.StorageConfig;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.WriteMode;
import io.synod.storage.journal.Damage;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalDecisions;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of one replica: its journal, its snapshots, and the state read from them before any
 * thread starts. A replica at every durability level but {@code memory} has one.
 */
public final class ReplicaStorage implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  private final int id;
  private final DataDirectory directory;
  private final SnapshotStore snapshots;
  private final Recovered recovered;
  private final JournalFindings findings;
  private final WriteAheadLog journal;

  // Beyond the newest whole snapshot; 0 if none is damaged there.
  private final long damagedSnapshotEnd;

  private ReplicaStorage(
      SynodConfig config, int id, Machine machine, DataDirectory directory, Execution execution)
      throws IOException {
    this.id = id;
    this.directory = directory;
    String cluster = config.cluster().name();
    snapshots =
        SnapshotStore.open(
            directory.snapshots(), new SnapshotIdentity(cluster, id), machine::currentTimeMillis);
    long restoredEnd = RestoredService.from(snapshots, execution, "replica " + id);
    // Found now, or at an earlier start that ended before it could make up for it.
    damagedSnapshotEnd = snapshots.damagedEnd() > restoredEnd ? snapshots.damagedEnd() : 0;
    recovered = new Recovered(directory.nonce(), restoredEnd, directory.origin());
    JournalIdentity identity = new JournalIdentity(cluster, id, directory.nonce());
    Disk disk = directory.journal();
    long beganNanos = machine.nanoTime();
    BoundedReplay replay =
        new BoundedReplay(recovered, machine.memory().heapBytes(), config.network());
    findings = JournalRecovery.read(disk, identity, replay, this::damaged);
    report(machine.nanoTime() - beganNanos);
    noteLosses(config, execution.memberships());
    requireAsRestored();
    requireMembers(config, execution.memberships());
    StorageConfig storage = config.storage();
    WriteMode mode = new JournalMode(disk, machine::nanoTime).choose(storage);
    LOG.info("replica {}: the journal is written {}", id, JournalMode.inWords(mode));
    JournalSettings settings =
        new JournalSettings(storage.segmentBytes(), storage.reserveBytes(), mode);
    journal = WriteAheadLog.open(disk, settings, identity, findings);
  }

  /**
   * @param execution is restored from the newest snapshot that is whole
   * @throws StartFailure if the directory cannot be used, saying why and what to do
   */
  static ReplicaStorage open(SynodConfig config, int id, Machine machine, Execution execution) {
    StorageConfig storage = config.storage();
    DataDirectory directory =
        machine.open(storage.directoryOf(id), identity(config, id), storage.maxBytes());
    directory.notes().forEach(note -> LOG.warn("replica {}: {}", id, note));
    try {
      return new ReplicaStorage(config, id, machine, directory, execution);
    } catch (IOException | RuntimeException | Error failure) {
      throw StartFailure.of(
          directory, "replica " + id + " cannot start from its directory %s: %s", failure);
    }
  }

  /** Of the directory of replica {@code id}. */
  public static DirectoryIdentity identity(SynodConfig config, int id) {
    return new DirectoryIdentity(
        config.cluster().name(),
        id,
        config.durability().name().toLowerCase(Locale.ROOT),
        SharedSettings.of(config),
        SharedSettings.ofExecution(config));
  }

  /**
   * In the membership of the file its number of replicas and its quorums are those with which the
   * directory was written. Later the members are in the log, and the file may be another one. A
   * level that keeps no log may know only that a later membership was entered: then it takes no
   * part before it has learnt which.
   */
  private void requireMembers(SynodConfig config, Memberships inSnapshot) throws IOException {
    String why = ReplicaDirectory.difference(SharedSettings.of(config), directory.terms());
    if (why == null) {
      return;
    }
    if (members(config, inSnapshot).isFirst() && recovered.promised().membership() == 0) {
      throw new IOException(
          ("it %s; if the members were changed since then, this replica has not learnt of it: start"
                  + " it with the lines that it had, and it learns the others from the cluster")
              .formatted(why));
    }
  }

  /**
   * Whether another replica may have given it a snapshot. The file may list fewer members than
   * there are by now.
   */
  private boolean isOneOfSeveral(SynodConfig config, Memberships inSnapshot) {
    if (config.cluster().size() > 1) {
      return true;
    }
    Membership last = members(config, inSnapshot).current();
    return last.members().size() > 1
        || !last.former().isEmpty()
        || recovered.promised().membership() > last.number();
  }

  private MembershipLog members(SynodConfig config, Memberships inSnapshot) {
    MembershipLog members = new MembershipLog(inSnapshot, recovered.snapshotEnd());
    members.follow(recovered.log(config.durability()));
    return members;
  }

  /** Until it has formed a cluster, no other replica can give it what it lacks. */
  private void requireAsRestored() throws IOException {
    String why = recovered.whyNotAsRestored();
    if (why != null) {
      throw new IOException(
          ("it was restored from a backup, has never been a member since, and is not whole: %s;"
                  + " empty it and restore it again; if the cluster has formed, only empty it")
              .formatted(why));
    }
    if (recovered.isRestored()) {
      LOG.info(
          "replica {}: was restored from {}; it forms a new cluster with the replicas that were"
              + " restored from the same",
          id,
          recovered.origin());
    }
  }

  Recovered recovered() {
    return recovered;
  }

  SnapshotStore snapshots() {
    return snapshots;
  }

  WriteAheadLog journal() {
    return journal;
  }

  /** Reads the journal while that is written, for one thread. */
  JournalDecisions decisions() {
    return journal.decisions(directory.journalReader());
  }

  List<Damage> damaged() {
    return findings.damages();
  }

  /**
   * Makes what was written last and gives the directory free; after the threads that write have
   * ended.
   *
   * @throws IOException if what was written may not last
   */
  @Override
  public void close() throws IOException {
    try (directory;
        snapshots) {
      journal.close();
    }
  }

  private void damaged(Damage damage) {
    String place = "%s, offset %d: %s".formatted(damage.file(), damage.offset(), damage.reason());
    recovered.damaged(damage.slot(), damage.view(), place);
    LOG.error(
        "replica {}: the vote for slot {} is damaged on disk ({}); this replica does not vote there"
            + " until another replica has sent the decision",
        id,
        damage.slot(),
        place);
  }

  private void reportLoss(String reason) {
    LOG.error(
        "replica {}: its directory may lack promises or votes: {}; it recovers from the other"
            + " replicas before it votes again",
        id,
        reason);
  }

  private void report(long nanos) {
    LOG.info(
        "replica {}: read {} records, {} MiB of journal in {} ms",
        id,
        findings.records(),
        findings.bytes() >> 20,
        nanos / 1_000_000);
    if (findings.torn() != null) {
      LOG.info(
          "replica {}: cut a record that was being written when the process ended: {}; nothing"
              + " acknowledged is lost",
          id,
          findings.torn());
    }
  }

  private void noteLosses(SynodConfig config, Memberships inSnapshot) {
    if (findings.isCut()) {
      recovered.cut();
    }
    if (damagedSnapshotEnd > 0 && isOneOfSeveral(config, inSnapshot)) {
      // A fetched one may have made up for decisions that the journal has never seen.
      recovered.damagedSnapshot(damagedSnapshotEnd);
      reportLoss(recovered.incompleteBecause());
    }
    for (Flaw loss : findings.incomplete()) {
      recovered.incomplete(loss.toString());
      reportLoss(loss.toString());
    }
  }
}
