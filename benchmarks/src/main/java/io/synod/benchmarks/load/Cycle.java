package io.synod.benchmarks.load;

import io.synod.client.SynodClient;
import java.util.function.BiConsumer;

/**
 * One of the outstanding requests: sent, answered, sent again. Continues on the event loop that
 * delivers the answer. It is its own callback, so that a request allocates no lambda.
 */
final class Cycle implements BiConsumer<byte[], Throwable>, Runnable {
  private final LoadLoop loop;
  private final SynodClient client;
  private long begunNanos;
  private boolean timed;

  Cycle(LoadLoop loop, SynodClient client) {
    this.loop = loop;
    this.client = client;
  }

  /** Sends the next request, now. */
  @Override
  public void run() {
    send(System.nanoTime(), true);
  }

  /** Sends the next request; its latency counts from {@code beginNanos}, or not at all. */
  void send(long beginNanos, boolean counts) {
    begunNanos = beginNanos;
    timed = counts;
    loop.requests().sendNext(client).whenComplete(this);
  }

  @Override
  public void accept(byte[] answer, Throwable failure) {
    if (failure == null) {
      long nowNanos = System.nanoTime();
      if (timed) {
        loop.took(nowNanos - begunNanos);
      }
      if (loop.answered(answer)) {
        loop.next(this, nowNanos);
      }
    } else {
      // Otherwise a client that fails a request at once would call this recursively without end.
      loop.failed(failure, this);
    }
  }
}
