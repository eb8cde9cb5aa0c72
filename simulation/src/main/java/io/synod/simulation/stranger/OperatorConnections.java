package io.synod.simulation.stranger;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.synod.replica.config.ReplicaAddress;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.strangers.Frames;
import java.net.InetSocketAddress;
import java.util.SplittableRandom;

/** Sends what an operator wants to the clients' ports of replicas, each time on a connection. */
final class OperatorConnections {
  private static final long OPEN_NANOS = 200_000_000;

  private final World world;
  private final Deployment deployment;
  private final SimulatedSockets sockets;
  private final EventLoop loop;

  OperatorConnections(World world, Deployment deployment, String address, SplittableRandom random) {
    this.world = world;
    this.deployment = deployment;
    SimulatedHost host = deployment.threads().process(new SkewedClock(0, 0, 0), random.split());
    sockets = new SimulatedSockets(host, deployment.net(), address);
    loop = sockets.eventLoops(1, "operator").next();
  }

  /** Sends a frame behind a hello; the answer is not read. */
  void send(int replica, byte[] frame) {
    ReplicaAddress address = deployment.ofReplica().apply(replica).cluster().replica(replica);
    InetSocketAddress port = address.client();
    byte[] hello = Frames.clientHello(deployment.config().cluster().name());
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
                        channel.writeAndFlush(Unpooled.wrappedBuffer(frame));
                        endSoon(channel);
                      }
                    }));
  }

  private void endSoon(Channel channel) {
    world.scheduler().after(OPEN_NANOS, () -> loop.execute(channel::close));
  }
}
