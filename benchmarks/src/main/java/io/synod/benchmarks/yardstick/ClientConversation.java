package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.synod.core.cluster.View;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.ReplyStatus;
import io.synod.network.transport.LastFrames;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.MalformedFrame;
import io.synod.network.wire.Refused;
import io.synod.network.wire.ReplyFrameWriter;
import io.synod.network.wire.Welcome;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client, from its hello to its end. Answers are collected and leave in one buffer with one
 * flush, like a replica's answers to a batch. Confined to the event loop.
 */
abstract class ClientConversation extends ChannelInboundHandlerAdapter implements FrameHandler {
  private static final LastFrames LAST_FRAMES = new LastFrames();

  private static final Logger LOG = LoggerFactory.getLogger(ClientConversation.class);
  private static final View FIRST_VIEW = new View(1, 0);
  private static final byte[] EMPTY = new byte[0];

  private final Channel channel;
  private final YardstickSettings settings;
  private final FrameDecoder decoder;
  private final ReplyFrameWriter replies;
  private final byte[] answer;
  private boolean greeted;
  private boolean repliesBegun;

  ClientConversation(Channel channel, YardstickSettings settings) {
    this.channel = channel;
    this.settings = settings;
    this.answer = new byte[settings.answerBytes()];
    this.decoder = new FrameDecoder(settings.frameBytesMax(), this);
    this.replies = ReplyFrameWriter.replies(channel.alloc(), settings.frameBytesMax());
  }

  final void addToChannel() {
    channel.pipeline().addLast("frames", decoder).addLast("conversation", this);
  }

  final ByteBufAllocator allocator() {
    return channel.alloc();
  }

  final boolean isOpen() {
    return channel.isActive();
  }

  /** Handles the client's requests; {@code body} is its own until this returns. */
  abstract void onRequests(ByteBuf body) throws MalformedFrame;

  /** Collects an answer; returns whether it is the first since {@link #flushReplies}. */
  final boolean reply(long session, long sequence) {
    boolean first = !repliesBegun;
    if (first) {
      repliesBegun = true;
      replies.begin();
    }
    replies.add(session, sequence, ReplyStatus.OK, sequence > 0 ? answer : EMPTY);
    return first;
  }

  /** Sends the collected answers, if any. */
  final void flushReplies() {
    if (repliesBegun) {
      repliesBegun = false;
      channel.writeAndFlush(replies.finish(), channel.voidPromise());
    }
  }

  @Override
  public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
    if (type == FrameType.CLIENT_HELLO && !greeted) {
      greet(ClientHello.decode(body));
    } else if (type == FrameType.REQUESTS && greeted) {
      onRequests(body);
    } else {
      throw MalformedFrame.unexpected(type, "in the conversation with a yardstick");
    }
  }

  private void greet(ClientHello hello) {
    if (!hello.clusterName().equals(settings.cluster())) {
      decoder.stop();
      LAST_FRAMES.send(
          channel, new Refused("this is " + settings.cluster()).encode(channel.alloc()));
      return;
    }
    greeted = true;
    InetSocketAddress address = (InetSocketAddress) channel.localAddress();
    Leadership leadership =
        new Leadership(FIRST_VIEW, 0, address.getHostString() + ":" + address.getPort());
    int payloadBytesMax = settings.frameBytesMax() - BatchEntry.HEADER_BYTES;
    Welcome welcome = new Welcome(0, leadership, payloadBytesMax, settings.outstandingMax());
    channel.writeAndFlush(welcome.encode(channel.alloc()), channel.voidPromise());
  }

  /** Does not read from a client that does not read its answers. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    channel.config().setAutoRead(channel.isWritable());
  }

  @Override
  public void onMalformed(MalformedFrame reason) {
    LOG.warn("{} breaks the protocol: {}", channel.remoteAddress(), reason.getMessage());
    channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (repliesBegun) {
      repliesBegun = false;
      replies.finish().release();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("{}: {}", channel.remoteAddress(), cause.getMessage());
    } else {
      LOG.error("a yardstick has failed", cause);
    }
    channel.close();
  }
}
