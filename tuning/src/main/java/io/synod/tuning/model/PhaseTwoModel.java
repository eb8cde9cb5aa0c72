package io.synod.tuning.model;

/**
 * The analytical model of MultiPaxos' Phase 2 with batching and pipelining (S13, section III). Of
 * the paper's formulas for a LAN (2 to 4), where all messages share a link, and for a WAN (5 to 7),
 * where each replica has one of its own, those of the narrower link hold. With one of them infinite
 * they are the paper's.
 *
 * @param replicas n, at least 2: one alone sends no Accept
 * @param sharing what the papers leave out; {@link Sharing#NONE} gives their numbers
 */
public record PhaseTwoModel(
    int replicas, Link link, MessageSizes sizes, CpuCosts costs, Sharing sharing) {

  public PhaseTwoModel {
    if (replicas < 2) {
      throw new IllegalArgumentException(
          replicas + " replicas send no Accept: the model is of two or more");
    }
  }

  /** The papers' model. */
  public PhaseTwoModel(int replicas, Link link, MessageSizes sizes, CpuCosts costs) {
    this(replicas, link, sizes, costs, Sharing.NONE);
  }

  /** The prediction for batches of {@code requests}, at least 1. */
  public Prediction predict(int requests) {
    if (requests < 1) {
      throw new IllegalArgumentException("batches of " + requests + " requests");
    }
    long batchBytes = sizes.batchBytes(requests);
    double cpu = cpuMillis(requests, batchBytes);
    double answers = (double) requests * sizes.answerBytes();
    double sending = batchBytes / link.bytesPerMilli();
    double network = Math.max(sending, shared((replicas - 1.0) * batchBytes + answers));
    // On average half of a majority's messages leave before the one that decides.
    double toMajority = shared((double) (replicas / 2) * batchBytes);
    double cpuTime = cpu + Math.max(sending, toMajority / 2);
    double latency =
        Math.max(sending, toMajority + shared(answers))
            + 2 * link.oneWayMillis()
            + requests * costs.executionMillis();
    return new Prediction(
        requests,
        batchBytes,
        cpu,
        network,
        cpuTime,
        network,
        latency,
        sharing.busyMillis(cpu, requests, batchBytes),
        sharing.waitMillis());
  }

  /** &phi;_inst_CPU (section III.A.2). */
  private double cpuMillis(int requests, long batchBytes) {
    double bytesOfClient =
        (double) sizes.requestBytes() + sizes.requestHeaderBytes() + sizes.answerBytes();
    return requests * costs.client().of(bytesOfClient)
        + (replicas - 1) * costs.replica().of(batchBytes + sizes.voteBytes())
        + requests * costs.executionMillis();
  }

  /** How long {@code bytes} take on the link that all messages share. */
  private double shared(double bytes) {
    return bytes / link.sharedBytesPerMilli();
  }
}
