package io.synod.tuning.model;

/**
 * CPU time of handling a message, as a linear function of its size: &phi;(x) = a x + b (S13,
 * section III).
 *
 * @param millisPerKib a, milliseconds for each 1024 bytes; at least 0
 * @param millis b, milliseconds for each message; at least 0
 */
public record LinearCost(double millisPerKib, double millis) {
  private static final double KIB = 1024;

  public LinearCost {
    if (!(millisPerKib >= 0 && millis >= 0) || Double.isInfinite(millisPerKib + millis)) {
      throw new IllegalArgumentException(
          "a cost of %s ms per KiB and %s ms".formatted(millisPerKib, millis));
    }
  }

  /** The cost in milliseconds of a message of {@code bytes}. */
  public double of(double bytes) {
    return millisPerKib * bytes / KIB + millis;
  }
}
