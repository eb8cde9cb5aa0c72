package io.synod.testkit;

import java.util.List;

/**
 * What a {@link ServiceSimulation} without a mistake has done.
 *
 * @param histories that were run on several instances
 * @param steps of all histories: requests, queries, pauses, snapshots
 * @param clusters that were simulated
 * @param requests that all clusters have executed
 * @param faults of all clusters: lost messages, crashes, full disks and others
 * @param notes checks that were left out, and why
 */
public record SimulationReport(
    int histories, long steps, int clusters, long requests, long faults, List<String> notes) {

  public SimulationReport {
    notes = List.copyOf(notes);
  }
}
