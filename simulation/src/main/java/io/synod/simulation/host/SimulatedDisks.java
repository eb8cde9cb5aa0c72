package io.synod.simulation.host;

import io.synod.replica.assembly.DataDirectory;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.disk.Disk;
import java.util.List;
import java.util.SplittableRandom;

/** The directory of one replica over all lives of its process. */
public final class SimulatedDisks {
  private final String name;
  private final long nonce;
  private SimulatedDisk journal;
  private SimulatedDisk snapshots;

  public SimulatedDisks(String name, SplittableRandom random) {
    this.name = name;
    nonce = random.nextLong();
    journal = new SimulatedDisk("journal of " + name, random.split());
    snapshots = new SimulatedDisk("snapshots of " + name, random.split());
  }

  /** The process was killed, and its machine goes on. */
  public void killed() {
    journal = journal.kill();
    snapshots = snapshots.kill();
  }

  /** The machine has lost its power: what was not forced is lost, or a part of it. */
  public void powerCut() {
    journal = journal.crash();
    snapshots = snapshots.crash();
  }

  /** For one life of the process. */
  DataDirectory open(SimulatedHost host, long forceNanosMax) {
    return new Opened(
        name,
        nonce,
        new WaitingDisk(journal, host, forceNanosMax),
        journal,
        new WaitingDisk(snapshots, host, forceNanosMax));
  }

  private record Opened(String name, long nonce, Disk journal, Disk journalReader, Disk snapshots)
      implements DataDirectory {

    @Override
    public List<String> notes() {
      return List.of();
    }

    @Override
    public void close() {
      // Killed processes close nothing.
    }
  }
}
