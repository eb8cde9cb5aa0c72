package io.synod.simulation;

import io.synod.simulation.service.UserService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** Runs seeds in sequence. Blocks its caller; uses no thread of its own. */
public final class SimulationRun {
  private SimulationRun() {}

  /**
   * Runs {@code seeds} seeds from {@code firstSeed} on; a failed one does not stop the run.
   *
   * @param listener called after each seed
   */
  public static RunSummary run(long firstSeed, int seeds, Consumer<SeedResult> listener) {
    return runWhile(firstSeed, done -> done < seeds, listener);
  }

  /**
   * Runs seeds from {@code firstSeed} on; a failed one does not stop the run.
   *
   * @param goesOn called before each seed, with the number of finished ones
   * @param listener called after each seed
   */
  public static RunSummary runWhile(
      long firstSeed, IntPredicate goesOn, Consumer<SeedResult> listener) {
    long beganNanos = System.nanoTime();
    List<SimulationFailure> failures = new ArrayList<>();
    Map<String, Long> faults = new TreeMap<>();
    int seeds = 0;
    long events = 0;
    long virtualNanos = 0;
    long operations = 0;
    while (goesOn.test(seeds)) {
      SeedResult result = runSeed(firstSeed + seeds);
      seeds++;
      events += result.events();
      virtualNanos += result.virtualNanos();
      operations += result.operations();
      result.faults().forEach((kind, count) -> faults.merge(kind, (long) count, Long::sum));
      if (!result.passed()) {
        failures.add(result.failure());
      }
      listener.accept(result);
    }
    long elapsedNanos = System.nanoTime() - beganNanos;
    return new RunSummary(seeds, events, virtualNanos, operations, elapsedNanos, faults, failures);
  }

  /** Runs one seed. */
  public static SeedResult runSeed(long seed) {
    return result(seed, new Simulation(seed, null, null));
  }

  /** Runs one seed with a user's service beside the one of the checks. */
  public static SeedResult runSeed(long seed, UserService user) {
    return result(seed, new Simulation(seed, null, user));
  }

  /**
   * Runs one seed and prints every event.
   *
   * @param lines receives one line per event and effect
   */
  public static SeedResult trace(long seed, Consumer<String> lines) {
    return result(seed, new Simulation(seed, lines, null));
  }

  private static SeedResult result(long seed, Simulation simulation) {
    SimulationFailure failure = null;
    try {
      simulation.run();
    } catch (RuntimeException | Error wrong) {
      failure = new SimulationFailure(seed, simulation.scheduler().now(), wrong);
    }
    return new SeedResult(
        seed,
        simulation.scheduler().run(),
        simulation.scheduler().now(),
        simulation.operations(),
        simulation.traceHash(),
        simulation.faults(),
        failure);
  }
}
