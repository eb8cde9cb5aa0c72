package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import java.util.List;

/** Writes down which timers and events the service sets. */
final class RecordedContext implements ExecutionContext {
  private final ExecutionContext context;
  private final List<String> outcomes;

  // Each event is an array that the service must not change.
  private final List<KeptArray> kept;

  RecordedContext(ExecutionContext context, List<String> outcomes, List<KeptArray> kept) {
    this.context = context;
    this.outcomes = outcomes;
    this.kept = kept;
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
  public void schedule(long id, long atMillis) {
    outcomes.add("sets timer %d for %d".formatted(id, atMillis));
    context.schedule(id, atMillis);
  }

  @Override
  public boolean cancel(long id) {
    outcomes.add("cancels timer " + id);
    return context.cancel(id);
  }

  @Override
  public boolean publish(long session, byte[] event) {
    boolean published = context.publish(session, event);
    outcomes.add("sends session %x the event %s".formatted(session, Texts.of(event)));
    kept.add(new KeptArray("an event", event, event.clone()));
    return published;
  }
}
