package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.Levels;

/**
 * The state of one peer, across connections. Confined to the event loop, except for {@link
 * #isConnected}, the tally, the levels, the meter's quality and whether datagrams are used.
 */
final class PeerLink {
  // So many connections in a row that ended sooner are a sign that two processes have one number.
  private static final int SOON_ENDED_MAX = 10;
  private static final long SOON_NANOS = 5_000_000_000L;

  final int replica;
  final PeerTally tally = new PeerTally();
  final LinkMeter meter;

  private final PeerListener listener;
  private final DatagramPath datagrams;
  private final boolean offersDatagrams;

  // Of the open connection; null while there is none. Written by the event loop only.
  private volatile Channel channel;

  // What the peer knows, as it said when it last connected; null before that.
  private volatile Levels levels;

  // Null until this replica may dial, and in tests that do not.
  private Dialler dialler;

  private PeerConnection connection;

  // Invariant: false while there is no connection.
  private boolean unflushed;

  // Why the last dial or handshake failed; null since the last connection.
  private String failure;

  // The last connections, as far as each of them ended soon.
  private int soonEnded;

  PeerLink(int replica, PeerPort port) {
    this.replica = replica;
    listener = port.listener();
    meter = new LinkMeter(port.settings());
    datagrams = new DatagramPath(replica, port, tally);
    offersDatagrams = port.settings().datagrams().areUsed();
  }

  /** {@code dials} learns when a connection opens and ends. */
  void dialledBy(Dialler dials) {
    dialler = dials;
  }

  /** Whether this replica dials the other one with success, as far as it knows. */
  boolean isDialled() {
    return dialler != null && dialler.knowsAddress() && !dialler.isFailing();
  }

  void redial() {
    dialler.redial();
  }

  void update() {
    dialler.update();
    if (isConnected()) {
      datagrams.update();
    }
  }

  void stopDialling() {
    if (dialler != null) {
      dialler.close();
    }
  }

  DatagramPath datagrams() {
    return datagrams;
  }

  /** Any thread. */
  boolean isConnected() {
    return channel != null;
  }

  boolean isConnectedBy(Channel one) {
    return channel == one;
  }

  /**
   * What the peer has said that it knows, last if there is no connection; null before the first.
   * Any thread.
   */
  Levels levels() {
    return levels;
  }

  /** {@code opened} replaces an existing connection: that one was half open, or is older. */
  void open(PeerConnection opened, Channel openedChannel, Levels known) {
    close(
        "a newer connection replaces it; if this comes again and again, two processes run as"
            + " replica "
            + replica);
    connection = opened;
    levels = known;
    channel = openedChannel;
    failure = null;
    if (dialler != null) {
      dialler.opened();
    }
    // What is sent may find that the other side is gone, and end the connection.
    listener.onConnected(replica);
    if (offersDatagrams) {
      opened.send(datagrams.open().encode(ByteBufAllocator.DEFAULT));
    }
    if (connection == opened) {
      meter.opened(openedChannel);
    }
  }

  /** Returns whether the peer had not offered datagrams over this connection before. */
  boolean offered(DatagramOffer offer) {
    EventLoop loop = channel.eventLoop();
    return datagrams.offered(offer, Sockets.of(loop), loop);
  }

  /** Whether no connection came about for another reason than the last time. */
  boolean isNews(String reason) {
    boolean news = !reason.equals(failure);
    failure = reason;
    return news;
  }

  /**
   * A connection has ended.
   *
   * @return whether enough connections in a row have ended soon for a warning: true once, until one
   *     has lasted
   */
  boolean endedSoonAgain(long livedNanos) {
    soonEnded = livedNanos < SOON_NANOS ? soonEnded + 1 : 0;
    return soonEnded == SOON_ENDED_MAX;
  }

  /** {@code closed} is no longer to be used. */
  void closed(PeerConnection closed) {
    if (connection == closed) {
      forget();
      meter.closed();
      if (dialler != null) {
        dialler.lost();
      }
      listener.onDisconnected(replica);
    }
  }

  /** Ends the connection, if there is one. */
  void close(String reason) {
    if (connection != null) {
      connection.close(reason);
    }
  }

  /** Ends the connection, if there is one, because the peer has started again. */
  void closeRestarted() {
    if (connection != null) {
      connection.closeRestarted();
    }
  }

  /** Ends the connection without telling the listener. */
  void abandon() {
    PeerConnection open = connection;
    forget();
    if (open != null) {
      meter.closed();
      open.abandon();
    }
  }

  private void forget() {
    connection = null;
    channel = null;
    unflushed = false;
    datagrams.close();
  }

  /** Whether a message would be sent now; flushes if what fills the buffer only waits for that. */
  boolean flushIfFull() {
    if (unflushed && !channel.isWritable()) {
      flush();
    }
    Channel open = channel;
    return open != null && open.isWritable();
  }

  /**
   * Writes {@code frame}, which it releases, behind {@link #flushIfFull}; as a datagram if it fits
   * and they get through.
   */
  void write(ByteBuf frame) {
    if (datagrams.takes(frame)) {
      datagrams.write(frame);
      return;
    }
    tally.sent(frame.readableBytes());
    unflushed = true;
    channel.write(frame, channel.voidPromise());
  }

  void flush() {
    if (unflushed) {
      unflushed = false;
      channel.flush();
    }
    datagrams.flush();
  }
}
