package io.synod.core.message;

import io.synod.core.command.Batch;
import java.util.List;

/**
 * Answers {@link CatchUp}: the decisions of the slots from {@code first} on, as many as one message
 * may carry.
 *
 * @param first slot of the first batch; later than what was asked for where the sender no longer
 *     keeps it
 * @param decided the sender knows every slot before this one to be decided
 */
public record Decided(long first, long decided, List<Batch> batches) implements Message {

  public Decided {
    batches = List.copyOf(batches);
  }

  /** Of all its batches. */
  public long bytes() {
    long bytes = 0;
    for (Batch batch : batches) {
      bytes += batch.length();
    }
    return bytes;
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onDecided(from, this);
  }

  @Override
  public boolean bringsValues() {
    return true;
  }

  @Override
  public boolean isForMembersOnly() {
    return false;
  }
}
