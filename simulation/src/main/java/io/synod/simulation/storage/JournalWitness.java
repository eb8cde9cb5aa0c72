package io.synod.simulation.storage;

import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalRefused;
import java.util.ArrayList;
import java.util.List;

/** Reads a journal's surviving records before the next process does. */
public final class JournalWitness {
  private JournalWitness() {}

  /**
   * Reads the records that the next process will find.
   *
   * @return passes them to {@code witness}. It is valid once that process has begun: a failed force
   *     may lose all unforced records of the last process.
   */
  public static Runnable read(
      ReplicaDisks disks, String cluster, int replica, JournalFindings witness) {
    SimulatedDisk disk = disks.journal();
    List<Runnable> found = new ArrayList<>();
    disk.faults().undisturbed(() -> look(disk, disks.nonce(), cluster, replica, witness, found));
    return () -> found.forEach(Runnable::run);
  }

  private static void look(
      SimulatedDisk disk,
      long nonce,
      String cluster,
      int replica,
      JournalFindings witness,
      List<Runnable> found) {
    JournalIdentity identity = new JournalIdentity(cluster, replica, nonce);
    try {
      JournalRecovery.read(
          disk,
          identity,
          record -> found.add(() -> record.visit(witness)),
          damage -> found.add(() -> witness.onDamaged(damage.slot())));
    } catch (JournalFailure | JournalRefused unreadable) {
      // No process can begin with it.
      found.clear();
    }
  }
}
