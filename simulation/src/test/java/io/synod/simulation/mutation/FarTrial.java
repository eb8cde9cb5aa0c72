package io.synod.simulation.mutation;

import io.synod.simulation.timed.FarRun;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/** Runs a leader behind a long link with whatever classes it was loaded with; see {@link Trial}. */
public final class FarTrial implements LongFunction<String> {
  // By seed. Of classes without an error where they were measured before one was put in.
  private static final Map<Long, Double> WIDE = new ConcurrentHashMap<>();

  /** Measures once for all trials of a seed. */
  static void measure(long seed) {
    WIDE.computeIfAbsent(seed, FarRun::wide);
  }

  /** What is wrong with a seed; null if nothing was found. */
  @Override
  public String apply(long seed) {
    return Trial.complaint(
        () -> {
          measure(seed);
          new FarRun(seed, WIDE.get(seed)).run();
        });
  }
}
