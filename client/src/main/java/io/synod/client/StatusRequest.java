package io.synod.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import io.synod.network.transport.FailureWords;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Refused;
import io.synod.network.wire.Status;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One question to one replica, on a connection of its own; the answer is the replica's status.
 * Confined to an event loop once it is sent.
 */
final class StatusRequest extends ChannelInboundHandlerAdapter implements FrameHandler {
  private static final int BODY_BYTES_MAX = 16 << 20;
  private static final String WRONG_PORT = "is this the client port of a replica?";

  private final EventLoop loop;
  private final Sockets sockets;
  private final InetSocketAddress replica;
  private final Function<ByteBufAllocator, ByteBuf> question;
  private final long timeoutNanos;
  private final Promise<String> status;
  private boolean isConnected;

  private StatusRequest(
      EventLoop loop,
      InetSocketAddress replica,
      Function<ByteBufAllocator, ByteBuf> question,
      Duration timeout) {
    this.loop = loop;
    this.sockets = Sockets.of(loop);
    this.replica = replica;
    this.question = question;
    timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
    status = loop.newPromise();
  }

  /**
   * Looks the replica's address up if need be, connects, asks, and closes the connection. Any
   * thread.
   *
   * @param question the frames to send
   * @param timeout more than zero
   * @return fails with an IOException that names the replica and what happened
   */
  static Future<String> send(
      EventLoop loop,
      InetSocketAddress replica,
      Function<ByteBufAllocator, ByteBuf> question,
      Duration timeout) {
    StatusRequest request = new StatusRequest(loop, replica, question, timeout);
    loop.execute(request::begin);
    return request.status;
  }

  private void begin() {
    ScheduledFuture<?> timer = loop.schedule(this::timeIsUp, timeoutNanos, TimeUnit.NANOSECONDS);
    status.addListener(done -> timer.cancel(false));
    CompletableFuture<InetSocketAddress> found =
        replica.isUnresolved()
            ? sockets.lookUp(replica)
            : CompletableFuture.completedFuture(replica);
    found.thenAccept(address -> loop.execute(() -> connect(address)));
  }

  private void timeIsUp() {
    String what =
        isConnected
            ? "connected, but no answer within %d ms: the process hangs or gets no processor, or is no replica"
            : "no connection within %d ms";
    fail(what.formatted(TimeUnit.NANOSECONDS.toMillis(timeoutNanos)), null);
  }

  private void connect(InetSocketAddress found) {
    if (status.isDone()) {
      return;
    }
    if (found.isUnresolved()) {
      fail("unknown host", null);
      return;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
    ChannelFuture connecting =
        sockets
            .dialler(WriteBufferWaterMark.DEFAULT)
            .group(loop)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS,
                (int) Math.min(Integer.MAX_VALUE - 1L, millis) + 1)
            .handler(this)
            .connect(found);
    Channel channel = connecting.channel();
    status.addListener(done -> close(channel));
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            fail(FailureWords.of(done.cause()), done.cause());
          }
        });
  }

  /** Without a descriptor for it, it is on no loop. */
  private static void close(Channel channel) {
    if (channel.isRegistered()) {
      channel.close();
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    FrameDecoder decoder = new FrameDecoder(BODY_BYTES_MAX, this);
    context.pipeline().addBefore(context.name(), "frames", decoder);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    isConnected = true;
    context.writeAndFlush(question.apply(context.alloc()));
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    switch (type) {
      case WELCOME, LEADER, BUSY -> {
        // The answer comes behind it.
      }
      case STATUS -> status.trySuccess(Status.decode(body).json());
      case REFUSED -> fail("refused: " + Refused.decode(body).reason(), null);
      default -> throw MalformedFrame.unexpected(type, "in answer to a status request");
    }
  }

  @Override
  public void onReadComplete() {
    // The answer is a single frame, handled when it is whole.
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    fail("it broke the protocol: %s; %s".formatted(reason.getMessage(), WRONG_PORT), reason);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail("it closed the connection without a status; " + WRONG_PORT, null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause instanceof IOException ? FailureWords.of(cause) : cause.getMessage(), cause);
  }

  private void fail(String reason, Throwable cause) {
    status.tryFailure(
        new IOException("%s: %s".formatted(ReplicaAddresses.text(replica), reason), cause));
  }
}
