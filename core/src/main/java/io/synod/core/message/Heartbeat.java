package io.synod.core.message;

import io.synod.core.cluster.View;
import io.synod.core.settings.BatchLimits;

/**
 * The leader of {@code view} is alive, and its disk too: it is sent when durable.
 *
 * @param decided every slot before this one is decided
 * @param executedByAll every replica has executed all slots before this one
 * @param takeOverEnd a slot that was decided in an earlier view is before this one
 * @param round number of the heartbeat in its view; an acknowledged round serves the reads that
 *     waited for it
 * @param limits that its leader has chosen for its batches, for the next leader to begin with; null
 *     if they are fixed
 */
public record Heartbeat(
    View view, long decided, long executedByAll, long takeOverEnd, long round, BatchLimits limits)
    implements Message {

  /** Of a leader with fixed limits. */
  public Heartbeat(View view, long decided, long executedByAll, long takeOverEnd, long round) {
    this(view, decided, executedByAll, takeOverEnd, round, null);
  }

  /** The same, of a leader that has chosen {@code chosen}. */
  public Heartbeat with(BatchLimits chosen) {
    return new Heartbeat(view, decided, executedByAll, takeOverEnd, round, chosen);
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onHeartbeat(from, this);
  }
}
