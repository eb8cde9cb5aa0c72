package io.synod.network.subscriber;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.Future;
import io.synod.core.message.Message;
import io.synod.network.transport.FailureWords;
import io.synod.network.transport.KnownAddresses;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.Levels;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Members;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to a source, from dialling to its end, which it reports once. After {@link #close}
 * it reports nothing. Confined to the event loop.
 */
final class SourceConnection extends ChannelInboundHandlerAdapter implements FrameHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SourceConnection.class);
  private static final WriteBufferWaterMark WATER_MARK =
      new WriteBufferWaterMark(32 << 10, 64 << 10);

  // Before the welcome, no more than this is allocated for the unknown server.
  private static final int HANDSHAKE_BYTES_MAX = 1 << 13;

  private final SourceSettings settings;
  private final Listener listener;
  private final FrameDecoder decoder;
  private final MessageCodec messages = new MessageCodec();

  private Channel channel;
  private Future<?> welcomeTimeout;
  private boolean welcomed;
  private String trouble = "the connection was closed";
  private boolean over;

  /** Receives the frames and the end of the connection. On the event loop. */
  interface Listener {

    /**
     * The source takes subscribers.
     *
     * @param leads whether it leads the cluster, as far as it knows
     */
    void onWelcome(boolean leads);

    void onLeadership(Leadership leadership);

    /** The source reports the members of the cluster. */
    void onMembers(Members members);

    /**
     * A message of the source: {@code Decided}, {@code SnapshotPart} or {@code QuorumReadReply}.
     */
    void onMessage(Message message);

    /** The source refuses the subscriber; the end is reported next. */
    default void onRefused(Refused refused) {}

    /** There is no connection, or no more. */
    void onEnd(String reason);

    /** The connection failed because of a bug; its end is reported next. */
    void onBug(Throwable bug);
  }

  SourceConnection(SourceSettings settings, Listener listener) {
    this.settings = settings;
    this.listener = listener;
    decoder = new FrameDecoder(HANDSHAKE_BYTES_MAX, this);
  }

  static SourceConnection dial(
      EventLoop loop, InetSocketAddress address, SourceSettings settings, Listener listener) {
    SourceConnection dialled = new SourceConnection(settings, listener);
    long connectMillis = TimeUnit.NANOSECONDS.toMillis(settings.connectNanos());
    ChannelFuture connecting =
        Sockets.of(loop)
            .dialler(WATER_MARK)
            .group(loop)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.max(1, Math.min(Integer.MAX_VALUE, connectMillis)))
            .handler(dialled)
            .connect(address);
    dialled.channel = connecting.channel();
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            // It may have failed while the caller was dialling, which is not to be called back.
            loop.execute(() -> dialled.end(FailureWords.of(done.cause())));
          }
        });
    return dialled;
  }

  /** Takes over {@code frame}. */
  void send(ByteBuf frame) {
    channel.writeAndFlush(frame, channel.voidPromise());
  }

  void send(Message message) {
    send(messages.encode(message, channel.alloc()));
  }

  Channel channel() {
    return channel;
  }

  void close() {
    over = true;
    decoder.stop();
    cancelTimeout();
    // One that its loop has not taken is closed already.
    if (channel.isRegistered()) {
      channel.close();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    channel = context.channel();
    context.pipeline().addBefore(context.name(), "frames", decoder);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (over) {
      return;
    }
    welcomeTimeout =
        channel
            .eventLoop()
            .schedule(
                () -> end("no welcome within the connect timeout"),
                settings.connectNanos(),
                TimeUnit.NANOSECONDS);
    context.writeAndFlush(
        ClientHello.withMembers(settings.cluster()).encode(context.alloc()), context.voidPromise());
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    switch (type) {
      case WELCOME -> onWelcome(Welcome.decode(body));
      case REFUSED -> onRefused(Refused.decode(body));
      case LEADER -> listener.onLeadership(Leadership.decode(body));
      case MEMBERS -> {
        if (!welcomed) {
          throw MalformedFrame.unexpected(type, "before the welcome");
        }
        listener.onMembers(KnownAddresses.checked(Members.decode(body)));
      }
      case DECIDED, SNAPSHOT_PART, QUORUM_READ_REPLY -> {
        if (!welcomed) {
          throw MalformedFrame.unexpected(type, "before the welcome");
        }
        listener.onMessage(messages.decode(type, body));
      }
      default -> throw MalformedFrame.unexpected(type, "on a subscriber's connection");
    }
  }

  private void onRefused(Refused refused) {
    listener.onRefused(refused);
    end("it refused the connection: " + refused.reason());
  }

  private void onWelcome(Welcome welcome) throws MalformedFrame {
    if (welcomed) {
      throw MalformedFrame.unexpected(FrameType.WELCOME, "a second time");
    }
    String levels = Levels.OWN.refusal("this subscriber", "it", welcome.levels());
    if (levels != null) {
      end(levels);
      return;
    }
    welcomed = true;
    decoder.limit(settings.frameBytesMax());
    cancelTimeout();
    Leadership leadership = welcome.leadership();
    listener.onLeadership(leadership);
    listener.onWelcome(
        leadership.leader() != Leadership.UNKNOWN && leadership.leader() == welcome.replica());
  }

  @Override
  public void onReadComplete() {
    // Every frame is handled when it comes.
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    String what =
        reason.kind() == MalformedFrame.Kind.LENGTH
            ? "it sent a frame of a length that this subscriber does not take (network.max-frame,"
                + " maxFrameBytes): %s"
            : "it broke the protocol: %s; is this the client port of a replica?";
    end(what.formatted(reason.getMessage()));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end(trouble);
  }

  /** Any exception costs this connection only: the subscriber follows another source. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      trouble = FailureWords.of(cause);
      context.close();
    } else {
      LOG.error(
          "the connection to {} failed because of a bug; the subscriber connects again; please report it",
          channel.remoteAddress(),
          cause);
      listener.onBug(cause);
      end("the connection failed: " + cause);
    }
  }

  private void end(String reason) {
    if (!over) {
      close();
      listener.onEnd(reason);
    }
  }

  private void cancelTimeout() {
    if (welcomeTimeout != null) {
      welcomeTimeout.cancel(false);
    }
  }
}
