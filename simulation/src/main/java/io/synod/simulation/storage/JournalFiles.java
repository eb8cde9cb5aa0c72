package io.synod.simulation.storage;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Standing;
import io.synod.core.recovery.Recovered;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.journal.Damage;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalDecisions;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A write-ahead log as the journal's thread of a replica uses it. */
final class JournalFiles {
  private final int replica;
  private final JournalSettings settings;
  private final StorageErrors errors;
  private final Map<Long, Damage> damaged = new HashMap<>();
  // Numbers of the records that are not durable, one for each fact.
  private final ArrayDeque<Long> records = new ArrayDeque<>();
  private WriteAheadLog log;
  private JournalDecisions decisions;
  private long durable;
  private boolean full;

  JournalFiles(int replica, long segmentBytes, StorageErrors errors) {
    this.replica = replica;
    settings = new JournalSettings(segmentBytes, 0);
    this.errors = errors;
  }

  void open(SimulatedDisk disk, long nonce, Recovered recovered, Storage.Witness witness) {
    damaged.clear();
    records.clear();
    durable = 0;
    full = false;
    JournalIdentity identity = new JournalIdentity("simulation", replica, nonce);
    List<Runnable> found = new ArrayList<>();
    Replay replay = new Replay(recovered, errors, found, witness);
    JournalFindings findings =
        JournalRecovery.read(disk, identity, replay, damage -> onDamage(damage, replay));
    if (findings.isCut()) {
      recovered.cut();
    }
    for (Flaw flaw : findings.incomplete()) {
      errors.incomplete(recovered, flaw.toString());
    }
    log = WriteAheadLog.open(disk, settings, identity, findings);
    decisions = log.decisions(disk);
    // Not before: what this process does not go on with, another one need not find again.
    found.forEach(Runnable::run);
  }

  private void onDamage(Damage damage, Replay replay) {
    damaged.put(damage.slot(), damage);
    replay.onDamaged(damage);
  }

  void append(Persisted fact) {
    long record = write(fact);
    if (!(fact instanceof Persisted.DecidedUpTo)) {
      records.add(record);
    }
  }

  private long write(Persisted fact) {
    if (fact instanceof Persisted.Learnt learnt) {
      Damage damage = damaged.remove(learnt.slot());
      if (damage != null) {
        log.repair(damage, learnt.batch());
        return log.appended();
      }
    }
    if (fact instanceof Persisted.Joined joined && joined.standing() == Standing.RECOVERING) {
      damaged.clear();
      long record = log.append(fact);
      log.reset();
      return record;
    }
    return log.append(fact);
  }

  /** How many facts of this process are durable, decided ends not counted. */
  long commit() {
    if (log.needsCommit()) {
      log.commit();
    }
    while (!records.isEmpty() && records.peek() <= log.durable()) {
      records.poll();
      durable++;
    }
    log.reserve();
    full = log.isFull();
    return durable;
  }

  List<Batch> decisions(DecisionsWanted wanted) {
    return decisions.read(wanted);
  }

  boolean isFull() {
    return full;
  }

  void cut(long slot) {
    log.cut(slot);
  }

  void giveBack() {
    log.giveBack();
  }

  /** Tells the replica at once and the witness later. */
  private record Replay(
      Recovered recovered, StorageErrors errors, List<Runnable> found, Storage.Witness witness)
      implements Persisted.Visitor {

    private void onFact(Persisted fact) {
      found.add(() -> fact.visit(witness));
      if (errors.isRecovered(fact)) {
        fact.visit(recovered);
      }
    }

    void onDamaged(Damage damage) {
      found.add(() -> witness.onDamaged(damage.slot()));
      errors.damaged(recovered, damage.slot(), damage.view(), damage.file());
    }

    @Override
    public void onPromised(Persisted.Promised fact) {
      onFact(fact);
    }

    @Override
    public void onVoted(Persisted.Voted fact) {
      onFact(fact);
    }

    @Override
    public void onLearnt(Persisted.Learnt fact) {
      onFact(fact);
    }

    @Override
    public void onDecidedUpTo(Persisted.DecidedUpTo fact) {
      onFact(fact);
    }

    @Override
    public void onJoined(Persisted.Joined fact) {
      onFact(fact);
    }
  }
}
