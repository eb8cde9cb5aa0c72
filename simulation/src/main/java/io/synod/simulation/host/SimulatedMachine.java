package io.synod.simulation.host;

import io.synod.core.cluster.Origin;
import io.synod.network.transport.Sockets;
import io.synod.replica.assembly.DataDirectory;
import io.synod.replica.assembly.Machine;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.stage.ReplicaWatch;
import io.synod.simulation.storage.ReplicaDisks;
import io.synod.storage.disk.Disk;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import java.util.List;

/** The simulated machine of one process of a replica. */
public final class SimulatedMachine implements Machine {
  private static final JvmMemory MEMORY = new JvmMemory(1L << 30, 1L << 30);

  private final SimulatedHost host;
  private final Sockets sockets;
  private final ReplicaDisks disks;
  private final DiskPace pace;
  private final ReplicaWatch watch;

  /**
   * @param disks of this and all other processes
   * @param pace of the disks
   * @param watch observes the replica
   */
  public SimulatedMachine(
      SimulatedHost host, Sockets sockets, ReplicaDisks disks, DiskPace pace, ReplicaWatch watch) {
    this.host = host;
    this.sockets = sockets;
    this.disks = disks;
    this.pace = pace;
    this.watch = watch;
  }

  @Override
  public Sockets sockets(SynodConfig config) {
    return sockets;
  }

  @Override
  public StageExecutor executor(String threadName) {
    return new SimulatedExecutor(host, threadName);
  }

  /**
   * The replica stops by itself: the process ends without closing its parts one after the other.
   */
  @Override
  public void runApart(String threadName, Runnable task) {
    if (host.isAlive()) {
      host.kill();
    }
  }

  @Override
  public DataDirectory open(
      java.nio.file.Path directory,
      io.synod.storage.directory.DirectoryIdentity identity,
      long bytesMax) {
    return new OpenDirectory(
        disks.nonce(),
        identity.terms(),
        waiting(disks.journal()),
        disks.journal(),
        waiting(disks.snapshots()));
  }

  @Override
  public void requireNone(SynodConfig config, int id) {
    // The directory is always empty: a level is drawn for a whole run.
  }

  @Override
  public ScratchStore scratch(SnapshotIdentity identity) {
    ScratchStore scratch =
        new ScratchStore(waiting(disks.snapshots()), identity, host::currentTimeMillis);
    // At once: it is created under a lock, under which no simulated thread may sleep.
    scratch.store();
    return scratch;
  }

  @Override
  public ReplicaWatch watch() {
    return watch;
  }

  @Override
  public long openFilesMax() {
    return Long.MAX_VALUE;
  }

  @Override
  public JvmMemory memory() {
    return MEMORY;
  }

  @Override
  public long collectorMillis() {
    return 0;
  }

  @Override
  public long nanoTime() {
    return host.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return host.currentTimeMillis();
  }

  @Override
  public long draw() {
    return host.random().nextLong();
  }

  private Disk waiting(Disk disk) {
    return new WaitingDisk(disk, host, pace);
  }

  private record OpenDirectory(
      long nonce, String terms, Disk journal, Disk journalReader, Disk snapshots)
      implements DataDirectory {

    @Override
    public String name() {
      return "its directory";
    }

    @Override
    public Origin origin() {
      return Origin.NONE;
    }

    @Override
    public List<String> notes() {
      return List.of();
    }

    @Override
    public void close() {
      // A killed process closes nothing.
    }
  }
}
