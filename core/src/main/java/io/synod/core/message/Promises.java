package io.synod.core.message;

import io.synod.core.cluster.View;
import java.util.List;

/**
 * Phase 1b, relayed: promises of {@code view} that a relay has gathered in its group.
 *
 * @param gathered at least one
 */
public record Promises(View view, List<Gathered> gathered) implements Message {

  /**
   * @param replica that has sent {@code promise} to the relay
   */
  public record Gathered(int replica, Promise promise) {}

  public Promises {
    gathered = List.copyOf(gathered);
  }

  @Override
  public void visit(int from, Visitor visitor) {
    visitor.onPromises(from, this);
  }
}
