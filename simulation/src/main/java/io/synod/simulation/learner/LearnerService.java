package io.synod.simulation.learner;

import io.synod.core.command.Batch;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.simulation.client.LearnerClient;
import io.synod.simulation.node.SimulatedProcess;
import io.synod.simulation.service.RegistersAndCounters;
import io.synod.simulation.storage.LearnerSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** A learner's service thread: batches, reads and snapshots, one after the other. */
final class LearnerService {
  private final int self;
  private final LearnerWorld world;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final long nanosMax;
  private final LearnerSnapshots snapshots;
  private final RegistersAndCounters service;
  private final Execution execution;
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
  private final Listener listener;
  private boolean isBusy;
  private long slowNanos;

  /** Is told on the learner's protocol thread what was done. */
  interface Listener {
    void executed();

    void restored();
  }

  LearnerService(
      int self,
      LearnerWorld world,
      SimulatedLearner learner,
      SimulatedProcess process,
      Listener listener) {
    this.self = self;
    this.world = world;
    this.process = process;
    this.listener = listener;
    random = learner.random();
    nanosMax = learner.settings().serviceNanos();
    snapshots = learner.snapshots();
    service =
        new RegistersAndCounters(
            (session, sequence, answer) ->
                world.checks().executes(self, session, sequence, answer));
    execution = new Execution(service, learner.settings().session());
  }

  /** A process starts: with what it has kept, if it has. */
  void open() {
    world.checks().starts(self);
    if (snapshots.open(execution) > 0) {
      world.checks().restored(self, execution.executed(), service.digest());
    }
  }

  long executed() {
    return execution.executed();
  }

  /** Of all that a snapshot taken now would hold: the service's state, sessions and answers. */
  long snapshotDigest() {
    CRC32C crc = new CRC32C();
    try (ExecutionSnapshot snapshot = execution.capture()) {
      snapshot.writeTo(new CheckedOutputStream(OutputStream.nullOutputStream(), crc));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return crc.getValue();
  }

  /** Everything takes this much longer from now on. */
  void slowDown(long nanos) {
    slowNanos = nanos;
  }

  void deliver(long slot, Batch batch) {
    enqueue(
        () -> {
          execution.execute(slot, batch, (session, sequence, status, answer) -> {});
          world.trace().event(self, "executed", slot);
          world.trace().add(service.digest());
          world.checks().executed(self, slot, service.digest());
          listener.executed();
        });
  }

  /**
   * @param mustSee every slot before this one was acknowledged when it must not be missed
   */
  void read(LearnerClient.Read read, long mustSee) {
    enqueue(
        () -> {
          world.trace().event(self, "reads", read.number());
          world.checks().reads(self, mustSee);
          execution.query(
              read.number(),
              read.query(),
              (session, sequence, status, answer) -> read.answer(status, answer));
        });
  }

  void capture(Consumer<ExecutionSnapshot> writer) {
    enqueue(() -> writer.accept(execution.capture()));
  }

  void restore(long end) {
    enqueue(
        () -> {
          snapshots.restore(end, execution);
          world.trace().event(self, "has restored", end);
          world.checks().restored(self, execution.executed(), service.digest());
          listener.restored();
        });
  }

  private void enqueue(Runnable work) {
    queue.add(work);
    if (!isBusy) {
      begin();
    }
  }

  private void begin() {
    isBusy = true;
    process.after(slowNanos + random.nextLong(1 + nanosMax), this::finish);
  }

  private void finish() {
    isBusy = false;
    queue.poll().run();
    if (!queue.isEmpty() && !isBusy) {
      begin();
    }
  }
}
