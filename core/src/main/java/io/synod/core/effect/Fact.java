package io.synod.core.effect;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.View;
import io.synod.core.message.Standing;

/** What the core reports to whoever observes it: logs, metrics, tests. It never logs itself. */
public sealed interface Fact {

  /** This replica now follows {@code view}; its leader may not be known to lead yet. */
  record Following(View view) implements Fact {}

  /** This replica asks whether it could win {@code view}. */
  record PreVoting(View view) implements Fact {}

  /** This replica runs Phase 1 of {@code view}. */
  record Preparing(View view) implements Fact {}

  /** Phase 1a messages of {@code view} were sent again: too few promises came in time. */
  record PreparingAgain(View view) implements Fact {}

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

  /** No peer keeps {@code missing} any more: a snapshot of {@code peer} is fetched. */
  record FetchingSnapshot(long missing, int peer) implements Fact {}

  /** The snapshot with this end was fetched; the service goes on from it. */
  record SnapshotFetched(long end) implements Fact {}

  /** This replica takes part in nothing until it has joined. */
  record Joining(Standing standing, Incarnation as) implements Fact {}

  /** A peer knows that this replica has taken part before, which it does not remember. */
  record MemoryLost(int toldBy, Incarnation known) implements Fact {}

  /** A peer knows that another memory has taken part as this member since. */
  record Replaced(int toldBy, Incarnation known) implements Fact {}

  /** This replica takes part. */
  record Joined(Incarnation as) implements Fact {}

  /** {@code replica} has lost its memory and comes back in a new epoch. */
  record PeerJoins(int replica, Incarnation as) implements Fact {}

  /** A slot that the disk had lost is known again. */
  record Repaired(long slot) implements Fact {}

  /** The disk is full: no votes, no leadership; or there is space again. */
  record StorageFull(boolean full) implements Fact {}

  /**
   * The garbage collector takes most of the time: no leadership if another can lead; or is calm.
   */
  record CollectorBusy(boolean busy) implements Fact {}
}
