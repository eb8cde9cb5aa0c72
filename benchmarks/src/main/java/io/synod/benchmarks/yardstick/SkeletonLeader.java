package io.synod.benchmarks.yardstick;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.FixedLengthFrameDecoder;
import io.synod.network.transport.Transport;
import io.synod.network.wire.MalformedFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves clients with the help of followers, and ends with them. It runs on one event loop, as in a
 * replica's merged layout, with the same batches and the same window. It has no elections, timers,
 * catch-up, log, snapshots, kept answers, admission and measurement. Any thread.
 */
public final class SkeletonLeader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SkeletonLeader.class);

  private final EventLoopGroup loops;
  private final EventLoop loop;
  private final List<Channel> followers = new ArrayList<>();
  private final SkeletonDisk disk;
  private final SkeletonPipeline pipeline;
  private final Runnable proposing = this::propose;

  private Listening listening;

  // Whether the loop will propose at the end of its cycle.
  private boolean isDue;

  private SkeletonLeader(EventLoopGroup loops, SkeletonSettings settings) {
    this.loops = loops;
    loop = loops.next();
    disk = settings.directory() == null ? null : SkeletonDisk.start(settings.directory(), loops);
    pipeline = new SkeletonPipeline(settings, followers, disk);
  }

  /**
   * Waits until it is connected to its followers and listens.
   *
   * @param followerPorts on loopback
   * @param port for clients; 0: any
   * @throws UncheckedIOException if a follower is unreachable, or the port is not available
   */
  public static SkeletonLeader start(
      SkeletonSettings settings, List<Integer> followerPorts, int port) {
    EventLoopGroup loops = Transport.chosen().eventLoops(1, "synod-skeleton");
    SkeletonLeader leader = new SkeletonLeader(loops, settings);
    try {
      followerPorts.forEach(leader::dial);
      leader.listening =
          Listening.start(
              loops,
              port,
              "the skeleton's clients",
              channel -> leader.new Client(channel, settings.clients()).addToChannel());
      return leader;
    } catch (UncheckedIOException unreachable) {
      leader.closeDisk();
      Listening.end(loops);
      throw unreachable;
    }
  }

  private void dial(int port) {
    Bootstrap dialler =
        Transport.of(loops)
            .dialler(Listening.WATER_MARK)
            .group(loops)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new FixedLengthFrameDecoder(SkeletonFrame.ACK_BYTES), new Follower());
                  }
                });
    ChannelFuture connected = dialler.connect(Listening.HOST, port).awaitUninterruptibly();
    if (!connected.isSuccess()) {
      throw new UncheckedIOException(
          new IOException("no follower at port " + port, connected.cause()));
    }
    followers.add(connected.channel());
  }

  public int port() {
    return listening.port();
  }

  /** Proposes at the end of the loop's cycle, so that a batch has the requests of all sockets. */
  private void proposeSoon() {
    if (!isDue) {
      isDue = true;
      loop.execute(proposing);
    }
  }

  private void propose() {
    isDue = false;
    pipeline.propose();
  }

  @Override
  public void close() {
    loop.submit(pipeline::close).awaitUninterruptibly();
    closeDisk();
    listening.close();
  }

  private void closeDisk() {
    if (disk != null) {
      disk.close();
    }
  }

  /** One client. */
  private final class Client extends ClientConversation {

    Client(Channel channel, YardstickSettings settings) {
      super(channel, settings);
    }

    @Override
    void onRequests(ByteBuf body) throws MalformedFrame {
      SkeletonBatch.check(body);
      pipeline.add(this, body);
    }

    @Override
    public void onReadComplete() {
      proposeSoon();
    }
  }

  /** The connection to one follower. */
  private final class Follower extends SimpleChannelInboundHandler<ByteBuf> {

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf ack) {
      pipeline.onAck(ack.readLong());
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      proposeSoon();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      LOG.error("the skeleton's leader has failed", cause);
      loops.shutdownGracefully();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      loops.shutdownGracefully();
    }
  }
}
