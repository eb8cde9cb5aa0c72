package io.synod.simulation.stranger;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.ReferenceCountUtil;
import io.synod.replica.config.ReplicaAddress;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.node.Deployment;
import io.synod.simulation.node.World;
import io.synod.simulation.scheduler.SkewedClock;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;

/** One process that opens connections to any port of any replica. */
final class Stranger {
  private static final int CONNECTIONS_MAX = 50;
  private static final int STAY_MAX = 40;
  private static final int FOR_EVER = Integer.MAX_VALUE;

  // Frames of all its connections: a slow cluster must not see only strangers.
  private static final int FRAMES_MAX = 50_000;

  private final StrangersPlan plan;
  private final World world;
  private final Deployment deployment;
  private final SplittableRandom random;
  private final ScriptSource scripts;
  private final String machine;
  private SimulatedHost host;
  private SimulatedSockets sockets;
  private EventLoop loop;
  private int connections;
  private int frames;
  private boolean over;

  /**
   * @param machine on which it runs
   */
  Stranger(
      String machine,
      StrangersPlan plan,
      World world,
      Deployment deployment,
      ScriptSource scripts,
      SplittableRandom random) {
    this.machine = machine;
    this.scripts = scripts;
    this.plan = plan;
    this.world = world;
    this.deployment = deployment;
    this.random = random;
  }

  void start() {
    host = deployment.threads().process(new SkewedClock(0, 0, 0), random.split());
    sockets = new SimulatedSockets(host, deployment.net(), machine);
    loop = sockets.eventLoops(1, "stranger").next();
    for (int connection = 0; connection < plan.connections(); connection++) {
      connectSoon();
    }
  }

  /** Ends its process, and with it its connection. */
  void end() {
    over = true;
    host.kill();
  }

  int connections() {
    return connections;
  }

  private void connectSoon() {
    world.scheduler().after(1 + random.nextLong(plan.pauseNanos()), this::connect);
  }

  private void connect() {
    if (over || connections == CONNECTIONS_MAX) {
      return;
    }
    connections++;
    List<Integer> replicas = deployment.config().cluster().ids();
    int replica = replicas.get(random.nextInt(replicas.size()));
    ReplicaAddress address = deployment.config().cluster().replica(replica);
    boolean isClient = random.nextInt(4) > 0;
    Script script = isClient ? scripts.client() : scripts.peer(replica);
    InetSocketAddress to = isClient ? address.client() : address.peer();
    world.trace().event(-1, "stranger connects", to);
    loop.execute(() -> dial(to, script));
  }

  private void dial(InetSocketAddress to, Script script) {
    sockets
        .dialler(WriteBufferWaterMark.DEFAULT)
        .group(loop)
        .handler(new Conversation(script))
        .connect(new InetSocketAddress(to.getHostString(), to.getPort()))
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                connectSoon();
              }
            });
  }

  /** One connection, until either side ends it. */
  private final class Conversation extends ChannelInboundHandlerAdapter {
    private final Script script;
    private final int stay = random.nextInt(6) == 0 ? FOR_EVER : random.nextInt(STAY_MAX);
    private Channel channel;
    private int sent;

    Conversation(Script script) {
      this.script = script;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      channel = context.channel();
      channel.config().setAutoRead(script.reads());
      write(script.first());
      goOnSoon();
    }

    private void goOnSoon() {
      world
          .scheduler()
          .after(1 + random.nextLong(plan.intervalNanos()), () -> loop.execute(this::goOn));
    }

    private void goOn() {
      if (over || !channel.isActive() || frames >= FRAMES_MAX) {
        return;
      }
      frames++;
      if (sent++ == stay) {
        channel.close();
        return;
      }
      byte[] next = channel.isWritable() ? script.next().get() : null;
      if (next != null) {
        write(next);
      }
      goOnSoon();
    }

    private void write(byte[] bytes) {
      channel.writeAndFlush(Unpooled.wrappedBuffer(bytes), channel.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
      ReferenceCountUtil.release(bytes);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      connectSoon();
    }

    /** Like a write that fails because the replica has ended the connection. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
