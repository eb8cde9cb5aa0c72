package io.synod.simulation.node;

import io.synod.core.batcher.Batcher;
import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.simulation.check.Violation;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/** The batcher's thread: polls after everything that could have made a batch ready. */
final class BatcherStage {
  private final World world;
  private final NodeSettings settings;
  private final Batcher batcher;
  private final Alarm alarm;
  private final LongSupplier wallMillis;
  private final BiConsumer<View, Batch> proposals;

  /**
   * @param wallMillis the time of day
   * @param proposals where batches go to be proposed
   */
  BatcherStage(
      World world,
      NodeSettings settings,
      SimulatedProcess process,
      LongSupplier wallMillis,
      BiConsumer<View, Batch> proposals) {
    this.world = world;
    this.settings = settings;
    this.wallMillis = wallMillis;
    this.proposals = proposals;
    batcher = new Batcher(settings.batch(), settings.window());
    alarm = new Alarm(world.scheduler(), process, settings.clock(), this::propose);
  }

  boolean offer(Requests requests) {
    boolean taken = batcher.offer(requests, now());
    if (batcher.queuedBytes() > settings.batch().queueBytes()) {
      throw new Violation(
          "%d bytes wait in a queue of %d", batcher.queuedBytes(), settings.batch().queueBytes());
    }
    propose();
    return taken;
  }

  void lead(View view) {
    batcher.lead(view);
    propose();
  }

  void stop() {
    batcher.stop();
    propose();
  }

  void decided(View view, long latencyNanos) {
    batcher.onDecided(view, latencyNanos);
    propose();
  }

  private void propose() {
    long millis = wallMillis.getAsLong();
    Batch batch = batcher.poll(now(), millis);
    while (batch != null) {
      proposals.accept(batcher.view(), batch);
      batch = batcher.poll(now(), millis);
    }
    alarm.set(batcher.nextWakeUpNanos());
  }

  private long now() {
    return settings.clock().nanos(world.scheduler().now());
  }
}
