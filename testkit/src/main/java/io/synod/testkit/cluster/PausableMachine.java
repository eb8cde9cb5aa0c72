package io.synod.testkit.cluster;

import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import io.synod.network.transport.Sockets;
import io.synod.replica.assembly.DataDirectory;
import io.synod.replica.assembly.Machine;
import io.synod.replica.assembly.ThisMachine;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** This machine, of which the threads for the network can be paused. */
final class PausableMachine implements Machine {
  private final ThisMachine machine = new ThisMachine();
  private final List<EventLoopGroup> loops = new CopyOnWriteArrayList<>();

  // Null while they run.
  private CompletableFuture<Void> resumed;

  /** Waits until all threads for the network stand still. Thread of the test. */
  void pause() throws InterruptedException {
    if (resumed != null) {
      return;
    }
    CompletableFuture<Void> resume = new CompletableFuture<>();
    // Before any of them waits for it: one that has ended refuses the pause.
    resumed = resume;
    List<EventExecutor> threads = new CopyOnWriteArrayList<>();
    loops.forEach(group -> group.forEach(threads::add));
    CountDownLatch paused = new CountDownLatch(threads.size());
    for (EventExecutor thread : threads) {
      thread.execute(
          () -> {
            paused.countDown();
            resume.join();
          });
    }
    paused.await();
  }

  /** Lets them go on. Thread of the test. */
  void resume() {
    if (resumed != null) {
      resumed.complete(null);
      resumed = null;
    }
  }

  @Override
  public Sockets sockets(SynodConfig config) {
    return new RecordedSockets(machine.sockets(config), loops::add);
  }

  @Override
  public StageExecutor executor(String threadName) {
    return machine.executor(threadName);
  }

  @Override
  public void runApart(String threadName, Runnable task) {
    machine.runApart(threadName, task);
  }

  @Override
  public void runWatched(Runnable task) {
    machine.runWatched(task);
  }

  @Override
  public DataDirectory open(Path directory, DirectoryIdentity identity, long bytesMax) {
    return machine.open(directory, identity, bytesMax);
  }

  @Override
  public void requireNone(SynodConfig config, int id) {
    machine.requireNone(config, id);
  }

  @Override
  public ScratchStore scratch(SnapshotIdentity identity) {
    return machine.scratch(identity);
  }

  @Override
  public JvmMemory memory() {
    return machine.memory();
  }

  @Override
  public long openFilesMax() {
    return machine.openFilesMax();
  }

  @Override
  public long collectorMillis() {
    return machine.collectorMillis();
  }

  @Override
  public long nanoTime() {
    return machine.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return machine.currentTimeMillis();
  }

  @Override
  public long draw() {
    return machine.draw();
  }
}
