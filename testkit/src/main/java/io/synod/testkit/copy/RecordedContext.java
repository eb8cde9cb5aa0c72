package io.synod.testkit.copy;

import io.synod.service.ExecutionContext;
import io.synod.simulation.service.ForwardedContext;
import java.util.List;

/** Writes down which timers and events the service sets. */
final class RecordedContext extends ForwardedContext {
  private final List<String> outcomes;

  // Each event is an array that the service must not change.
  private final List<KeptArray> kept;

  RecordedContext(ExecutionContext context, List<String> outcomes, List<KeptArray> kept) {
    super(context);
    this.outcomes = outcomes;
    this.kept = kept;
  }

  @Override
  public void schedule(long id, long atMillis) {
    outcomes.add("sets timer %d for %d".formatted(id, atMillis));
    super.schedule(id, atMillis);
  }

  @Override
  public boolean cancel(long id) {
    boolean wasSet = super.cancel(id);
    if (wasSet) {
      outcomes.add("cancels timer " + id);
    }
    return wasSet;
  }

  @Override
  public boolean publish(long session, byte[] event) {
    boolean published = super.publish(session, event);
    if (published) {
      outcomes.add("sends session %x the event %s".formatted(session, Texts.of(event)));
      kept.add(new KeptArray("an event", event, event.clone()));
    }
    return published;
  }
}
