package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.Datagram;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.DatagramProbe;
import java.net.InetSocketAddress;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether datagrams arrive between this replica and one peer, and the tokens that identify them.
 * Messages travel as datagrams only while these are known to arrive. Where only connections get
 * through, everything goes over the connection.
 *
 * <table>
 *   <caption>States</caption>
 *   <tr><td>closed</td><td>no connection, or this replica uses no datagrams: none is accepted</td></tr>
 *   <tr><td>open</td><td>a token was sent to the peer; its datagrams that show it are accepted</td></tr>
 *   <tr><td>probed</td><td>the peer has sent its own token, and its address was looked up: each probe says whether probes of the peer arrive</td></tr>
 *   <tr><td>used</td><td>the peer reports that probes of this replica arrive: messages that fit go as datagrams</td></tr>
 * </table>
 *
 * <p>Goes back from used to probed when the peer reports that no probe arrives, or sends none
 * itself. Goes to closed with the connection. Confined to the event loop, except for {@link
 * #isUsed}.
 */
final class DatagramPath {
  /** After this many probe intervals without a probe of the peer, datagrams count as lost. */
  static final int SILENT_PROBES_MAX = 3;

  // Probe intervals between two look-ups of a peer that no datagram reaches: its name may mean
  // nothing yet, or for a while still the address that the peer had before it started again.
  private static final int LOOK_UP_PROBES = 10;

  private static final Logger log = LoggerFactory.getLogger(DatagramPath.class);

  private enum State {
    CLOSED,
    OPEN,
    PROBED,
    USED
  }

  private final int peer;
  private final PeerPort port;
  private final PeerTally tally;

  // Written by the event loop only.
  private volatile State state = State.CLOSED;

  // The token that was sent to the peer over this connection.
  private long token;

  // The token that the peer has sent over this connection; null before.
  private DatagramOffer offer;

  // Null until it is probed.
  private InetSocketAddress address;

  // Of the connection over which the offer came; null before.
  private Sockets sockets;
  private Executor loop;
  private boolean isLookingUp;
  private boolean wasUnknown;
  private int probesSinceLookUp;

  // Since a probe of the peer has come; at most SILENT_PROBES_MAX.
  private int probesUnheard;

  // Probes since the peer last reported that they arrive; not counted further once that was logged.
  private int probesUnanswered;

  DatagramPath(int peer, PeerPort port, PeerTally tally) {
    this.peer = peer;
    this.port = port;
    this.tally = tally;
  }

  /** Whether messages that fit go as datagrams. Any thread. */
  boolean isUsed() {
    return state == State.USED;
  }

  /** A connection with the peer has opened; returns the token to send over it. */
  DatagramOffer open() {
    state = State.OPEN;
    token = port.draw().getAsLong();
    probesUnheard = SILENT_PROBES_MAX;
    probesUnanswered = 0;
    wasUnknown = false;
    return new DatagramOffer(token);
  }

  /** The connection has ended, and its tokens with it. */
  void close() {
    state = State.CLOSED;
    offer = null;
    address = null;
  }

  /**
   * The peer takes datagrams that show a token.
   *
   * @param names looks the peer up
   * @param executor the event loop
   * @return whether it is the first token that the peer has sent over this connection
   */
  boolean offered(DatagramOffer newest, Sockets names, Executor executor) {
    if (offer != null) {
      return false;
    }
    offer = newest;
    sockets = names;
    loop = executor;
    update();
    return true;
  }

  /**
   * Looks the peer up if it takes datagrams and none get through yet; its address may have become
   * known only now, or may be another one.
   */
  void update() {
    InetSocketAddress known = port.members().address(peer);
    DatagramOffer newest = offer;
    boolean isWanted = state == State.OPEN || state == State.PROBED;
    if (isWanted && newest != null && known != null && !isLookingUp) {
      isLookingUp = true;
      probesSinceLookUp = 0;
      sockets.lookUp(known).thenAccept(found -> loop.execute(() -> lookedUp(newest, found)));
    }
  }

  private void lookedUp(DatagramOffer of, InetSocketAddress found) {
    isLookingUp = false;
    if (offer != of) {
      // The connection that it was for is over.
      update();
    } else if (found.isUnresolved()) {
      reportUnknown(found);
    } else if (state == State.OPEN || state == State.PROBED && !found.equals(address)) {
      address = found;
      state = State.PROBED;
      sendProbe();
    }
  }

  private void reportUnknown(InetSocketAddress found) {
    if (!wasUnknown && state == State.OPEN) {
      wasUnknown = true;
      log.info(
          "replica {}: cannot look up {}, so messages to replica {} go over the connection, not as"
              + " datagrams, until it can",
          settings().self(),
          found,
          peer);
    }
  }

  /** Whether {@code shown} is the token that was sent to the peer over the open connection. */
  boolean isToken(long shown) {
    return state != State.CLOSED && shown == token;
  }

  /** A probe of the peer has come; the first one after a silence is answered at once. */
  void probed(DatagramProbe probe) {
    boolean news = probesUnheard == SILENT_PROBES_MAX;
    probesUnheard = 0;
    if (news) {
      sendProbe();
    }
    if (probe.heard()) {
      answered();
    } else if (state == State.USED) {
      endUse();
    }
  }

  private void answered() {
    probesUnanswered = 0;
    if (state == State.PROBED) {
      state = State.USED;
      log.info(
          "replica {}: datagrams reach replica {}: sends messages of up to {} bytes as datagrams",
          settings().self(),
          peer,
          settings().datagrams().frameBytesMax());
    }
  }

  private void endUse() {
    state = State.PROBED;
    probesUnanswered = SILENT_PROBES_MAX + 1;
    log.warn(
        "replica {}: datagrams do not reach replica {} and back: sends all messages over the"
            + " connection until they do; a firewall may drop UDP on the peer port",
        settings().self(),
        peer);
  }

  /** An interval is over. */
  void probe() {
    if (isProbed()) {
      countUnanswered();
      sendProbe();
      probesUnheard = Math.min(probesUnheard + 1, SILENT_PROBES_MAX);
    }
    if (++probesSinceLookUp >= LOOK_UP_PROBES) {
      update();
    }
  }

  private void countUnanswered() {
    if (probesUnanswered == SILENT_PROBES_MAX) {
      endUse();
    } else if (probesUnanswered < SILENT_PROBES_MAX) {
      probesUnanswered++;
    }
  }

  /**
   * Sends a probe, as long as the longest message. One that the socket does not take is as good as
   * lost.
   */
  private void sendProbe() {
    if (isProbed()) {
      boolean heard = probesUnheard < SILENT_PROBES_MAX;
      DatagramProbe probe = DatagramProbe.ofLength(heard, settings().datagrams().frameBytesMax());
      send(probe.encode(ByteBufAllocator.DEFAULT));
      flush();
    }
  }

  private boolean isProbed() {
    return state == State.PROBED || state == State.USED;
  }

  /** Whether a message goes this way now. */
  boolean takes(ByteBuf frame) {
    return state == State.USED && frame.readableBytes() <= settings().datagrams().frameBytesMax();
  }

  /**
   * Sends the message with the next flush, or drops it if the socket takes no more; releases it.
   */
  void write(ByteBuf frame) {
    int frameBytes = frame.readableBytes();
    if (send(frame)) {
      tally.sentDatagram(frameBytes);
    } else {
      tally.dropped();
    }
  }

  void flush() {
    port.datagrams().flush();
  }

  private boolean send(ByteBuf frame) {
    try {
      if (!port.datagrams().flushIfFull()) {
        return false;
      }
      int self = settings().self();
      port.datagrams()
          .write(address, Datagram.encode(self, offer.token(), frame, ByteBufAllocator.DEFAULT));
      return true;
    } finally {
      frame.release();
    }
  }

  private PeerSettings settings() {
    return port.settings();
  }
}
