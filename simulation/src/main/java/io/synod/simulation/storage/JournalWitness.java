package io.synod.simulation.storage;

import io.synod.core.effect.Persisted;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Looks at what a journal has kept before the next process reads it. */
public final class JournalWitness {
  private JournalWitness() {}

  /** Tells {@code witness} what the next process will find, unless that cannot begin with it. */
  public static void read(
      ReplicaDisks disks, String cluster, int replica, Storage.Witness witness) {
    SimulatedDisk disk = disks.journal();
    disk.faults().undisturbed(() -> look(disk, disks.nonce(), cluster, replica, witness));
  }

  private static void look(
      SimulatedDisk disk, long nonce, String cluster, int replica, Storage.Witness witness) {
    JournalIdentity identity = new JournalIdentity(cluster, replica, nonce);
    List<Runnable> found = new ArrayList<>();
    try {
      JournalRecovery.read(
          disk,
          identity,
          new Findings(fact -> found.add(() -> fact.visit(witness))),
          damage -> found.add(() -> witness.onDamaged(damage.slot())));
    } catch (JournalFailure | JournalRefused unreadable) {
      return;
    }
    found.forEach(Runnable::run);
  }

  /** Each fact as it comes. */
  private record Findings(Consumer<Persisted> facts) implements Persisted.Visitor {

    @Override
    public void onPromised(Persisted.Promised fact) {
      facts.accept(fact);
    }

    @Override
    public void onVoted(Persisted.Voted fact) {
      facts.accept(fact);
    }

    @Override
    public void onLearnt(Persisted.Learnt fact) {
      facts.accept(fact);
    }

    @Override
    public void onDecidedUpTo(Persisted.DecidedUpTo fact) {
      facts.accept(fact);
    }

    @Override
    public void onJoined(Persisted.Joined fact) {
      facts.accept(fact);
    }
  }
}
