package io.synod.simulation.learner;

import io.synod.core.command.Batch;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.simulation.client.LearnerClient;
import io.synod.simulation.node.SimulatedProcess;
import io.synod.simulation.node.SnapshotDigest;
import io.synod.simulation.node.Worker;
import io.synod.simulation.service.RegistersAndCounters;
import io.synod.simulation.storage.LearnerSnapshots;
import java.util.function.Consumer;

/** A learner's service thread: batches, reads and snapshots, one after the other. */
final class LearnerService {
  private final int self;
  private final LearnerWorld world;
  private final LearnerSnapshots snapshots;
  private final RegistersAndCounters service;
  private final Execution execution;
  private final Worker worker;
  private final Listener listener;

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
    this.listener = listener;
    worker = new Worker(process, learner.random(), learner.settings().serviceNanos());
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
    return SnapshotDigest.of(execution);
  }

  /** Everything takes this much longer from now on. */
  void slowDown(long nanos) {
    worker.slowDown(nanos);
  }

  void deliver(long slot, Batch batch) {
    worker.add(
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
    worker.add(
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
    worker.add(() -> writer.accept(execution.capture()));
  }

  void restore(long end) {
    worker.add(
        () -> {
          snapshots.restore(end, execution);
          world.trace().event(self, "has restored", end);
          world.checks().restored(self, execution.executed(), service.digest());
          listener.restored();
        });
  }
}
