package io.synod.core.message;

import io.synod.core.cluster.View;

/**
 * The leader of {@code view} is alive, and its disk too: it is sent when durable.
 *
 * @param decided every slot before this one is decided
 * @param executedByAll every replica has executed all slots before this one
 * @param takeOverEnd a slot that was decided in an earlier view is before this one
 * @param round number of the heartbeat in its view; an acknowledged round serves the reads that
 *     waited for it
 */
public record Heartbeat(View view, long decided, long executedByAll, long takeOverEnd, long round)
    implements Message {
  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onHeartbeat(from, this);
  }
}
