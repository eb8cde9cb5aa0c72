package io.synod.examples.kv;

import io.synod.client.SynodClient;
import io.synod.examples.kv.command.Operation;
import io.synod.examples.kv.store.Entry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Lets keys expire while no client writes. Time advances for the service only with executed
 * batches. So after a while without one it sends a write without effect: soon after a key should
 * have expired, and for TTL every second as long as any key has an expiry time. Owns its thread.
 */
final class ExpiryClock implements AutoCloseable {
  private static final long PERIOD_MILLIS = 100;
  private static final long STANDSTILL_MILLIS_MAX = 1000;

  private final SynodClient client;
  private final KvService service;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "kv-expiry-clock");
            thread.setDaemon(true);
            return thread;
          });
  private CompletableFuture<byte[]> tick = CompletableFuture.completedFuture(null);

  ExpiryClock(SynodClient client, KvService service) {
    this.client = client;
    this.service = service;
  }

  void start() {
    timer.scheduleWithFixedDelay(
        this::tickIfTimeStands, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void tickIfTimeStands() {
    KvState state = service.state();
    long now = System.currentTimeMillis();
    long stoodMillis = now - state.leaderTimeMillis();
    boolean due = state.firstExpiryMillis() <= now && stoodMillis >= PERIOD_MILLIS;
    boolean late = state.firstExpiryMillis() != Entry.NEVER && stoodMillis >= STANDSTILL_MILLIS_MAX;
    // While the last tick has no answer there is no leader, and further ticks would only queue up.
    if ((due || late) && tick.isDone()) {
      tick = client.send(Operation.TICK.request());
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
