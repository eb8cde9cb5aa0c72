package io.synod.tuning.model;

/**
 * A link of the leader.
 *
 * @param bytesPerMilli B, bandwidth; more than 0
 * @param oneWayMillis L, latency of one direction; at least 0
 */
public record Link(Topology topology, double bytesPerMilli, double oneWayMillis) {
  private static final double BITS_PER_BYTE = 8;
  private static final double MILLIS_PER_SECOND = 1_000;

  public Link {
    if (!(bytesPerMilli > 0 && oneWayMillis >= 0) || Double.isInfinite(oneWayMillis)) {
      throw new IllegalArgumentException(
          "a link of %s bytes/ms and %s ms".formatted(bytesPerMilli, oneWayMillis));
    }
  }

  /** A link of {@code bitsPerSecond}; the papers' Mbit is 2^20 bit. */
  public static Link ofBits(Topology topology, double bitsPerSecond, double oneWayMillis) {
    return new Link(topology, bitsPerSecond / BITS_PER_BYTE / MILLIS_PER_SECOND, oneWayMillis);
  }
}
