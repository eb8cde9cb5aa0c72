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
 * @param busyMillis by which an instance keeps processors and disk busy; &phi;_inst_CPU without
 *     {@link Sharing}
 * @param waitMillis in which it waits, which instances under way share; 0 without {@link Sharing}
 */
public record Prediction(
    int requests,
    long batchBytes,
    double cpuMillis,
    double networkMillis,
    double cpuTimeMillis,
    double bandwidthTimeMillis,
    double latencyTimeMillis,
    double busyMillis,
    double waitMillis) {
  private static final double MILLIS_PER_SECOND = 1_000;

  // With more instances under way a wait that they share hardly counts.
  private static final double HARDLY = 0.05;

  /**
   * T_inst: how long an instance takes without other instances (S13, formula 1), or what it keeps
   * busy and waits for if that is longer.
   */
  public double instanceMillis() {
    double papers = Math.max(cpuTimeMillis, Math.max(bandwidthTimeMillis, latencyTimeMillis));
    return Math.max(papers, waitMillis == 0 ? 0 : busyMillis + waitMillis);
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
    return busyMillis >= networkMillis ? Bottleneck.CPU : Bottleneck.BANDWIDTH;
  }

  /** w_CPU: instances in parallel that keep the processor busy; infinite if they cost nothing. */
  public double cpuWindow() {
    return instanceMillis() / busyMillis;
  }

  /** w_NET: instances in parallel that keep the link busy; infinite if they cost nothing. */
  public double networkWindow() {
    return instanceMillis() / networkMillis;
  }

  /**
   * w: the smallest window with the largest throughput (S13, formula 8); with a wait that instances
   * share, with 95 % of it.
   */
  public long window() {
    double papers = Math.min(cpuWindow(), networkWindow());
    double most = Math.max(busyMillis, networkMillis) * (1 + HARDLY);
    return (long)
        Math.ceil(waitMillis == 0 ? papers : Math.max(papers, waitMillis / (most - busyMillis)));
  }

  /** Requests per second with any large window (S13, section III). */
  public double throughput() {
    return requests * MILLIS_PER_SECOND / Math.max(busyMillis, networkMillis);
  }

  /**
   * Requests per second with a window of {@code window}: that many instances per {@link
   * #instanceMillis}, up to {@link #throughput}, and less as long as few instances share a wait.
   */
  public double throughput(long window) {
    return requests * MILLIS_PER_SECOND / periodMillis(window);
  }

  /** Milliseconds from one instance to the next with a window of {@code window}. */
  public double periodMillis(double window) {
    double processors = busyMillis + waitMillis / window;
    return Math.max(Math.max(processors, networkMillis), instanceMillis() / window);
  }
}
