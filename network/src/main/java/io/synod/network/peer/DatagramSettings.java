package io.synod.network.peer;

import io.synod.network.wire.Datagram;
import java.util.concurrent.TimeUnit;

/**
 * Which messages travel as datagrams where they get through.
 *
 * @param frameBytesMax longest frame, header included, that does; 0 for none at all
 * @param probeNanos between two probes to the same peer; without a probe of the peer for three of
 *     them, datagrams count as lost
 */
public record DatagramSettings(int frameBytesMax, long probeNanos) {
  /** Everything travels over connections, and no socket for datagrams is opened. */
  public static final DatagramSettings NONE = upTo(0);

  public DatagramSettings {
    if (frameBytesMax < 0 || frameBytesMax > Datagram.FRAME_BYTES_MAX || probeNanos < 1) {
      throw new IllegalArgumentException(
          "frames of %d bytes in datagrams, probes each %d ns"
              .formatted(frameBytesMax, probeNanos));
    }
  }

  /** With a probe each second. */
  public static DatagramSettings upTo(int frameBytesMax) {
    return new DatagramSettings(frameBytesMax, TimeUnit.SECONDS.toNanos(1));
  }

  boolean areUsed() {
    return frameBytesMax > 0;
  }
}
