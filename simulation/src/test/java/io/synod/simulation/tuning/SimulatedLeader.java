package io.synod.simulation.tuning;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.autopilot.Reading;
import java.util.SplittableRandom;

/** A leader on a {@link Surface}: brings readings of intervals, with noise, and keeps a backlog. */
final class SimulatedLeader {
  private static final double QUEUE_BYTES = 16 << 20;
  private static final double NANOS = 1e9;

  private final SplittableRandom random;

  // Standard deviation of the logarithm of what is measured.
  private final double noise;

  // The share of waiting requests that this replica does not see, for they wait in sockets; the
  // more instances compete for its processor, the more.
  private final double hidden;

  private Surface surface;

  // Requests of an open loop that wait because the leader did not keep up.
  private double backlog;

  SimulatedLeader(Surface surface, SplittableRandom random) {
    this.surface = surface;
    this.random = random;
    noise = 0.01 + 0.07 * random.nextDouble();
    hidden = random.nextBoolean() ? 0 : 0.5 * random.nextDouble();
  }

  void become(Surface other) {
    surface = other;
    backlog = 0;
  }

  /** Passes {@code seconds} at {@code limits}. */
  Reading pass(BatchLimits limits, double seconds) {
    Surface.Steady steady = surface.at(limits);
    return surface.isOpen() ? open(limits, steady, seconds) : closed(limits, steady, seconds);
  }

  private Reading closed(BatchLimits limits, Surface.Steady steady, double seconds) {
    double throughput = steady.throughput() * noisy(noise);
    double seen = 1 - hidden * Math.min(1, limits.window() / 32.0);
    double pending = surface.outstanding() * seen * noisy(noise / 3);
    return reading(seconds, throughput, pending, steady, steady.windowFull());
  }

  private Reading open(BatchLimits limits, Surface.Steady steady, double seconds) {
    double capacity = surface.capacity(limits) * noisy(noise);
    double arriving = surface.rate() * noisy(noise / 5);
    double before = backlog;
    double decided = Math.min(capacity, arriving + before / seconds);
    backlog =
        Math.min(QUEUE_BYTES / surface.requestBytes(), before + (arriving - decided) * seconds);
    backlog = Math.max(0, backlog);
    double time =
        Double.isInfinite(steady.time()) ? steady.instanceTime() : steady.time() * noisy(noise);
    double pending = (before + backlog) / 2 + decided * time;
    return reading(seconds, decided, pending, steady, steady.windowFull() || backlog > 0);
  }

  private Reading reading(
      double seconds, double throughput, double pending, Surface.Steady steady, boolean full) {
    double requests = throughput * seconds;
    long instances = (long) Math.max(1, requests / steady.batch());
    // Of whole instances only: no batch is larger than it may be.
    double inBatches = Math.min(requests, instances * steady.batch());
    double shortest = surface.shortest(steady.batch());
    return new Reading(
        (long) (seconds * NANOS),
        (long) requests,
        instances,
        (long) (inBatches * surface.requestBytes()),
        pending * seconds * NANOS,
        (long) (instances * steady.instanceTime() * NANOS),
        (long) (shortest * NANOS),
        0,
        full ? (long) (seconds * NANOS) : 0);
  }

  private double noisy(double deviation) {
    return Math.exp(deviation * random.nextGaussian());
  }
}
