package io.synod.network.peer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.util.concurrent.Future;
import io.synod.core.message.Message;
import io.synod.network.transport.FailureWords;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Ping;
import io.synod.network.wire.Pong;
import io.synod.network.wire.Refused;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection to a peer, from its handshake to its end. Confined to the event loop. */
final class PeerConnection extends ChannelDuplexHandler implements FrameHandler {
  private static final Logger log = LoggerFactory.getLogger(PeerConnection.class);

  // Strangers cannot make this replica allocate more than this.
  private static final int HANDSHAKE_BYTES_MAX = 1 << 13;

  // That may wait behind a full buffer and the message that has filled it. A peer has a thousand
  // pings on their way at most, each of whose pongs counts 116 bytes.
  private static final long PONG_BYTES_MAX = 1 << 20;

  // A peer sends a ping each second unless it awaits an answer, and answers ours. TCP sends again
  // ever more seldom, so a connection that a partition has stopped would stand still long after
  // that has ended.
  static final int SILENT_SECONDS_MAX = 10;

  // Replicas that start together dial each other and say that they have started. The second makes
  // the other side end the connection of the first and dial again, which is no trouble.
  static final long STARTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final PeerPort port;
  private final Handshake handshake;

  // Those that this is one of until it is greeted or ended; null if this replica has dialled.
  private final Strangers strangers;

  private Channel channel;
  private FrameDecoder decoder;
  private Future<?> handshakeTimeout;
  private Future<?> frameCheck;
  private long begunNanos;

  // Null until the handshake is done.
  private PeerLink link;

  // Checks, one in a second, since something has come. One that is held up counts once: what has
  // come meanwhile may not be read yet.
  private int silentSeconds;

  // Of the last check.
  private long lastUnsentBytes;

  // From here on no event of the connection is reported or logged.
  private boolean ended;

  /**
   * @param strangers which this joins; null if this replica has dialled
   */
  PeerConnection(PeerPort port, Handshake handshake, Strangers strangers) {
    this.port = port;
    this.handshake = handshake;
    this.strangers = strangers;
  }

  void addTo(Channel target) {
    channel = target;
    decoder = new FrameDecoder(HANDSHAKE_BYTES_MAX, this);
    target.pipeline().addLast(decoder, this);
    if (strangers != null) {
      strangers.add(this, remote());
      target.closeFuture().addListener(closed -> noStranger());
    }
  }

