package io.synod.simulation.node;

import io.synod.core.effect.DecisionsWanted;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.storage.Storage;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;

/** The threads that write snapshots and that move parts of them, beside each other. */
final class SnapshotStage {
  private final Storage storage;
  private final Scheduler scheduler;
  private final Worker writer;
  private final Worker transfer;
  private ObjIntConsumer<SnapshotPart> parts;
  private Consumer<Event> events;

  SnapshotStage(ModelledNode node, SimulatedProcess process, SplittableRandom random) {
    storage = node.storage();
    scheduler = node.world().scheduler();
    long nanosMax = node.settings().pace().snapshotNanos();
    writer = new Worker(process, random, nanosMax);
    transfer = new Worker(process, random, nanosMax);
  }

  /**
   * @param parts where parts that were read for a peer go
   * @param events where the protocol is told what became of its wishes
   */
  void connect(ObjIntConsumer<SnapshotPart> parts, Consumer<Event> events) {
    this.parts = parts;
    this.events = events;
  }

  void write(ExecutionSnapshot captured) {
    writer.add(
        () -> {
          boolean stored = storage.store(captured);
          captured.close();
          events.accept(new Event.SnapshotTaken(captured.end(), stored));
        });
  }

  void read(int to, FetchSnapshot request) {
    transfer.add(() -> parts.accept(storage.part(request, scheduler.now()), to));
  }

  void read(FetchSnapshot request, Consumer<SnapshotPart> reader) {
    transfer.add(() -> reader.accept(storage.part(request, scheduler.now())));
  }

  void read(DecisionsWanted wanted) {
    transfer.add(
        () ->
            events.accept(
                new Event.DecisionsRead(wanted.to(), wanted.first(), storage.decisions(wanted))));
  }

  void store(SnapshotPart part) {
    transfer.add(() -> events.accept(storage.receive(part)));
  }

  void drop() {
    transfer.add(storage::dropParts);
  }

  /** On the service's thread. */
  void restore(long end, Execution execution) {
    storage.restore(end, execution);
  }
}
