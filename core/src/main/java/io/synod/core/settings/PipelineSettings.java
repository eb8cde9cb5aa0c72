package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * How many instances of Phase 2 run in parallel.
 *
 * @param window WND: slots from the first undecided one on that may be open; strict
 * @param retransmitNanos an Accept that is undecided for this long is sent again
 */
public record PipelineSettings(int window, long retransmitNanos) {

  public PipelineSettings {
    Range.atLeast(1, window, "slots of the window");
    Range.atLeast(1, retransmitNanos, "time until an Accept is sent again in ns");
  }
}
