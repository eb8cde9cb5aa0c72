package io.synod.simulation;

import java.util.Map;

/**
 * The result of one seed.
 *
 * @param events tasks that were run: arrivals, deadlines, hand-overs
 * @param virtualNanos virtual time that has passed
 * @param operations of all clients together
 * @param traceHash equal for equal runs
 * @param faults number of faults of each kind; a kind is named in lower case, with blanks
 * @param failure the violation; null if there is none
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
