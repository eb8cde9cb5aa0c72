package io.synod.benchmarks.peers.load;

/**
 * One of the outstanding requests: sent, answered, sent again, on the thread that delivers the
 * answer. Has one request in flight at a time, so no two threads use it at once.
 */
public final class Cycle {
  private final int number;
  private final PeerClient client;
  private final Tally tally;
  private long sentNanos;

  Cycle(int number, PeerClient client, Tally tally) {
    this.number = number;
    this.client = client;
    this.tally = tally;
  }

  /** 0, 1, … among the cycles of its client; it matches an answer to its request. */
  public int number() {
    return number;
  }

  /** Sends the next request. */
  public void send() {
    send(System.nanoTime());
  }

  private void send(long nowNanos) {
    sentNanos = nowNanos;
    client.send(this);
  }

  /** The request was answered with {@code answerBytes}. */
  public void answered(int answerBytes) {
    long nowNanos = System.nanoTime();
    if (tally.answered(answerBytes, nowNanos - sentNanos)) {
      send(nowNanos);
    }
  }

  /** The request was not answered and will not be. It is sent again a little later. */
  public void failed(String reason) {
    tally.failed(reason, this);
  }
}
