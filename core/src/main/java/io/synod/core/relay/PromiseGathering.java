package io.synod.core.relay;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.Effects;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.Vote;
import io.synod.core.time.Deadline;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the promises of a relay's group, its own included. The relay sends them to the candidate
 * once all awaited ones have come, once they fill a message, or after the timeout. It passes later
 * ones on as they come. It gathers for one view at a time, the latest.
 */
public final class PromiseGathering {
  // Beside its batch, what a vote takes in a message at most.
  private static final int OVERHEAD_BYTES = 32;

  // Bytes of a promise without its votes, and of each incarnation in it.
  private static final int PROMISE_BYTES = 64;
  private static final int INCARNATION_BYTES = 16;

  private final long timeoutNanos;
  private final int bytesMax;
  private final List<Promises.Gathered> gathered = new ArrayList<>();
  private View view = View.NONE;
  private ReplicaSet missing = ReplicaSet.EMPTY;
  private int answers;
  private long bytes;

  /** Sends the promises that have come so far. Runs: while promises are missing. */
  private final Deadline timeout = new Deadline();

  /**
   * @param bytesMax that one message carries; one promise is always carried
   */
  public PromiseGathering(long timeoutNanos, int bytesMax) {
    this.timeoutNanos = timeoutNanos;
    this.bytesMax = bytesMax;
  }

  /**
   * @param expected the replicas that are to promise, this one included
   * @param awaited how many of them the relay waits for
   */
  public void begin(View ofView, ReplicaSet expected, int awaited, long nowNanos, Effects out) {
    if (ofView.isBefore(view)) {
      return;
    }
    sendGathered(out);
    view = ofView;
    missing = expected;
    answers = awaited;
    timeout.set(nowNanos + timeoutNanos);
  }

  /** A promise to a candidate that is not this replica. */
  public void onPromise(int from, Promise message, Effects out) {
    if (!message.view().equals(view) || !missing.contains(from)) {
      send(message.view(), List.of(new Promises.Gathered(from, message)), out);
      return;
    }
    long more = bytesOf(message);
    if (bytes + more > bytesMax) {
      sendGathered(out);
    }
    gathered.add(new Promises.Gathered(from, message));
    bytes += more;
    missing = missing.without(ReplicaSet.of(from));
    answers--;
    if (answers <= 0 || missing.isEmpty()) {
      sendGathered(out);
    }
  }

  public void onDeadline(long nowNanos, Effects out) {
    if (timeout.hasPassed(nowNanos)) {
      answers = 0;
      sendGathered(out);
    }
  }

  public long nextWakeUpNanos() {
    return timeout.atNanos();
  }

  private void sendGathered(Effects out) {
    if (answers <= 0) {
      timeout.clear();
    }
    if (!gathered.isEmpty()) {
      send(view, gathered, out);
      gathered.clear();
      bytes = 0;
    }
  }

  private static void send(View view, List<Promises.Gathered> gathered, Effects out) {
    out.send(ReplicaSet.of(view.leader()), new Promises(view, gathered));
  }

  private static long bytesOf(Promise promise) {
    long bytes = PROMISE_BYTES + (long) INCARNATION_BYTES * promise.incarnations().end();
    for (Vote vote : promise.votes()) {
      bytes += vote.batch().length() + OVERHEAD_BYTES;
    }
    return bytes;
  }
}
