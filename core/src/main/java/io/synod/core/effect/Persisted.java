package io.synod.core.effect;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;

/** What an acceptor must not forget. */
public sealed interface Persisted {

  /** Nothing before {@code view} will be accepted. */
  record Promised(View view) implements Persisted {}

  /** {@code batch} was accepted in {@code slot}, in {@code view}. */
  record Voted(View view, long slot, Batch batch) implements Persisted {}
}
