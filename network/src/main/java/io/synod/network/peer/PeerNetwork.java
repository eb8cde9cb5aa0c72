package io.synod.network.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.core.check.Check;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.Frame;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MessageCodec;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

/**
 * Carries messages between this replica and its peers, over one connection for each pair: a member
 * is dialled by those with higher numbers and by standbys, and dialled again whenever the
 * connection breaks or the member has started. A newer connection replaces an older one. Beside it
 * small messages travel as datagrams where the settings say so and {@link DatagramPath} knows that
 * they arrive. Messages may be lost: to a peer that is gone or slow they are dropped and counted,
 * so that it costs no more than {@link PeerSettings#bufferBytes} and one message.
 *
 * <p>Everything happens on the event loop; the protocol sends from there.
 */
public final class PeerNetwork implements AutoCloseable {
  private final PeerSettings settings;
  private final EventLoop loop;
  private final PeerPort port;
  private final List<PeerLink> all;

  // The same by replica number; null at this replica's own.
  private final PeerLink[] links;

  private final LinkMeters meters;

  // Of the event loop.
  private final Strangers strangers = new Strangers();
  private final MessageCodec codec = new MessageCodec();
  private boolean begun;

  private volatile Channel server;
  private volatile boolean closed;

  public PeerNetwork(PeerSettings settings, EventLoop loop, PeerListener listener) {
    this.settings = settings;
    this.loop = loop;
    port =
        new PeerPort(
            settings, listener, () -> Sockets.nanoTime(loop), () -> Sockets.of(loop).draw());
    links = new PeerLink[ReplicaSet.NUMBERS];
    for (int peer = 0; peer < links.length; peer++) {
      links[peer] = peer == settings.self() ? null : new PeerLink(peer, port);
    }
    all = Arrays.stream(links).filter(Objects::nonNull).toList();
    meters = new LinkMeters(loop, port, links);
  }

  /**
   * Listens, and begins to dial. Waits until the port is bound, so not for the event loop's thread.
   *
   * @throws UncheckedIOException if the port cannot be had; names the address and its key
   */
  public void start() {
    Check.that(!loop.inEventLoop(), "start waits for the event loop it is called on");
    WriteBufferWaterMark waterMark =
        new WriteBufferWaterMark(settings.bufferBytes() / 2, settings.bufferBytes());
    Sockets sockets = Sockets.of(loop);
    ServerBootstrap listener =
        sockets
            .endStalled(sockets.listener(waterMark))
            .group(loop, loop)
            .childHandler(new Accepted());
    prepareDialling(sockets.endStalled(sockets.dialler(waterMark)).group(loop));
    int self = settings.self();
    server =
        sockets.bind(
            listener, settings.addresses().get(self), "peers (key replica.%d)".formatted(self));
    if (settings.datagrams().areUsed()) {
      port.datagrams()
          .open(
              sockets,
              sockets.datagrams(waterMark).group(loop).handler(new DatagramHandler(port, links)),
              address(),
              all.stream().map(PeerLink::datagrams).toList());
    }
    loop.execute(this::begin);
  }

  private void prepareDialling(Bootstrap dialler) {
    all.forEach(link -> link.dialledBy(new Dialler(dialler, port, link)));
  }

  private void begin() {
    begun = true;
    meters.start();
    all.forEach(PeerLink::update);
  }

  /**
   * This replica has entered a membership: connects to its members from now on. Open connections
   * with former members, and with members that have another address now, go on until they end. Any
   * thread, also before the start.
   *
   * @param membership its number
   * @param addresses where the members listen for replicas; one that is unknown is left out
   */
  public void apply(
      long membership, ReplicaSet members, Map<Integer, InetSocketAddress> addresses) {
    Map<Integer, InetSocketAddress> known = Map.copyOf(addresses);
    try {
      loop.execute(() -> enter(membership, members, known));
    } catch (RejectedExecutionException ended) {
      // The event loop has ended, and with it every connection.
      return;
    }
  }

  private void enter(
      long membership, ReplicaSet members, Map<Integer, InetSocketAddress> addresses) {
    port.members().enter(membership, members, addresses);
    if (begun && !closed) {
      all.forEach(PeerLink::update);
    }
  }

  /** Where this replica listens; known once it is started. */
  public InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /**
   * Queues {@code message} for each of {@code to} that is connected and keeps up; it leaves with
   * the next {@link #flush}. Encodes it before it returns. On the event loop.
   *
   * @param to peers; this replica itself is none
   */
  public void send(ReplicaSet to, Message message) {
    ReplicaSet reachable = reachable(to);
    if (reachable.isEmpty()) {
      return;
    }
    Check.that(loop.inEventLoop(), "messages are sent on the event loop");
    ByteBuf frame = codec.encode(message, ByteBufAllocator.DEFAULT);
    checkSize(frame);
    port.traffic().sent(Frame.type(frame), reachable.size(), frame.readableBytes());
    for (int left = reachable.bits(); left != 0; ) {
      PeerLink link = links[Integer.numberOfTrailingZeros(left)];
      left &= left - 1;
      link.write(left == 0 ? frame : frame.retainedDuplicate());
    }
  }