  private void noStranger() {
    if (strangers != null) {
      strangers.remove(this, remote());
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    begunNanos = nanoTime();
    handshakeTimeout =
        channel
            .eventLoop()
            .schedule(
                this::onHandshakeTimeout, port.settings().handshakeNanos(), TimeUnit.NANOSECONDS);
    handshake.begin(this);
  }

  private void onHandshakeTimeout() {
    if (handshake.mayBeDropped()) {
      abandon();
    } else {
      close("no complete handshake within the connect timeout");
    }
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    if (type == FrameType.REFUSED && peer() != null) {
      onRefused(Refused.decode(body));
    } else if (link == null) {
      handshake.onFrame(this, type, body);
    } else if (type == FrameType.DATAGRAM_OFFER) {
      onOffer(DatagramOffer.decode(body));
    } else if (type == FrameType.PING) {
      onPing(Ping.decode(body));
    } else if (type == FrameType.PONG) {
      link.meter.onPong(Pong.decode(body));
    } else {
      int frameBytes = Frame.HEADER_BYTES + body.readableBytes();
      Message message = port.codec().decode(type, body);
      link.tally.received(frameBytes);
      port.traffic().received(type, frameBytes);
      port.listener().onMessage(link.replica, message, frameBytes);
    }
  }

  /** Messages to a peer that reads nothing are dropped; pongs would wait for it without a bound. */
  private void onPing(Ping ping) {
    PeerSettings settings = port.settings();
    long mostAboveLow = PONG_BYTES_MAX + settings.maxFrameBytes() + settings.bufferBytes() / 2;
    if (channel.bytesBeforeWritable() > mostAboveLow) {
      close("it sends pings and reads no answers");
    } else {
      link.meter.onPing(ping);
    }
  }

  private void onOffer(DatagramOffer offer) throws MalformedFrame {
    if (!link.offered(offer)) {
      throw MalformedFrame.unexpected(FrameType.DATAGRAM_OFFER, "twice on a connection");
    }
  }

  @Override
  public void onReadComplete() {
    silentSeconds = 0;
    port.listener().onWorked();
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    context.flush();
    port.listener().onWorked();
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    tally().malformed.increment();
    if (link == null && reason.kind() == MalformedFrame.Kind.VERSION) {
      end("refused: " + reason.getMessage());
      port.lastFrames()
          .send(channel, new Refused(reason.getMessage()).encode(ByteBufAllocator.DEFAULT));
    } else if (link != null && reason.kind() == MalformedFrame.Kind.LENGTH) {
      close(
          reason.getMessage()
              + "; give this replica the network.max-frame of the others, if they have more");
    } else {
      close(reason.getMessage());
    }
  }

  void send(ByteBuf frame) {
    channel.writeAndFlush(frame, channel.voidPromise());
  }

  /**
   * The handshake is done: messages follow.
   *
   * @param levels that the other side knows
   */
  void open(PeerLink peer, Levels levels) {
    if (ended) {
      // The welcome could not be sent.
      return;
    }
    handshakeTimeout.cancel(false);
    decoder.limit(port.settings().maxFrameBytes());
    frameCheck =
        channel.eventLoop().scheduleWithFixedDelay(this::checkEachSecond, 1, 1, TimeUnit.SECONDS);
    link = peer;
    noStranger();
    log.info(
        "replica {}: connected to replica {} at {}, {}", self(), peer.replica, remote(), levels);
    peer.open(this, channel, levels);
  }

  private void checkEachSecond() {
    // What leaves a slow link holds up the answers to our pings.
    long unsent = unsentBytes();
    silentSeconds = unsent < lastUnsentBytes ? 0 : silentSeconds + 1;
    lastUnsentBytes = unsent;
    if (silentSeconds > SILENT_SECONDS_MAX && !Sockets.of(channel.eventLoop()).endsStalled()) {
      close("nothing has come from it for %d seconds".formatted(SILENT_SECONDS_MAX));
    } else {
      decoder.checkTime(nanoTime());
    }
  }

  private long unsentBytes() {
    ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
    return unsent == null ? 0 : unsent.totalPendingWriteBytes();
  }

  /** Sends the peer the reason and closes the connection. */
  void refuse(Refused refusal) {
    end("refused: " + refusal.reason());
    sendLast(refusal);
  }

  /** The same for a client, which takes this for the port for clients. */
  void refuseClient(Refused refusal) {
    port.log().wrongPort("connection from " + remote(), refusal.reason());
    endSilently();
    sendLast(refusal);
  }

  private void sendLast(Refused refusal) {
    tally().refused.increment();
    port.lastFrames().send(channel, refusal.encode(ByteBufAllocator.DEFAULT));
  }

  void close(String reason) {
    end(reason);
    channel.close();
  }

  /** The other side has started again, so that this connection is with an earlier process. */
  void closeRestarted() {
    endByPeer("the other side has started again");
    channel.close();
  }

  /** Closes without a log line: its purpose is fulfilled, or this replica stops. */
  void abandon() {
    endSilently();
    channel.close();
  }

  private void endSilently() {
    ended = true;
    stopReading();
  }

  private void stopReading() {
    noStranger();
    decoder.stop();
    if (handshakeTimeout != null) {
      handshakeTimeout.cancel(false);
    }
    if (frameCheck != null) {
      frameCheck.cancel(false);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    endByPeer("the other side closed it");
  }

  /** Any exception costs this connection only. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      endByPeer(FailureWords.of(cause));
      channel.close();
      return;
    }
    port.log().failed("connection from " + remote(), cause);
    close(cause.toString());
    port.listener().onBug(cause);
  }

  private void onRefused(Refused refusal) {
    close("refused by replica " + peer().replica + ": " + refusal.reason());
  }

  /** The other side has ended it without a word of this protocol, or has started again. */
  private void endByPeer(String reason) {
    long livedNanos = nanoTime() - begunNanos;
    boolean isStarting = handshakeTimeout != null && livedNanos < STARTING_NANOS;
    if (link == null && handshake.mayBeDropped()) {
      endSilently();
    } else if (isStarting && !ended && peer() == null) {
      // Anybody may connect and go, as port scans and health checks do each few seconds.
      port.log().gone("connection from " + remote(), reason);
      endSilently();
    } else if (isStarting && !ended) {
      log.info(
          "replica {}: the connection with replica {} ended {} ms after it began: {}; this happens when"
              + " replicas start or stop together, and they connect again; if it does not end, another"
              + " process may run as replica {}",
          self(),
          peer().replica,
          TimeUnit.NANOSECONDS.toMillis(livedNanos),
          reason,
          self());
      takeOutOfUse();
    } else {
      end(reason);
    }
  }

  /** Says once why the connection is over, and takes it out of use. */
  private void end(String reason) {
    if (ended) {
      return;
    }
    logEnd(reason);
    takeOutOfUse();
  }

  private void takeOutOfUse() {
    ended = true;
    stopReading();
    if (link != null) {
      link.closed(this);
      warnIfSoonAgain();
    }
  }

  private void warnIfSoonAgain() {
    if (link.endedSoonAgain(nanoTime() - begunNanos)) {
      log.warn(
          "replica {}: connection with replica {} ends soon, again and again: another process runs as"
              + " replica {} or as replica {}, with which they alternate, or one is started again"
              + " and again; run one process for each number",
          self(),
          link.replica,
          self(),
          link.replica);
    }
  }

  /** Dialling goes on for ever; that it fails for the same reason again is no news. */
  private void logEnd(String reason) {
    PeerLink peer = peer();
    if (peer == null) {
      port.log().ended("connection from " + remote(), reason);
    } else if (link != null || peer.isNews(reason)) {
      log.warn(
          "replica {}: connection with replica {} at {} ended: {}; {} connects again",
          self(),
          peer.replica,
          remote(),
          reason,
          strangers == null ? "this replica" : "that one");
    }
  }

  private long nanoTime() {
    return Sockets.nanoTime(channel.eventLoop());
  }

  private PeerLink peer() {
    return link != null ? link : handshake.expected();
  }

  private PeerTally tally() {
    PeerLink peer = peer();
    return peer != null ? peer.tally : port.strangers();
  }

  private int self() {
    return port.settings().self();
  }

  private SocketAddress remote() {
    return channel.remoteAddress();
  }
}
