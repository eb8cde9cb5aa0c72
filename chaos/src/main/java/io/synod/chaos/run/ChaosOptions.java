package io.synod.chaos.run;

import io.synod.chaos.fault.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What is to be run.
 *
 * @param replicas processes, at least 3
 * @param settings of the replicas, {@code key=value}, in place of those that a run has by itself
 * @param clients one call at a time each
 * @param minimumRate answers per second below which the run shows nothing
 * @param directory where picture and figures are written
 */
public record ChaosOptions(
    int replicas,
    List<String> settings,
    int clients,
    Faults faults,
    double minimumRate,
    Path directory) {

  /**
   * @throws IllegalArgumentException if it cannot be run
   */
  public ChaosOptions {
    if (replicas < 3 || replicas > 25 || clients < 1) {
      throw new IllegalArgumentException(
          "3 to 25 replicas and at least one client, not %d and %d".formatted(replicas, clients));
    }
    settings = List.copyOf(settings);
    for (String setting : settings) {
      if (setting.indexOf('=') < 1) {
        throw new IllegalArgumentException("'%s' is not KEY=VALUE".formatted(setting));
      }
      if (setting.substring(0, setting.indexOf('=')).strip().equals(Rig.QUOTA)) {
        throw new IllegalArgumentException(
            Rig.QUOTA + " stays as it is: disk-full fills a disk of that size");
      }
    }
  }

  /**
   * Of the plan.
   *
   * @param seed repeats it
   * @param length roughly; each kind comes at least once
   */
  public record Faults(long seed, Duration length, List<FaultKind> kinds) {

    /**
     * @throws IllegalArgumentException if there is no kind
     */
    public Faults {
      kinds = kinds.stream().distinct().sorted().toList();
      if (kinds.isEmpty()) {
        throw new IllegalArgumentException("no kind of fault");
      }
    }
  }
}
