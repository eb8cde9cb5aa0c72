package io.synod.core.pipeline;

/**
 * How many instances of Phase 2 run in parallel.
 *
 * @param window WND: slots from the first undecided one on that may be open; strict
 * @param retransmitNanos an Accept that is undecided for this long is sent again
 */
public record PipelineSettings(int window, long retransmitNanos) {

  public PipelineSettings {
    if (window < 1 || retransmitNanos < 1) {
      throw new IllegalArgumentException(
          "window of %d, retransmission after %d ns".formatted(window, retransmitNanos));
    }
  }
}
