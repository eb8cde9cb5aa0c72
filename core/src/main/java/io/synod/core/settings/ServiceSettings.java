package io.synod.core.settings;

import io.synod.core.check.Range;

/**
 * How services are executed. Equal on every replica: it decides what is executed.
 *
 * @param onException what an exception of the service does
 * @param timersMax timers that may be set at a time
 */
public record ServiceSettings(OnException onException, int timersMax) {

  public ServiceSettings {
    Range.atLeast(0, timersMax, "timers");
  }
}
