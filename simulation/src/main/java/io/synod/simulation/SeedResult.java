package io.synod.simulation;

/**
 * What one seed has brought.
 *
 * @param events tasks that were run: arrivals, deadlines, hand-overs
 * @param virtualNanos virtual time that has passed
 * @param operations what all clients together have asked
 * @param traceHash equal for equal runs
 * @param failure what was found to be wrong; null if nothing was
 */
public record SeedResult(
    long seed,
    long events,
    long virtualNanos,
    int operations,
    long traceHash,
    SimulationFailure failure) {

  public boolean passed() {
    return failure == null;
  }
}
