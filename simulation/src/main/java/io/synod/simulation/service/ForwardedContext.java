package io.synod.simulation.service;

import io.synod.service.ExecutionContext;

/** Passes all calls to another context; a subclass changes some of them. */
public abstract class ForwardedContext implements ExecutionContext {
  private final ExecutionContext context;

  protected ForwardedContext(ExecutionContext context) {
    this.context = context;
  }

  @Override
  public long slot() {
    return context.slot();
  }

  @Override
  public int indexInBatch() {
    return context.indexInBatch();
  }

  @Override
  public long session() {
    return context.session();
  }

  @Override
  public long leaderTimeMillis() {
    return context.leaderTimeMillis();
  }

  @Override
  public int version() {
    return context.version();
  }

  @Override
  public void schedule(long id, long atMillis) {
    context.schedule(id, atMillis);
  }

  @Override
  public boolean cancel(long id) {
    return context.cancel(id);
  }

  @Override
  public boolean publish(long session, byte[] event) {
    return context.publish(session, event);
  }
}
