package io.synod.replica.config;

import io.synod.core.settings.TimeoutRange;

/**
 * What the timeouts of a replica may be; one of a single length does not follow what is measured.
 *
 * @param election {@code election.timeout}
 * @param retransmit {@code pipeline.retransmit}
 * @param catchUp {@code catch-up.timeout}
 */
public record TimeoutsConfig(TimeoutRange election, TimeoutRange retransmit, TimeoutRange catchUp) {

  /** Whether none of them changes. */
  public boolean areFixed() {
    return election.isFixed() && retransmit.isFixed() && catchUp.isFixed();
  }
}
