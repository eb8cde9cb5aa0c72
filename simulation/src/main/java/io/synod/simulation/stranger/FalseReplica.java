package io.synod.simulation.stranger;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.network.wire.EntryReader;
import io.synod.network.wire.FrameDecoder;
import io.synod.network.wire.FrameHandler;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MalformedFrame;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.SkewedClock;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * A process at an address where some clients expect a replica. It accepts and rejects them at
 * random, claims to lead, and sends all kinds of answers but those of a service.
 */
public final class FalseReplica {
  private static final String MACHINE = "10.0.4.1";
  private static final int PORT = 7200;
  private static final int FRAME_BYTES_MAX = 1 << 20;

  /** Its address for clients. */
  public static final InetSocketAddress ADDRESS = new InetSocketAddress(MACHINE, PORT);

  private final World world;
  private final Deployment deployment;
  private final SplittableRandom random;
  private final ReplicaScripts scripts;
  private SimulatedHost host;
  private int connections;

  public FalseReplica(World world, Deployment deployment, SplittableRandom random) {
    this.world = world;
    this.deployment = deployment;
    this.random = random;
    scripts =
        new ReplicaScripts(deployment.config().cluster().ids(), new Random(random.nextLong()));
  }

  /**
   * @param endNanos when it ends
   */
  public void start(long endNanos) {
    host = deployment.threads().process(new SkewedClock(0, 0, 0), random.split());
    world.scheduler().at(endNanos, host::kill);
    SimulatedSockets sockets = new SimulatedSockets(host, deployment.net(), MACHINE);
    EventLoop loop = sockets.eventLoops(1, "false replica").next();
    ServerBootstrap listener =
        sockets
            .listener(WriteBufferWaterMark.DEFAULT)
            .group(loop, loop)
            .childHandler(new Accepted());
    listener.bind(ADDRESS);
  }

  /** The number of clients that have connected. */
  public int connections() {
    return connections;
  }

  private final class Accepted extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(Channel channel) {
      connections++;
      world.trace().event(-1, "false replica is connected", channel.remoteAddress());
      channel.pipeline().addLast(new FrameDecoder(FRAME_BYTES_MAX, new Conversation(channel)));
      channel.pipeline().addLast(new Closing());
    }
  }

  /** Like a write that fails because the client has ended the connection. */
  private static final class Closing extends ChannelInboundHandlerAdapter {

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }

  /** One connection, until either side ends it. */
  private final class Conversation implements FrameHandler {
    private final Channel channel;

    Conversation(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void onFrame(FrameType type, ByteBuf body) throws MalformedFrame {
      switch (type) {
        case CLIENT_HELLO -> write(scripts.onHello());
        case REQUESTS ->
            write(
                scripts.onRequests(
                    EntryReader.session(body, body.readerIndex()),
                    EntryReader.sequence(body, body.readerIndex())));
        case QUERIES -> write(scripts.onQueries(EntryReader.sequence(body, body.readerIndex())));
        default -> channel.close();
      }
    }

    /**
     * @param bytes null to end the connection
     */
    private void write(byte[] bytes) {
      if (bytes == null) {
        channel.close();
      } else if (bytes.length > 0) {
        channel.writeAndFlush(Unpooled.wrappedBuffer(bytes), channel.voidPromise());
      }
    }

    @Override
    public void onReadComplete() {
      // All frames were answered as they arrived.
    }

    @Override
    public void onMalformed(MalformedFrame reason) {
      channel.close();
    }
  }
}
