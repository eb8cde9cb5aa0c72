package io.synod.tuning.model;

/**
 * The older model, of the network alone (S11, section 3): the leader sends one copy of a batch
 * after the other over one link, which all messages share.
 *
 * @param replicas n, at least 2
 * @param ackBytes S_ack, a Phase 2b message
 */
public record NetworkModel(int replicas, Link link, int ackBytes) {
  private static final double MILLIS_PER_SECOND = 1_000;

  public NetworkModel {
    if (replicas < 2 || ackBytes < 0) {
      throw new IllegalArgumentException(
          "%d replicas and acknowledgements of %d bytes".formatted(replicas, ackBytes));
    }
  }

  /** Requests per second that the leader's link carries (S11, formula 1). */
  public double throughput(double requestBytes, double answerBytes) {
    return link.sharedBytesPerMilli()
        * MILLIS_PER_SECOND
        / ((replicas - 1) * requestBytes + answerBytes);
  }

  /** &tau;_all: milliseconds until a batch has left for all others (not numbered). */
  public double sendingMillis(double batchBytes) {
    return (replicas - 1) * batchBytes / link.sharedBytesPerMilli();
  }

  /** &tau;_dec: milliseconds until a batch is decided (formula 3). */
  public double decidingMillis(double batchBytes) {
    double bytes = Math.floorDiv(replicas, 2) * batchBytes + ackBytes;
    return 2 * link.oneWayMillis() + bytes / link.sharedBytesPerMilli();
  }

  /**
   * &tau;_idle: milliseconds in which one instance at a time leaves the link idle; may be &lt; 0.
   */
  public double idleMillis(double batchBytes) {
    return decidingMillis(batchBytes) - sendingMillis(batchBytes);
  }

  /** f: the window, not rounded up, that fills the link with such batches (formula 4). */
  public double exactWindow(double batchBytes) {
    return pipeBytes() / ((replicas - 1) * batchBytes) + 0.5;
  }

  /** w: the same, rounded up. */
  public long window(double batchBytes) {
    return (long) Math.ceil(exactWindow(batchBytes));
  }

  /** g: bytes of the batches with which a window fills the link (formula 5); infinite for 1/2. */
  public double batchBytes(double window) {
    return pipeBytes() / ((replicas - 1) * (window - 0.5));
  }

  private double pipeBytes() {
    return 2 * link.oneWayMillis() * link.sharedBytesPerMilli() + ackBytes;
  }
}
