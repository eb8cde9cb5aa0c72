package io.synod.tuning.advice;

import io.synod.tuning.model.Bottleneck;
import io.synod.tuning.model.Prediction;

/**
 * A setting and its prediction.
 *
 * @param maxBytes BSZ, {@code batch.max-bytes}
 * @param window WND, {@code pipeline.window}: the model's w, or the largest possible setting
 * @param prediction for batches of as many requests as BSZ holds
 */
public record Candidate(int maxBytes, int window, Prediction prediction) {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** The greatest number of requests per second. */
  public double throughput() {
    return prediction.throughput(window);
  }

  /**
   * The longest time that a request takes at that throughput: as the first request of its batch it
   * waits until the batch is full, and then for T_inst.
   */
  public double latencyMillis() {
    return prediction.requests() * MILLIS_PER_SECOND / throughput() + prediction.instanceMillis();
  }

  /** What limits the throughput; the latency only if the window is the largest possible setting. */
  public Bottleneck bottleneck() {
    return prediction.window() > window ? Bottleneck.LATENCY : prediction.bottleneck();
  }
}
