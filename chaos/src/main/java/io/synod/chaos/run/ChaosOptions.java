package io.synod.chaos.run;

import io.synod.chaos.fault.FaultKind;
import io.synod.examples.kv.cluster.KvReplicas;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The options of a run.
 *
 * @param replicas processes, at least 3
 * @param settings of the replicas, {@code key=value}, which override the run's own
 * @param clients each makes one call at a time
 * @param operator who moves the leadership and changes the members meanwhile
 * @param rates of all clients together
 * @param directory of the picture and the figures
 */
public record ChaosOptions(
    int replicas,
    List<String> settings,
    int clients,
    Faults faults,
    Operator operator,
    Rates rates,
    Path directory) {

  /**
   * @throws IllegalArgumentException if the options are invalid
   */
  public ChaosOptions {
    if (replicas < 3 || replicas > 25 || clients < 1) {
      throw new IllegalArgumentException(
          "3 to 25 replicas and at least one client, not %d and %d".formatted(replicas, clients));
    }
    if (faults.kinds().isEmpty() && !operator.acts()) {
      throw new IllegalArgumentException("no kind of fault and no operator: nothing would happen");
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

  /** All replicas, standbys included. */
  int processes() {
    return replicas + operator.spares();
  }

  /**
   * Answers per second.
   *
   * @param minimum with less the run proves nothing
   * @param maximum each client waits so long between two calls that there are no more; 0 for no
   *     wait
   */
  public record Rates(double minimum, double maximum) {
    public Rates {
      if (!(minimum >= 0)) {
        throw new IllegalArgumentException(
            "a minimum rate of %s: use a number from 0 on".formatted(minimum));
      }
      if (maximum != 0 && !(maximum > minimum)) {
        throw new IllegalArgumentException(
            "a maximum rate of %s is not above the minimum of %s".formatted(maximum, minimum));
      }
    }

    /** From one call of each of {@code clients} to its next one, at least. */
    Duration between(int clients) {
      return maximum == 0
          ? Duration.ZERO
          : Duration.ofNanos(Math.round(clients * 1_000_000_000.0 / maximum));
    }
  }

  /**
   * What an operator does meanwhile.
   *
   * @param spares replicas that begin as standbys; with at least one the members change
   * @param everyMillis about how long after one action the next begins; 0 for no operator
   * @param otherBuild jars of the build that every third process runs; null for none
   */
  public record Operator(int spares, long everyMillis, Path otherBuild) {
    private static final long EVERY_MILLIS_MAX = 86_400_000;

    /**
     * @throws IllegalArgumentException if the options are invalid
     */
    public Operator {
      if (spares < 0 || spares > 6) {
        throw new IllegalArgumentException("0 to 6 spares, not " + spares);
      }
      if (otherBuild != null) {
        KvReplicas.quickOf(otherBuild);
      }
      if (everyMillis < 0 || spares > 0 && everyMillis == 0) {
        throw new IllegalArgumentException(
            "spares are of use only to an operator, who acts every so many seconds");
      }
      if (everyMillis > EVERY_MILLIS_MAX) {
        throw new IllegalArgumentException("an operator acts at most a day after its last action");
      }
    }

    boolean acts() {
      return everyMillis > 0;
    }
  }

  /**
   * The options of the plan.
   *
   * @param seed repeats it
   * @param length approximate; each kind comes at least once
   * @param kinds may be empty if there is an operator
   */
  public record Faults(long seed, Duration length, List<FaultKind> kinds) {
    // All faults of a run are drawn beforehand.
    private static final Duration LENGTH_MAX = Duration.ofDays(30);

    public Faults {
      if (length.isNegative() || length.compareTo(LENGTH_MAX) > 0) {
        throw new IllegalArgumentException(
            "a run of %d s: use at least 0 and at most 30 days".formatted(length.toSeconds()));
      }
      kinds = kinds.stream().distinct().sorted().toList();
    }
  }
}
