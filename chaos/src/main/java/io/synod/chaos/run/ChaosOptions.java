package io.synod.chaos.run;

import io.synod.chaos.fault.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What is to be run.
 *
 * @param replicas processes, at least 3
 * @param clients one call at a time each
 * @param minimumRate answers per second below which the run shows nothing
 * @param directory where picture and figures are written
 */
public record ChaosOptions(
    int replicas, int clients, Faults faults, double minimumRate, Path directory) {

  /**
   * @throws IllegalArgumentException if it cannot be run
   */
  public ChaosOptions {
    if (replicas < 3 || replicas > 25 || clients < 1) {
      throw new IllegalArgumentException(
          "3 to 25 replicas and at least one client, not %d and %d".formatted(replicas, clients));
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
