package io.synod.chaos.run;

import io.synod.chaos.fault.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The options of a run.
 *
 * @param replicas processes, at least 3
 * @param settings of the replicas, {@code key=value}, which override the run's own
 * @param clients each makes one call at a time
 * @param minimumRate answers per second below which the run proves nothing
 * @param directory of the picture and the figures
 */
public record ChaosOptions(
    int replicas,
    List<String> settings,
    int clients,
    Faults faults,
    double minimumRate,
    Path directory) {

  /**
   * @throws IllegalArgumentException if the options are invalid
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
            Rig.QUOTA + " cannot be set: disk-full fills a disk of that size");
      }
    }
  }

  /**
   * The options of the plan.
   *
   * @param seed repeats it
   * @param length approximate; each kind comes at least once
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
