package io.synod.simulation.timed;

import io.synod.simulation.host.ProcessorCosts;
import java.util.SplittableRandom;

/**
 * What work takes on the machines of a cluster, and the load.
 *
 * @param processors of a machine
 * @param isOneMachine whether all replicas share the processors of one machine
 * @param costs of threads and sockets
 * @param requestNanos of a request in the service
 * @param delayNanos between two replicas, in one direction
 * @param bytesPerSecond of the link from one replica to another
 * @param forceNanos of a force of the disk; 0 for the durability level memory
 * @param load that clients make
 */
record Conditions(
    int processors,
    boolean isOneMachine,
    ProcessorCosts costs,
    long requestNanos,
    long delayNanos,
    double bytesPerSecond,
    long forceNanos,
    Load load) {
  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;
  private static final int SMALL_OUTSTANDING = 100;
  private static final double SMALL_PER_SECOND = 300;
  private static final long FAR_NANOS = 5_000_000;

  /** What may change. */
  enum Change {
    ROUND_TRIP,
    BANDWIDTH,
    DISK,
    LOAD
  }

  static Conditions drawn(SplittableRandom random) {
    boolean isFar = random.nextInt(3) == 0;
    double request = power(random, 20 * MICRO, 100 * MICRO);
    long delay = (long) (isFar ? power(random, 5 * MILLI, 40 * MILLI) : power(random, 3e4, 1e6));
    return new Conditions(
        random.nextInt(1, 3),
        random.nextBoolean(),
        new ProcessorCosts(
            (long) power(random, 10 * MICRO, 100 * MICRO),
            (long) power(random, 5 * MICRO, 50 * MICRO),
            (long) power(random, 2 * MICRO, 20 * MICRO)),
        (long) request,
        delay,
        power(random, 1e6, 1e8),
        random.nextBoolean() ? 0 : (long) power(random, 0.2 * MILLI, 5 * MILLI),
        Load.drawn(random, 1e9 / request, 2 * delay / 1e9));
  }

  /**
   * Replicas behind a long link: only a window that is many times the first one keeps all requests
   * of the clients under way.
   */
  static Conditions far(SplittableRandom random) {
    long delay = (long) (power(random, 10, 30) * MILLI);
    return new Conditions(
        2,
        false,
        new ProcessorCosts((long) (20 * MICRO), (long) (10 * MICRO), (long) (5 * MICRO)),
        (long) (20 * MICRO),
        delay,
        1e8,
        random.nextBoolean() ? 0 : (long) MILLI,
        new Load(random.nextInt(200, 400), 0, 128));
  }

  /** Replicas beside each other, and a small load. */
  static Conditions near(SplittableRandom random) {
    return new Conditions(
        2,
        false,
        new ProcessorCosts((long) (20 * MICRO), (long) (10 * MICRO), (long) (5 * MICRO)),
        (long) (20 * MICRO),
        (long) power(random, 100 * MICRO, MILLI),
        1e8,
        random.nextBoolean() ? 0 : (long) MILLI,
        new Load(SMALL_OUTSTANDING, SMALL_PER_SECOND, 64));
  }

  boolean isFar() {
    return delayNanos > FAR_NANOS;
  }

  private static double power(SplittableRandom random, double least, double most) {
    return least * Math.pow(most / least, random.nextDouble());
  }

  /** The same after a change that {@code random} draws. */
  Conditions changed(SplittableRandom random) {
    Change[] changes = Change.values();
    Change change = changes[random.nextInt(changes.length)];
    boolean more = random.nextBoolean();
    return new Conditions(
        processors,
        isOneMachine,
        costs,
        requestNanos,
        change == Change.ROUND_TRIP ? (long) (more ? 25 * MILLI : 0.1 * MILLI) : delayNanos,
        change == Change.BANDWIDTH ? bytesPerSecond * (more ? 10 : 0.1) : bytesPerSecond,
        change == Change.DISK && forceNanos > 0
            ? (long) (more ? 5 * MILLI : 0.2 * MILLI)
            : forceNanos,
        change == Change.LOAD ? load.times(more ? 4 : 0.25) : load);
  }
}
