package io.synod.core.message;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import java.util.List;

/**
 * Phase 1b: the sender will accept nothing before {@code view}, and sends its votes for the slots
 * of {@code [first, end)}. Bounded in bytes: where {@code end < logEnd} the candidate asks on from
 * {@code end}.
 *
 * @param first the slot the candidate asked from, or later where the sender no longer keeps it
 * @param end the first slot that this message does not cover
 * @param logEnd after the last slot in which the sender has accepted anything
 * @param votes what was accepted, by ascending slot; a slot that is missing was not accepted
 * @param incarnations the incarnations that the sender knows: a promise of an earlier incarnation
 *     does not count
 */
public record Promise(
    View view, long first, long end, long logEnd, List<Vote> votes, Incarnations incarnations)
    implements Message {

  public Promise {
    votes = List.copyOf(votes);
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onPromise(from, this);
  }
}
