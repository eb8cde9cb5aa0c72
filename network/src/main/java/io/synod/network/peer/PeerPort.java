package io.synod.network.peer;

import io.synod.network.transport.LogLimit;
import io.synod.network.wire.MessageCodec;
import java.util.concurrent.TimeUnit;

/**
 * What all connections of one replica's peer port share, and its datagrams.
 *
 * @param codec for decoding, on the event loop
 * @param strangers counts what came from nobody known
 * @param traffic counts messages by type
 * @param datagrams their socket
 * @param endsLogged bounds the lines about connections of nobody known
 */
record PeerPort(
    PeerSettings settings,
    PeerListener listener,
    MessageCodec codec,
    PeerTally strangers,
    Traffic traffic,
    DatagramPort datagrams,
    LogLimit endsLogged) {

  private static final int ENDS_LOGGED_MAX = 10;
  private static final long ENDS_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(10);

  PeerPort(PeerSettings settings, PeerListener listener) {
    this(
        settings,
        listener,
        new MessageCodec(settings.replicas()),
        new PeerTally(),
        new Traffic(),
        new DatagramPort(settings),
        new LogLimit(ENDS_LOGGED_MAX, ENDS_PERIOD_NANOS));
  }
}
