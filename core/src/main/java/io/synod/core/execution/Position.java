package io.synod.core.execution;

import io.synod.service.ExecutionContext;

/**
 * The place in the order that the service is called for, and the timers that it sets there. One
 * object serves all calls. Confined to the service thread.
 */
final class Position implements ExecutionContext {
  long slot;
  int index;
  long session;
  long timeMillis;
  Timers timers;

  // Only while the service is called with it.
  boolean isValid;

  Position(Timers timers) {
    this.timers = timers;
  }

  @Override
  public long slot() {
    return slot;
  }

  @Override
  public int indexInBatch() {
    return index;
  }

  @Override
  public long session() {
    return session;
  }

  @Override
  public long leaderTimeMillis() {
    return timeMillis;
  }

  @Override
  public void schedule(long id, long atMillis) {
    checkValid();
    // Never in this batch: a timer that sets itself again would run forever.
    timers.set(id, Math.max(atMillis, timeMillis + 1));
  }

  @Override
  public boolean cancel(long id) {
    checkValid();
    return timers.cancel(id);
  }

  private void checkValid() {
    if (!isValid) {
      throw new IllegalStateException(
          "timers are set and cancelled during execute and onTimer only, on their thread");
    }
  }
}
