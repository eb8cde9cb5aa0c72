package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.synod.core.command.BatchEntry;
import io.synod.network.transport.FailureWords;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.Busy;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import io.synod.network.wire.Refused;
import io.synod.network.wire.ReplyReader;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a replica, from dialling to its end: turns frames into calls of the core, and
 * reports its end once. After {@link #hangUp} it reports nothing. Confined to the event loop.
 */
final class Connection extends ChannelInboundHandlerAdapter implements FrameHandler {
  private static final Logger log = LoggerFactory.getLogger(SynodClient.class);

  /** A frame is closed before its body would exceed this; a larger request travels alone. */
  private static final int FRAME_BYTES = 64 << 10;

  private final String cluster;
  private final int frameBytesMax;
  private final String replica;
  private final ClientLoop driver;
  private final Caller caller;
  private final FrameDecoder decoder;
  private final ReplyReader.Visitor onReply;
  private final ReplyReader.Visitor onQueryReply;

  private int requestFrameBytes;
  // Null until it is dialled.
  private Channel channel;
  private String trouble = "the connection was closed";
  private long now;
  private boolean over;

  // Whether it sends nothing more, and ends in a later task of the event loop.
  private boolean failing;

  // Whether the replica has answered on this connection.
  private boolean answered;

  Connection(ClientSettings settings, InetSocketAddress address, ClientLoop driver, Caller caller) {
    this.cluster = settings.cluster();
    this.frameBytesMax = Math.min(FRAME_BYTES, settings.frameBytesMax());
    this.replica = ReplicaAddresses.text(address);
    this.driver = driver;
    this.caller = caller;
    this.decoder = new FrameDecoder(settings.frameBytesMax(), this);
    ReplyView view = new ReplyView();
    this.onReply =
        (session, sequence, status, body, at, bytes) ->
            caller.replied(view.of(session, sequence, status).in(body, at, bytes), now);
    this.onQueryReply =
        (session, sequence, status, body, at, bytes) ->
            caller.queryReplied(view.of(session, sequence, status).in(body, at, bytes), now);
  }

  /** The connection is being made. */
  void dialling(ChannelFuture connecting) {
    channel = connecting.channel();
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            // It may have failed while the core was dialling, which must not be called back.
            driver.later(() -> ended(FailureWords.of(done.cause())));
          }
        });
  }

  /** The name in the address means nothing now. */
  void unknownHost() {
    ended("unknown host");
  }

  boolean isWritable() {
    return !over && !failing && channel != null && channel.isWritable();
  }

  /** Whether it has ended: it calls its listener no more. */
  boolean isOver() {
    return over;
  }

  /** What the replica surely takes in one frame of several requests; set by its welcome. */
  int requestFrameBytes() {
    return requestFrameBytes;
  }

  void write(ByteBuf frame) {
    if (failing) {
      // A frame before it is missing.
      frame.release();
    } else {
      channel.write(frame, channel.voidPromise());
    }
  }

  /** It ends, which is reported later: the core, which is writing, must not be called back. */
  void fail(String reason) {
    if (!failing) {
      failing = true;
      driver.later(() -> ended(reason));
    }
  }

  void flush() {
    channel.flush();
  }

  void hangUp() {
    over = true;
    decoder.stop();
    // One that its loop has not taken is closed already.
    if (channel != null && channel.isRegistered()) {
      channel.close();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    context.pipeline().addBefore(context.name(), "frames", decoder);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (!over) {
      context.writeAndFlush(
          ClientHello.withMembers(cluster).encode(context.alloc()), context.voidPromise());
    }
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    driver.cycleComes();
    now = driver.now();
    try {
      handle(type, body);
    } catch (ProtocolViolation violation) {
      throw new MalformedFrame(MalformedFrame.Kind.BODY, "%s", violation.getMessage());
    }
  }

  private void handle(FrameType type, ByteBuf body) throws MalformedFrame {
    switch (type) {
      case REPLIES -> {
        answered();
        ReplyReader.read(body, onReply);
      }
      case QUERY_REPLIES -> {
        answered();
        ReplyReader.read(body, onQueryReply);
      }
      case BUSY -> {
        Busy busy = Busy.decode(body);
        caller.busy(busy.session(), busy.first(), now);
      }
      case LEADER -> caller.leaderReported(Leadership.decode(body), now);
      case MEMBERS -> caller.membersReported(KnownAddresses.checked(Members.decode(body)), now);
      case WELCOME -> welcomed(Welcome.decode(body));
      case REFUSED -> refused(Refused.decode(body).reason());
      default -> throw MalformedFrame.unexpected(type, "on a client's connection");
    }
  }

  /** A welcome does not count: the first request may be refused behind it. */
  private void answered() {
    if (!answered) {
      answered = true;
      driver.refusals().answered(replica);
    }
  }

  private void welcomed(Welcome welcome) {
    String levels = Levels.OWN.refusal("this client", replica, welcome.levels());
    if (levels != null) {
      refused(levels);
      return;
    }
    int largestEntry = BatchEntry.HEADER_BYTES + Math.min(FRAME_BYTES, welcome.payloadBytesMax());
    requestFrameBytes = Math.min(frameBytesMax, largestEntry);
    caller.welcomed(welcome, now);
  }

  private void refused(String reason) {
    driver.refusals().refused(replica, reason);
    caller.refused(reason, now);
  }

  @Override
  public void onReadComplete() {
    // The cycle comes with channelReadComplete, which comes also when the decoder has stopped.
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    String what =
        reason.kind() == MalformedFrame.Kind.LENGTH
            ? "sent a frame of a length that this client does not take (maxFrameBytes): "
            : "broke the protocol: ";
    driver.refusals().malformed(replica, what + reason.getMessage());
    ended(what + reason.getMessage());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    driver.runCycle();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (!over && channel.isWritable()) {
      // It may be the core itself that is writing, which must not be called back.
      driver.later(driver::runCycle);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    ended(trouble);
  }

  /** Any exception costs this connection only: the client makes another one. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      trouble = FailureWords.of(cause);
      context.close();
    } else {
      log.error(
          "the connection to {} failed because of a bug; the client connects again; please report it",
          replica,
          cause);
      Sockets.survives(context.executor(), cause);
      ended("the connection failed: " + cause);
      context.close();
    }
  }

  private void ended(String reason) {
    if (!over) {
      over = true;
      decoder.stop();
      log.debug("{}: {}", replica, reason);
      caller.disconnected(reason, driver.now());
    }
    driver.runCycle();
  }
}
