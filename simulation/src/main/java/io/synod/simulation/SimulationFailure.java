package io.synod.simulation;

/** A failed seed; the message contains the command that replays it. */
public final class SimulationFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long seed;

  SimulationFailure(long seed, long virtualNanos, Throwable cause) {
    super(
        "seed %d, virtual time %,d ns: %s%n  replay: %s"
            .formatted(seed, virtualNanos, describe(cause), replayCommand(seed)),
        cause);
    this.seed = seed;
  }

  /** The command that runs this seed alone. */
  public static String replayCommand(long seed) {
    return "scripts/synod simulate --seeds 1 --seed " + seed;
  }

  public long seed() {
    return seed;
  }

  private static String describe(Throwable failure) {
    String text = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    return failure.getCause() == null ? text : text + "; because " + describe(failure.getCause());
  }
}
