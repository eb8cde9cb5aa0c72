package io.synod.simulation.host;

import io.synod.network.transport.Sockets;
import io.synod.replica.assembly.DataDirectory;
import io.synod.replica.assembly.Machine;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;

/** What a replica takes from its machine, played by the simulation, for one life of its process. */
public final class SimulatedMachine implements Machine {
  private static final JvmMemory MEMORY = new JvmMemory(1L << 30, 1L << 30);

  private final SimulatedHost host;
  private final Sockets sockets;
  private final SimulatedDisks disks;
  private final long forceNanosMax;

  /**
   * @param forceNanosMax what a force of a disk takes at most
   */
  public SimulatedMachine(
      SimulatedHost host, Sockets sockets, SimulatedDisks disks, long forceNanosMax) {
    this.host = host;
    this.sockets = sockets;
    this.disks = disks;
    this.forceNanosMax = forceNanosMax;
  }

  @Override
  public Sockets sockets(SynodConfig config) {
    return sockets;
  }

  @Override
  public StageExecutor executor(String threadName) {
    return new SimulatedExecutor(host, threadName);
  }

  /** It stops by itself: the process ends instead of closing its parts one after the other. */
  @Override
  public void runApart(String threadName, Runnable task) {
    if (host.isAlive()) {
      host.kill();
    }
  }

  @Override
  public DataDirectory open(SynodConfig config, int id) {
    return disks.open(host, forceNanosMax);
  }

  @Override
  public void requireNone(SynodConfig config, int id) {
    // Nothing is ever there: a level is drawn for a whole run.
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
}
