package io.synod.tuning.model;

/**
 * The model's values for one batch size; times in milliseconds.
 *
 * @param requests k, in each batch
 * @param batchBytes S_2a, a Phase 2a message
 * @param cpuMillis &phi;_inst_CPU, the leader's processor for one instance (S13, section III)
 * @param networkMillis &phi;_inst_NET, the leader's link for one instance (S13, section III)
 * @param cpuTimeMillis T_CPU, how long an instance takes if the processor is the bottleneck
 * @param bandwidthTimeMillis T_band, if the link's bandwidth is
 * @param latencyTimeMillis T_lat, if the round trip is
 */
public record Prediction(
    int requests,
    long batchBytes,
    double cpuMillis,
    double networkMillis,
    double cpuTimeMillis,
    double bandwidthTimeMillis,
    double latencyTimeMillis) {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** T_inst: how long an instance takes without other instances (S13, formula 1). */
  public double instanceMillis() {
    return Math.max(cpuTimeMillis, Math.max(bandwidthTimeMillis, latencyTimeMillis));
  }

  /** The resource with the longest of the three times; the processor if some are equal. */
  public Bottleneck singleBottleneck() {
    if (cpuTimeMillis >= bandwidthTimeMillis && cpuTimeMillis >= latencyTimeMillis) {
      return Bottleneck.CPU;
    }
    return bandwidthTimeMillis >= latencyTimeMillis ? Bottleneck.BANDWIDTH : Bottleneck.LATENCY;
  }

  /** The resource that is saturated once the window is large enough. */
  public Bottleneck bottleneck() {
    return cpuMillis >= networkMillis ? Bottleneck.CPU : Bottleneck.BANDWIDTH;
  }

  /** w_CPU: instances in parallel that keep the processor busy; infinite if they cost nothing. */
  public double cpuWindow() {
    return instanceMillis() / cpuMillis;
  }

  /** w_NET: instances in parallel that keep the link busy; infinite if they cost nothing. */
  public double networkWindow() {
    return instanceMillis() / networkMillis;
  }

  /** w: the smallest window with the largest throughput (S13, formula 8). */
  public long window() {
    return (long) Math.ceil(Math.min(cpuWindow(), networkWindow()));
  }

  /** Requests per second with a window of {@link #window} or more (S13, section III). */
  public double throughput() {
    return requests * MILLIS_PER_SECOND / Math.max(cpuMillis, networkMillis);
  }

  /**
   * Requests per second with a window of {@code window}: that many instances per {@link
   * #instanceMillis}, up to {@link #throughput}.
   */
  public double throughput(long window) {
    return Math.min(throughput(), window * requests * MILLIS_PER_SECOND / instanceMillis());
  }
}
