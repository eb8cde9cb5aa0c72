package io.synod.core.learner;

import io.synod.core.check.Check;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.Fact;
import io.synod.core.log.Log;

/**
 * Learns decisions and hands them to the service in slot order, never more than its backlog ahead
 * of what is executed.
 */
public final class Learner {
  private final Log log;
  private final int backlogSlots;
  private final long logBytes;
  // Invariant: log.first <= executed <= delivered <= log.decided.
  private long executed;
  private long delivered;
  private long executedByAll;

  public Learner(Log log, int backlogSlots, long logBytes) {
    this.log = log;
    this.backlogSlots = backlogSlots;
    this.logBytes = logBytes;
  }

  public long executed() {
    return executed;
  }

  public long delivered() {
    return delivered;
  }

  /** Slots from this one on would overfill the backlog. */
  public long limit() {
    return executed + backlogSlots;
  }

  /** {@code batch} is chosen in {@code slot}. */
  public void decide(long slot, Batch batch, Effects out) {
    long before = log.decided();
    log.decide(slot, batch);
    if (log.decided() > before) {
      out.observe(new Fact.DecidedUpTo(log.decided()));
      deliver(out);
    }
  }

  /**
   * The leader of {@code view} says that every slot before {@code decided} is decided. A slot that
   * was accepted in that view holds the decision: a leader proposes one value per slot, and it is
   * the chosen one if there is one (Lamport, Paxos Made Simple, P2b). Of a slot that was accepted
   * in an earlier view nothing follows.
   */
  public void commit(View view, long decided, Effects out) {
    long before = log.decided();
    for (long slot = before; slot < Math.min(decided, log.end()); slot = log.decided()) {
      if (!view.equals(log.view(slot))) {
        break;
      }
      log.decide(slot, log.batch(slot));
    }
    if (log.decided() > before) {
      out.observe(new Fact.DecidedUpTo(log.decided()));
      deliver(out);
    }
  }

  /** The service has executed every slot before {@code end}. */
  public void onExecuted(long end, Effects out) {
    Check.that(end <= delivered, "executed up to %d, delivered only up to %d", end, delivered);
    executed = Math.max(executed, end);
    deliver(out);
    cut();
  }

  /** Every replica has executed all slots before {@code end}: nobody will ask for them. */
  public void onExecutedByAll(long end) {
    executedByAll = Math.max(executedByAll, end);
    cut();
  }

  public void invariants() {
    Check.that(log.first() <= executed, "log begins at %d, executed %d", log.first(), executed);
    Check.that(executed <= delivered, "executed %d, delivered %d", executed, delivered);
    Check.that(delivered <= log.decided(), "delivered %d, decided %d", delivered, log.decided());
    Check.that(delivered <= limit(), "delivered %d, limit %d", delivered, limit());
  }

  private void deliver(Effects out) {
    while (delivered < log.decided() && delivered < limit()) {
      out.deliver(delivered, log.batch(delivered));
      delivered++;
    }
  }

  private void cut() {
    log.cut(Math.max(log.first(), Math.min(executed, executedByAll)));
    while (log.bytes() > logBytes && log.first() < executed) {
      log.cut(log.first() + 1);
    }
  }
}
