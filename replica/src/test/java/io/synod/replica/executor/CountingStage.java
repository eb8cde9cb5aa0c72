package io.synod.replica.executor;

import io.synod.core.time.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Counts what it handles, without any lock, as a stage may. */
final class CountingStage extends Stage {
  final CompletableFuture<Throwable> failure;
  final CountDownLatch expected;
  final List<Object> discarded = new ArrayList<>();
  final CountDownLatch firstTimer = new CountDownLatch(1);
  long handled;
  long timerNanos = Deadline.NEVER;
  boolean released;
  RuntimeException unreleasable;

  CountingStage(StageExecutor executor, int inboxItems, int expectedItems) {
    this(executor, inboxItems, expectedItems, new CompletableFuture<>());
  }

  private CountingStage(
      StageExecutor executor,
      int inboxItems,
      int expectedItems,
      CompletableFuture<Throwable> failure) {
    super("counting", executor, inboxItems, failure::complete);
    this.failure = failure;
    expected = new CountDownLatch(expectedItems);
  }

  boolean give(Object item) {
    return offer(item);
  }

  void giveOrder(Object order) {
    order(order);
  }

  @Override
  protected void handle(Object item, long nowNanos) {
    if (item instanceof RuntimeException failing) {
      throw failing;
    }
    if (item instanceof Runnable work) {
      work.run();
    }
    handled++;
    expected.countDown();
  }

  @Override
  protected void endCycle(long nowNanos) {
    if (timerNanos != Deadline.NEVER && nowNanos >= timerNanos) {
      timerNanos = Deadline.NEVER;
      firstTimer.countDown();
    }
  }

  @Override
  protected long nextWakeUpNanos() {
    return timerNanos;
  }

  @Override
  protected void discard(Object item) {
    discarded.add(item);
  }

  @Override
  protected void release() {
    released = true;
    if (unreleasable != null) {
      throw unreleasable;
    }
  }
}
