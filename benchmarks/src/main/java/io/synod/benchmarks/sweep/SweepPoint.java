package io.synod.benchmarks.sweep;

import io.synod.benchmarks.load.LoadResult;
import io.synod.core.settings.BatchLimits;
import io.synod.fitting.measurement.Interval;

/**
 * An interval under fixed limits.
 *
 * @param load the clients' view
 * @param leader what the leader did and spent in {@code millis}, a little longer than the clients'
 *     interval
 * @param diskMillis in which the leader's journal wrote or waited for its disk
 * @param syncs of the leader's journal
 */
record SweepPoint(
    BatchLimits limits,
    LoadResult load,
    Interval leader,
    double millis,
    double diskMillis,
    double syncs) {

  double requestsPerSecond() {
    return load.answeredPerSecond();
  }
}
