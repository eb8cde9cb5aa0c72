package io.synod.simulation.node;

import io.synod.core.command.Batch;
import io.synod.core.execution.Execution;
import io.synod.core.execution.Replies;
import io.synod.simulation.check.Violation;
import io.synod.simulation.service.RegistersAndCounters;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/** The service's thread: executes batches and reads one after the other, each in its own time. */
final class ServiceStage {
  // One capture and one restore.
  private static final int SNAPSHOT_TASKS = 2;

  private final int self;
  private final World world;
  private final NodeSettings settings;
  private final RegistersAndCounters service;
  private final Execution execution;
  private final Worker worker;
  private Ingress ingress;
  private SnapshotStage snapshots;
  private LongConsumer executed;

  ServiceStage(
      int self,
      World world,
      NodeSettings settings,
      SimulatedProcess process,
      SplittableRandom random) {
    this.self = self;
    this.world = world;
    this.settings = settings;
    worker = new Worker(process, random, settings.pace().serviceNanos());
    service =
        new RegistersAndCounters(
            (session, sequence, answer) ->
                world.checks().executes(self, session, sequence, answer));
    execution = new Execution(service, settings.session());
  }

  /**
   * @param executed is told of the first slot that is not executed yet
   */
  void connect(Ingress ingress, SnapshotStage snapshots, LongConsumer executed) {
    this.ingress = ingress;
    this.snapshots = snapshots;
    this.executed = executed;
  }

  /** To be restored, before anything is delivered. */
  Execution execution() {
    return execution;
  }

  long digest() {
    return service.digest();
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
    enqueue(() -> execute(slot, batch));
  }

  void read(ReadTicket ticket) {
    Replies replies =
        (session, sequence, status, answer) ->
            ingress.answer(ticket.client(), sequence, status, answer);
    enqueue(
        () -> {
          world.checks().reads(self, ticket.mustSee());
          execution.query(ticket.number(), ticket.query(), replies);
        });
  }

  void capture() {
    enqueue(() -> snapshots.write(execution.capture()));
  }

  void restore(long end) {
    enqueue(
        () -> {
          snapshots.restore(end, execution);
          world.trace().event(self, "has restored", end);
          world.checks().restored(self, execution.executed(), service.digest());
          executed.accept(execution.executed());
        });
  }

  private void execute(long slot, Batch batch) {
    execution.execute(slot, batch, ingress::reply);
    world.trace().event(self, "executed", slot);
    world.trace().add(service.digest());
    world.checks().executed(self, slot, service.digest());
    executed.accept(execution.executed());
  }

  private void enqueue(Runnable work) {
    worker.add(work);
    int bound =
        settings.replica().learner().backlogSlots()
            + settings.replica().clients().readsMax()
            + SNAPSHOT_TASKS;
    if (worker.size() > bound) {
      throw new Violation(
          "%d batches and reads wait for the service of replica %d, bound %d",
          worker.size(), self, bound);
    }
  }
}
