package io.synod.testkit;

import java.util.List;

/**
 * What a {@link ServiceSimulation} without a mistake has done.
 *
 * @param seeds that were run
 * @param steps of all histories: requests, queries, pauses, snapshots
 * @param notes checks that were left out, and why
 */
public record SimulationReport(int seeds, long steps, List<String> notes) {

  public SimulationReport {
    notes = List.copyOf(notes);
  }
}
