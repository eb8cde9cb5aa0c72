package io.synod.simulation.timed;

import io.netty.channel.EventLoop;
import io.synod.client.ConnectionListener;
import io.synod.client.SynodClient;
import io.synod.replica.config.SynodConfig;
import io.synod.simulation.host.SimulatedHost;
import io.synod.simulation.host.SimulatedNet;
import io.synod.simulation.host.SimulatedSockets;
import io.synod.simulation.scheduler.Scheduler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A production client that keeps requests under way, or sends them at a rate. */
final class LoadClient {
  private static final long TICK_NANOS = 2_000_000;
  private static final double NANOS = 1e9;
  private static final Duration RETRY = Duration.ofSeconds(1);

  // Only a hint makes a client leave a silent leader in time.
  private static final Duration NO_RETRY = Duration.ofSeconds(8);

  private final Scheduler scheduler;
  private final SynodClient client;
  private final Consumer<Throwable> onFailure;
  private Load load;
  private int share;
  private byte[] payload;
  private int underWay;
  private double due;
  private long answered;

  // From sending to the answer, of all answered requests.
  private double nanos;

  // Of one answered request, since the last call.
  private long longestNanos;

  // The leaders to which it has connected since the last call.
  private List<Integer> connections = new ArrayList<>();

  /**
   * @param address of its machine
   * @param hints whether it keeps a connection for hints of the next leader
   * @param onFailure receives why a request has failed, which none should
   */
  LoadClient(
      Scheduler scheduler,
      SimulatedHost host,
      SimulatedNet net,
      String address,
      SynodConfig config,
      boolean hints,
      Consumer<Throwable> onFailure) {
    this.scheduler = scheduler;
    this.onFailure = onFailure;
    EventLoop loop = new SimulatedSockets(host, net, address).eventLoops(1, "client").next();
    List<InetSocketAddress> replicas = config.cluster().clientAddresses();
    client =
        SynodClient.builder()
            .cluster(config.cluster().name())
            .replicas(replicas)
            .eventLoop(loop)
            .leaderHints(hints)
            .retryInterval(hints ? NO_RETRY : RETRY)
            .connectionListener(new Connections())
            .build();
  }

  /** From now on it sends its part, one of {@code clients}, of {@code other}. */
  void become(Load other, int clients) {
    boolean isFirst = load == null;
    load = other;
    share = Math.max(1, other.outstanding() / clients);
    payload = new byte[other.payloadBytes()];
    if (isFirst) {
      tick(clients);
    }
  }

  private void tick(int clients) {
    if (load.isOpen()) {
      due += load.perSecond() / clients * TICK_NANOS / NANOS;
    }
    while (load.isOpen() && due >= 1 || !load.isOpen() && underWay < share) {
      due -= load.isOpen() ? 1 : 0;
      if (underWay < share) {
        send();
      }
    }
    scheduler.after(TICK_NANOS, () -> tick(clients));
  }

  private void send() {
    underWay++;
    long began = scheduler.now();
    client.send(payload).whenComplete((answer, failure) -> ended(failure, began));
  }

  private void ended(Throwable failure, long began) {
    underWay--;
    if (failure != null) {
      onFailure.accept(failure);
      return;
    }
    answered++;
    nanos += scheduler.now() - began;
    longestNanos = Math.max(longestNanos, scheduler.now() - began);
    if (!load.isOpen() && underWay < share) {
      send();
    }
  }

  /** Requests that were answered. */
  long answered() {
    return answered;
  }

  /** What these took, in nanoseconds, all together. */
  double nanos() {
    return nanos;
  }

  /** What the slowest answer has taken since the last call, in nanoseconds. */
  long takeLongestNanos() {
    long longest = longestNanos;
    longestNanos = 0;
    return longest;
  }

  /** The leaders to which it has connected since the last call, in order. */
  List<Integer> takeConnections() {
    List<Integer> taken = connections;
    connections = new ArrayList<>();
    return taken;
  }

  private final class Connections implements ConnectionListener {

    @Override
    public void onConnected(int replica, InetSocketAddress address) {
      connections.add(replica);
    }
  }
}
