package io.synod.simulation;

import java.util.Map;

/**
 * What one seed has brought.
 *
 * @param events tasks that were run: arrivals, deadlines, hand-overs
 * @param virtualNanos virtual time that has passed
 * @param operations what all clients together have asked
 * @param traceHash equal for equal runs
 * @param faults how many of each kind were begun; a kind is named in lower case, words apart
 * @param failure what was found to be wrong; null if nothing was
 */
public record SeedResult(
    long seed,
    long events,
    long virtualNanos,
    int operations,
    long traceHash,
    Map<String, Integer> faults,
    SimulationFailure failure) {

  public boolean passed() {
    return failure == null;
  }
}