  /** Sends what was queued: one flush for each peer. On the event loop. */
  public void flush() {
    for (PeerLink link : links) {
      if (link != null) {
        link.flush();
      }
    }
  }

  /** Count of the peers to which messages are sent. Any thread. */
  public int connected() {
    return connectedPeers().size();
  }

  /** The peers to which messages are sent. Any thread. */
  public ReplicaSet connectedPeers() {
    ReplicaSet connected = ReplicaSet.EMPTY;
    for (PeerLink link : all) {
      connected = link.isConnected() ? connected.with(link.replica) : connected;
    }
    return connected;
  }

  /** Count of the peers to which messages that fit go as datagrams. Any thread. */
  public int datagramPeers() {
    return (int) all.stream().filter(link -> link.datagrams().isUsed()).count();
  }

  /** What passed between this replica and {@code peer}. Any thread. */
  public PeerCounters counters(int peer) {
    return links[peer] == null ? PeerCounters.NONE : links[peer].tally.snapshot();
  }

  /** What passed between this replica and anyone, strangers included. Any thread. */
  public PeerCounters counters() {
    PeerCounters total = port.strangers().snapshot();
    for (PeerLink link : all) {
      total = total.plus(link.tally.snapshot());
    }
    return total;
  }

  /** What is known of the way to {@code peer}; nothing of this replica itself. Any thread. */
  public LinkQuality quality(int peer) {
    return links[peer] == null ? LinkQuality.UNKNOWN : links[peer].meter.quality();
  }

  /** Whether there is a connection to {@code peer}, which is not this replica. Any thread. */
  public boolean isConnected(int peer) {
    return links[peer].isConnected();
  }

  /**
   * What {@code peer} has said that it knows, last if there is no connection; null before the
   * first. Any thread.
   */
  public Levels levels(int peer) {
    return links[peer].levels();
  }

  /** What the links to all peers carry together. Any thread. */
  public SharedRate sharedRate() {
    return meters.sharedRate();
  }

  /**
   * Sends a burst to each connected peer, one after the other and then to all at once, and finds
   * their rates: a second of sending and 64 MiB at most each. While bursts are under way, more
   * calls only wait for them. Any thread.
   *
   * @return completes when {@link #quality} and {@link #sharedRate} have what was found; never if
   *     the event loop ends before
   */
  public CompletableFuture<Void> measureBandwidth() {
    CompletableFuture<Void> over = meters.over();
    try {
      loop.execute(meters::burstToAll);
    } catch (RejectedExecutionException ended) {
      // Nothing will be found any more, as of a loop that ends a moment later.
      return over;
    }
    return over;
  }

  /** Messages by type. Any thread. */
  public Traffic traffic() {
    return port.traffic();
  }

  /**
   * Ends listening, dialling and all connections, and waits for it unless called on the event loop,
   * which must still run. Nothing is sent any more; the listener is not called.
   */
  @Override
  public void close() {
    closed = true;
    if (loop.inEventLoop()) {
      closeAll();
    } else if (!loop.isShuttingDown()) {
      Sockets.sync(loop, loop.submit(this::closeAll));
      port.datagrams().awaitClosed(loop);
    }
  }

  private void closeAll() {
    meters.close();
    if (server != null) {
      server.close();
    }
    all.forEach(PeerLink::stopDialling);
    port.datagrams().close();
    all.forEach(PeerLink::abandon);
    strangers.all().forEach(PeerConnection::abandon);
  }

  /** To these a message would be sent now. */
  private ReplicaSet reachable(ReplicaSet to) {
    ReplicaSet reachable = ReplicaSet.EMPTY;
    for (int left = to.bits(); left != 0; left &= left - 1) {
      int replica = Integer.numberOfTrailingZeros(left);
      Check.that(
          links[replica] != null, "replica %d is no peer of replica %d", replica, settings.self());
      PeerLink link = links[replica];
      if (link.flushIfFull()) {
        reachable = reachable.with(replica);
      } else {
        link.tally.dropped();
      }
    }
    return reachable;
  }

  private void checkSize(ByteBuf frame) {
    int bodyBytes = frame.readableBytes() - Frame.HEADER_BYTES;
    Check.that(
        bodyBytes <= settings.maxFrameBytes(),
        "a message of %d bytes exceeds the frame limit of %d",
        bodyBytes,
        settings.maxFrameBytes());
  }

  /** Equips each connection that is accepted. */
  private final class Accepted extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel channel) {
      if (closed) {
        channel.close();
        return;
      }
      new PeerConnection(port, new AcceptedHandshake(port, links), strangers).addTo(channel);
    }
  }
}
