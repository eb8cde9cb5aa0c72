package io.synod.simulation.storage;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Recovered;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.journal.Damage;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalRefused;
import io.synod.storage.snapshot.SnapshotDamaged;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a replica's disks hold at one moment, as if all processes ended now. */
public final class KeptState implements JournalRecord.Visitor {
  private final List<Flaw> flaws = new ArrayList<>();

  // In the order of the journal: a record, or a damage.
  private final List<Object> journal = new ArrayList<>();
  private final Map<Long, View> readable = new HashMap<>();
  private final Set<Long> learnt = new HashSet<>();
  private final Map<Long, View> damaged = new HashMap<>();
  private long snapshotEnd;

  private KeptState() {}

  /** Null if the journal cannot be read. */
  public static KeptState read(ReplicaDisks disks, String cluster, int replica) {
    KeptState state = new KeptState();
    boolean[] isReadable = {false};
    SimulatedDisk journal = disks.journal();
    SimulatedDisk snapshots = disks.snapshots();
    journal
        .faults()
        .undisturbed(
            () ->
                isReadable[0] =
                    state.readJournal(
                        journal, new JournalIdentity(cluster, replica, disks.nonce())));
    snapshots
        .faults()
        .undisturbed(() -> state.readSnapshots(snapshots, new SnapshotIdentity(cluster, replica)));
    return isReadable[0] ? state : null;
  }

  private boolean readJournal(SimulatedDisk disk, JournalIdentity identity) {
    try {
      flaws.addAll(JournalRecovery.read(disk, identity, this, this::onDamage).incomplete());
      return true;
    } catch (JournalFailure | JournalRefused unreadable) {
      return false;
    }
  }

  private void readSnapshots(SimulatedDisk disk, SnapshotIdentity identity) {
    try {
      SnapshotStore store = SnapshotStore.inspect(disk, identity);
      for (SnapshotInfo snapshot : store.list()) {
        if (isWhole(store, snapshot)) {
          snapshotEnd = snapshot.end();
          return;
        }
      }
    } catch (IOException unreadable) {
      snapshotEnd = 0;
    }
  }

  private static boolean isWhole(SnapshotStore store, SnapshotInfo snapshot) throws IOException {
    try {
      store.verify(snapshot);
      return true;
    } catch (SnapshotDamaged damaged) {
      return false;
    }
  }

  /** The newest whole snapshot holds every slot before this one; 0 if there is none. */
  public long snapshotEnd() {
    return snapshotEnd;
  }

  /** As the next process recovers it, with a snapshot of the slots before {@code first}. */
  public Recovered recovered(long first) {
    Recovered recovered = new Recovered(1, first);
    for (Object entry : journal) {
      if (entry instanceof Damage damage) {
        recovered.damaged(damage.slot(), damage.view(), damage.file());
      } else {
        ((JournalRecord) entry).visit(recovered);
      }
    }
    flaws.forEach(flaw -> recovered.incomplete(flaw.toString()));
    return recovered;
  }

  /** The highest view in which a vote for {@code slot} can be read; null if none can. */
  public View readable(long slot) {
    return readable.get(slot);
  }

  /** Whether the decision of {@code slot} can be read. */
  public boolean hasLearnt(long slot) {
    return learnt.contains(slot);
  }

  /**
   * The highest view of a damaged record of {@code slot}, {@link View#NONE} for a decision only;
   * null if there is none.
   */
  public View damaged(long slot) {
    return damaged.get(slot);
  }

  private void onDamage(Damage damage) {
    journal.add(damage);
    damaged.merge(damage.slot(), damage.view(), KeptState::later);
  }

  @Override
  public void onPromised(JournalRecord.Promised record) {
    journal.add(record);
  }

  @Override
  public void onVoted(JournalRecord.Voted record) {
    journal.add(record);
    readable.merge(record.slot(), record.view(), KeptState::later);
  }

  @Override
  public void onLearnt(JournalRecord.Learnt record) {
    journal.add(record);
    readable.merge(record.slot(), View.NONE, KeptState::later);
    learnt.add(record.slot());
  }

  @Override
  public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
    journal.add(record);
  }

  /** What it kept before it joined again does not count. */
  @Override
  public void onJoined(JournalRecord.Joined record) {
    journal.add(record);
    if (record.status() == MemberStatus.RECOVERING) {
      readable.clear();
      learnt.clear();
    }
  }

  private static View later(View one, View other) {
    return one.isAfter(other) ? one : other;
  }
}
