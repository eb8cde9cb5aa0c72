package io.synod.network.peer;

import io.synod.network.transport.LastFrames;
import io.synod.network.transport.StrangerLog;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.PeerHello;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * The state that all connections and datagrams of one replica's peer port share.
 *
 * @param members that this replica knows
 * @param codec for decoding, on the event loop
 * @param strangers counts for connections of unknown senders
 * @param traffic counts messages by type
 * @param datagrams their socket
 * @param log of connections of unknown senders
 * @param lastFrames of its connections
 * @param draw a random number that strangers cannot guess
 */
record PeerPort(
    PeerSettings settings,
    PeerMembers members,
    PeerListener listener,
    MessageCodec codec,
    PeerTally strangers,
    Traffic traffic,
    DatagramPort datagrams,
    StrangerLog log,
    LastFrames lastFrames,
    LongSupplier draw) {

  /**
   * @param nanoClock of the event loop
   * @param draw a random number that strangers cannot guess
   */
  PeerPort(
      PeerSettings settings, PeerListener listener, LongSupplier nanoClock, LongSupplier draw) {
    this(
        settings,
        new PeerMembers(settings),
        listener,
        new MessageCodec(),
        new PeerTally(),
        new Traffic(),
        new DatagramPort(settings, listener),
        new StrangerLog(
            LoggerFactory.getLogger(PeerConnection.class), "replica " + settings.self(), nanoClock),
        new LastFrames(),
        draw);
  }

  /** How this replica introduces itself to {@code receiver}. */
  PeerHello hello(int receiver) {
    return new PeerHello(
        settings.clusterName(),
        settings.terms(),
        settings.replicas(),
        settings.self(),
        receiver,
        settings.levels(),
        members.membership(),
        members.isStandby());
  }
}
