package io.synod.simulation.node;

import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The snapshot thread: writes, reads and receives, one after the other, each in its own time. */
final class SnapshotStage {
  private final SimulatedNode node;
  private final SimulatedProcess process;
  private final SplittableRandom random;
  private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
  private BiConsumer<Integer, SnapshotPart> parts;
  private Consumer<Event> events;

  SnapshotStage(SimulatedNode node, SimulatedProcess process, SplittableRandom random) {
    this.node = node;
    this.process = process;
    this.random = random;
  }

  /**
   * @param parts where parts that were read for a peer go
   * @param events where the protocol is told what became of its wishes
   */
  void connect(BiConsumer<Integer, SnapshotPart> parts, Consumer<Event> events) {
    this.parts = parts;
    this.events = events;
  }

  void write(ExecutionSnapshot captured) {
    enqueue(
        () -> {
          boolean stored = node.storage().store(captured);
          captured.close();
          events.accept(new Event.SnapshotTaken(captured.end(), stored));
        });
  }

  void read(int to, FetchSnapshot request) {
    enqueue(() -> parts.accept(to, node.storage().part(request)));
  }

  void store(SnapshotPart part) {
    enqueue(() -> events.accept(node.storage().receive(part)));
  }

  void drop() {
    enqueue(() -> node.storage().dropParts());
  }

  /** On the service's thread. */
  void restore(long end, Execution execution) {
    node.storage().restore(end, execution);
  }

  private void enqueue(Runnable work) {
    queue.add(work);
    if (queue.size() == 1) {
      begin();
    }
  }

  private void begin() {
    long nanosMax = node.settings().pace().snapshotNanos();
    process.after(random.nextLong(1 + nanosMax), this::finish);
  }

  private void finish() {
    queue.peek().run();
    queue.poll();
    if (!queue.isEmpty()) {
      begin();
    }
  }
}
