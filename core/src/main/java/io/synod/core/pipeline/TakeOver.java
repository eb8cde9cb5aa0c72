package io.synod.core.pipeline;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Vote;

/**
 * What Phase 1 of {@code view} found: for every slot of {@code [first, end)} the vote of the
 * highest view, which the new leader must propose again (Lamport, Paxos Made Simple, P2c).
 *
 * @param votes by slot minus {@code first}; null where a quorum has accepted nothing
 */
public record TakeOver(View view, long first, Vote[] votes) {

  /** Nothing (more) to propose again. */
  static TakeOver nothing(View view) {
    return new TakeOver(view, 0, new Vote[0]);
  }

  boolean isEmpty() {
    return votes.length == 0;
  }

  public long end() {
    return first + votes.length;
  }

  /** What must be proposed in {@code slot}. A slot that nobody accepted is filled with a no-op. */
  public Batch batch(long slot) {
    Vote vote = votes[(int) (slot - first)];
    return vote == null ? Batch.NOOP : vote.batch();
  }
}
