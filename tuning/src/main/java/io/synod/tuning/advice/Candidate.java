package io.synod.tuning.advice;

import io.synod.tuning.model.Bottleneck;
import io.synod.tuning.model.Prediction;

/**
 * A setting and what the model says of it.
 *
 * @param maxBytes BSZ, {@code batch.max-bytes}
 * @param window WND, {@code pipeline.window}: the model's w, or the most that can be set
 * @param prediction for batches of as many requests as BSZ holds
 */
public record Candidate(int maxBytes, int window, Prediction prediction) {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** Requests per second, at most. */
  public double throughput() {
    return prediction.throughput(window);
  }

  /**
   * How long a request takes at that throughput, at most: until its batch is full, whose first it
   * was, and then T_inst.
   */
  public double latencyMillis() {
    return prediction.requests() * MILLIS_PER_SECOND / throughput() + prediction.instanceMillis();
  }

  /** {@code execution.backlog} has to hold two windows. */
  public int backlogLeast() {
    return 2 * window;
  }

  /**
   * What keeps the throughput from being larger; the latency only if no larger window can be set.
   */
  public Bottleneck bottleneck() {
    return prediction.window() > window ? Bottleneck.LATENCY : prediction.bottleneck();
  }
}
