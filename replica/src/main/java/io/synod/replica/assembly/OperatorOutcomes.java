package io.synod.replica.assembly;

import io.synod.replica.stage.TransferListener;
import java.util.concurrent.atomic.AtomicReference;

/**
 * How what operators asked of this replica has ended: transfers of its leadership, or changes of
 * the members. Any thread.
 */
final class OperatorOutcomes {
  private final AtomicReference<Outcome> last = new AtomicReference<>(new Outcome(0, null));

  /**
   * @param count of the requests that have ended
   * @param failure of the last one; null if it succeeded
   */
  record Outcome(int count, String failure) {}

  Outcome last() {
    return last.get();
  }

  void ended(String failure) {
    last.updateAndGet(outcome -> new Outcome(outcome.count() + 1, failure));
  }

  /** Counts, and passes the outcome on. */
  TransferListener before(TransferListener listener) {
    return failure -> {
      ended(failure);
      listener.ended(failure);
    };
  }
}
