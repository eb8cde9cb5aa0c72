package io.synod.core.effect;

import io.synod.core.cluster.View;

/** What the core reports to whoever observes it: logs, metrics, tests. It never logs itself. */
public sealed interface Fact {

  /** This replica now follows {@code view}; its leader may not be known to lead yet. */
  record Following(View view) implements Fact {}

  /** This replica asks whether it could win {@code view}. */
  record Canvassing(View view) implements Fact {}

  /** This replica runs Phase 1 of {@code view}. */
  record Preparing(View view) implements Fact {}

  /**
   * This replica leads {@code view}.
   *
   * @param takenOver slots from earlier views that it proposes again
   */
  record Leading(View view, long takenOver) implements Fact {}

  /** This replica has given up {@code view}. */
  record SteppedDown(View view, String reason) implements Fact {}

  /** Every slot before {@code decided} is decided, as far as this replica knows. */
  record DecidedUpTo(long decided) implements Fact {}

  /** Phase 2a messages of undecided slots were sent again. */
  record Retransmitted(int slots) implements Fact {}

  /** A stale, repeated or foreign message was ignored. */
  record Ignored(Class<?> message, String reason) implements Fact {}

  /** Decided slots from {@code first} on were asked of {@code peer}. */
  record CatchingUp(long first, int peer) implements Fact {}

  /** No peer keeps {@code missing} any more; the oldest slot that one offered is {@code kept}. */
  record TooFarBehind(long missing, long kept) implements Fact {}
}
