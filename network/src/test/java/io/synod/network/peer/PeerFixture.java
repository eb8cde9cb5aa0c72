package io.synod.network.peer;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.Message;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Levels;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Replicas' peer networks on loopback, each on its own event loop, closed together. */
final class PeerFixture implements AutoCloseable {
  static final String CLUSTER = "orders";
  static final int FRAME_BYTES_MAX = 1 << 20;
  static final int BUFFER_BYTES = 1 << 20;
  static final InetSocketAddress UNKNOWN = InetSocketAddress.createUnresolved("127.0.0.1", 0);

  private final Map<PeerNetwork, EventLoop> networks = new LinkedHashMap<>();
  private final List<EventLoopGroup> loops = new ArrayList<>();

  /** Ports of the loopback interface that are free for connections and for datagrams. */
  static List<Integer> freePorts(int count) {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    Set<Integer> ports = new LinkedHashSet<>();
    while (ports.size() < count) {
      try (ServerSocket stream = new ServerSocket(0, 1, loopback);
          DatagramSocket datagrams = new DatagramSocket(stream.getLocalPort(), loopback)) {
        ports.add(datagrams.getLocalPort());
      } catch (IOException taken) {
        throw new AssertionError(taken);
      }
    }
    return List.copyOf(ports);
  }

  private static Map<Integer, InetSocketAddress> addresses(InetSocketAddress... known) {
    Map<Integer, InetSocketAddress> addresses = new TreeMap<>();
    for (int replica = 0; replica < known.length; replica++) {
      addresses.put(replica, known[replica]);
    }
    return addresses;
  }

  static PeerSettings settings(int self, InetSocketAddress... known) {
    return settings(self, DatagramSettings.NONE, known);
  }

  static PeerSettings settings(int self, DatagramSettings datagrams, InetSocketAddress... known) {
    return settings(self, 5_000, datagrams, known);
  }

  static PeerSettings settings(
      int self, long handshakeMillis, DatagramSettings datagrams, InetSocketAddress... known) {
    return new PeerSettings(
        CLUSTER,
        "count = 8",
        "count = 8",
        self,
        false,
        addresses(known),
        FRAME_BYTES_MAX,
        BUFFER_BYTES,
        TimeUnit.MILLISECONDS.toNanos(handshakeMillis),
        1,
        datagrams,
        Levels.OWN);
  }

  /** Of the network that was started last. */
  EventLoop loop() {
    return loops.get(loops.size() - 1).next();
  }

  PeerNetwork start(PeerSettings settings, PeerListener listener) throws Exception {
    return start(Transport.chosen(), settings, listener);
  }

  PeerNetwork start(Transport transport, PeerSettings settings, PeerListener listener) {
    EventLoopGroup loop = transport.eventLoops(1, "synod-" + settings.self());
    loops.add(loop);
    PeerNetwork network = new PeerNetwork(settings, loop.next(), listener);
    networks.put(network, loop.next());
    network.start();
    return network;
  }

  /** Sends each of {@code messages} and then flushes, on the event loop, and waits for that. */
  void send(PeerNetwork network, ReplicaSet to, Message... messages) {
    networks
        .get(network)
        .submit(
            () -> {
              for (Message message : messages) {
                network.send(to, message);
              }
              network.flush();
            })
        .syncUninterruptibly();
  }

  @Override
  public void close() {
    networks.keySet().forEach(PeerNetwork::close);
    loops.forEach(loop -> loop.shutdownGracefully(0, 0, TimeUnit.SECONDS));
    loops.forEach(loop -> loop.terminationFuture().syncUninterruptibly());
  }
}
