package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * How services are executed. Equal on every replica: it decides what is executed.
 *
 * @param onException what an exception of the service does
 * @param timersMax timers that may be set at a time
 * @param digestSlots slots between two comparisons of the replicas' states
 */
public record ServiceSettings(OnException onException, int timersMax, int digestSlots) {

  /** Whose states are not compared. */
  public ServiceSettings(OnException onException, int timersMax) {
    this(onException, timersMax, Integer.MAX_VALUE);
  }

  public ServiceSettings {
    Range.atLeast(0, timersMax, "timers");
    Range.atLeast(1, digestSlots, "slots between digests");
  }
}
