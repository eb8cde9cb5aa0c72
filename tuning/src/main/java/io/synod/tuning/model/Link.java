package io.synod.tuning.model;

/**
 * The leader's network: a link to each replica, behind one that all its messages share. Whichever
 * is tighter limits it; the other may be infinite.
 *
 * @param bytesPerMilli B of the link to one replica; more than 0
 * @param sharedBytesPerMilli B of the link that all messages to replicas and clients share; more
 *     than 0
 * @param oneWayMillis L, latency of one direction; at least 0
 */
public record Link(double bytesPerMilli, double sharedBytesPerMilli, double oneWayMillis) {
  private static final double BITS_PER_BYTE = 8;
  private static final double MILLIS_PER_SECOND = 1_000;

  public Link {
    boolean limited = Double.isFinite(bytesPerMilli) || Double.isFinite(sharedBytesPerMilli);
    if (!(bytesPerMilli > 0 && sharedBytesPerMilli > 0 && oneWayMillis >= 0)
        || Double.isInfinite(oneWayMillis)
        || !limited) {
      throw new IllegalArgumentException(
          "links of %s and in all of %s bytes/ms, and %s ms"
              .formatted(bytesPerMilli, sharedBytesPerMilli, oneWayMillis));
    }
  }

  /** Of {@code bitsPerSecond}, whichever link that is; the papers' Mbit is 2^20 bit. */
  public static Link ofBits(Topology topology, double bitsPerSecond, double oneWayMillis) {
    return topology == Topology.LAN
        ? ofBits(Double.POSITIVE_INFINITY, bitsPerSecond, oneWayMillis)
        : ofBits(bitsPerSecond, Double.POSITIVE_INFINITY, oneWayMillis);
  }

  /** Of {@code bitsPerSecond} to each replica and {@code sharedBitsPerSecond} to all together. */
  public static Link ofBits(double bitsPerSecond, double sharedBitsPerSecond, double oneWayMillis) {
    return new Link(bytesPerMilli(bitsPerSecond), bytesPerMilli(sharedBitsPerSecond), oneWayMillis);
  }

  private static double bytesPerMilli(double bitsPerSecond) {
    return bitsPerSecond / BITS_PER_BYTE / MILLIS_PER_SECOND;
  }
}
