package io.synod.simulation.stranger;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.core.command.BatchEntry;
import io.synod.core.command.SkipEntry;
import io.synod.core.execution.Halt;
import io.synod.replica.config.ReplicaAddress;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.SimulatedNode;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.strangers.Frames;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;

/** Skips requests at which the service of a replica waits; sometimes names another one. */
public final class Operator {
  private static final String ADDRESS = "10.0.4.1";
  private static final long PAUSE_NANOS = 200_000_000;
  private static final int WRONG_ONE_IN = 5;

  private final List<SimulatedNode> nodes;
  private final World world;
  private final Deployment deployment;
  private final SplittableRandom random;
  private final SimulatedSockets sockets;
  private final EventLoop loop;
  private int skips;

  public Operator(
      List<SimulatedNode> nodes, World world, Deployment deployment, SplittableRandom random) {
    this.nodes = nodes;
    this.world = world;
    this.deployment = deployment;
    this.random = random;
    SimulatedHost host = deployment.threads().process(new SkewedClock(0, 0, 0), random.split());
    sockets = new SimulatedSockets(host, deployment.net(), ADDRESS);
    loop = sockets.eventLoops(1, "operator").next();
  }

  /** Looks at the replicas again and again, to the end. */
  public void start() {
    world.scheduler().after(1 + random.nextLong(PAUSE_NANOS), this::look);
  }

  /** How often a request was to be skipped. */
  public int skips() {
    return skips;
  }

  private void look() {
    for (SimulatedNode node : nodes) {
      Halt halt = node.halt();
      if (halt != null && node.leads()) {
        skips++;
        SkipEntry request = random.nextInt(WRONG_ONE_IN) == 0 ? another(halt) : halt.request();
        world.trace().event(node.number(), "receives what skips", request);
        send(node.number(), request);
      }
    }
    start();
  }

  private SkipEntry another(Halt halt) {
    return new SkipEntry(halt.request().slot() + random.nextInt(2), halt.request().index() + 1);
  }

  private void send(int replica, SkipEntry request) {
    ReplicaAddress address = deployment.config().cluster().replica(replica);
    InetSocketAddress port = address.client();
    byte[] hello = Frames.clientHello(deployment.config().cluster().name());
    byte[] skip = Frames.requests(random.nextLong(), BatchEntry.SKIP, 0, request.payload());
    loop.execute(
        () ->
            sockets
                .dialler(WriteBufferWaterMark.DEFAULT)
                .group(loop)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(new InetSocketAddress(port.getHostString(), port.getPort()))
                .addListener(
                    done -> {
                      if (done.isSuccess()) {
                        Channel channel = ((ChannelFuture) done).channel();
                        channel.write(Unpooled.wrappedBuffer(hello));
                        channel.writeAndFlush(Unpooled.wrappedBuffer(skip));
                        endSoon(channel);
                      }
                    }));
  }

  private void endSoon(Channel channel) {
    world.scheduler().after(PAUSE_NANOS, () -> loop.execute(channel::close));
  }
}
