package io.synod.tuning.model;

/**
 * The analytical model of MultiPaxos' Phase 2 with batching and pipelining (S13, section III).
 *
 * @param replicas n, at least 1
 */
public record PhaseTwoModel(int replicas, Link link, MessageSizes sizes, CpuCosts costs) {

  public PhaseTwoModel {
    if (replicas < 1) {
      throw new IllegalArgumentException(replicas + " replicas");
    }
  }

  /** The prediction for batches of {@code requests}, at least 1. */
  public Prediction predict(int requests) {
    if (requests < 1) {
      throw new IllegalArgumentException("batches of " + requests + " requests");
    }
    long batchBytes = sizes.batchBytes(requests);
    double cpu = cpuMillis(requests, batchBytes);
    double network = networkMillis(requests, batchBytes);
    return link.topology() == Topology.LAN
        ? lan(requests, batchBytes, cpu, network)
        : wan(requests, batchBytes, cpu, network);
  }

  /** &phi;_inst_CPU (section III.A.2). */
  private double cpuMillis(int requests, long batchBytes) {
    double bytesOfClient =
        (double) sizes.requestBytes() + sizes.requestHeaderBytes() + sizes.answerBytes();
    return requests * costs.client().of(bytesOfClient)
        + (replicas - 1) * costs.replica().of(batchBytes + sizes.voteBytes())
        + requests * costs.executionMillis();
  }

  /** &phi;_inst_NET. */
  private double networkMillis(int requests, long batchBytes) {
    double bytes =
        link.topology() == Topology.LAN
            ? (replicas - 1.0) * batchBytes + answersBytes(requests)
            : batchBytes;
    return millis(bytes);
  }

  /**
   * Formulas 2 to 4: on average half of a majority's messages leave before the one that decides.
   */
  private Prediction lan(int requests, long batchBytes, double cpu, double network) {
    double toMajority = millis((double) (replicas / 2) * batchBytes);
    double latency =
        toMajority
            + 2 * link.oneWayMillis()
            + requests * costs.executionMillis()
            + millis(answersBytes(requests));
    return new Prediction(
        requests, batchBytes, cpu, network, cpu + toMajority / 2, network, latency);
  }

  /** Formulas 5 to 7: each replica has a link of its own. */
  private Prediction wan(int requests, long batchBytes, double cpu, double network) {
    double sending = millis(batchBytes);
    double latency = sending + 2 * link.oneWayMillis() + requests * costs.executionMillis();
    return new Prediction(requests, batchBytes, cpu, network, cpu + sending, network, latency);
  }

  private double answersBytes(int requests) {
    return (double) requests * sizes.answerBytes();
  }

  private double millis(double bytes) {
    return bytes / link.bytesPerMilli();
  }
}
