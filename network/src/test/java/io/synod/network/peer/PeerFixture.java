package io.synod.network.peer;

import io.netty.channel.EventLoopGroup;
import io.synod.network.transport.Transport;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Replicas' peer networks on loopback, each on its own event loop, closed together. */
final class PeerFixture implements AutoCloseable {
  static final String CLUSTER = "orders";
  static final int FRAME_BYTES_MAX = 1 << 20;
  static final int BUFFER_BYTES = 1 << 20;
  static final InetSocketAddress UNKNOWN = InetSocketAddress.createUnresolved("127.0.0.1", 0);

  private final List<PeerNetwork> networks = new ArrayList<>();
  private final List<EventLoopGroup> loops = new ArrayList<>();

  static List<InetSocketAddress> addresses(InetSocketAddress... known) {
    return Arrays.asList(known);
  }

  static PeerSettings settings(int self, InetSocketAddress... known) {
    return settings(self, 5_000, known);
  }

  static PeerSettings settings(int self, long handshakeMillis, InetSocketAddress... known) {
    return new PeerSettings(
        CLUSTER,
        "terms",
        self,
        addresses(known),
        FRAME_BYTES_MAX,
        BUFFER_BYTES,
        TimeUnit.MILLISECONDS.toNanos(handshakeMillis),
        1);
  }

  PeerNetwork start(PeerSettings settings, PeerListener listener) throws Exception {
    EventLoopGroup loop = Transport.chosen().eventLoops(1, "synod-" + settings.self());
    loops.add(loop);
    PeerNetwork network = new PeerNetwork(settings, loop.next(), listener);
    networks.add(network);
    network.start();
    return network;
  }

  /** The event loop of the network that was started last. */
  EventLoopGroup lastLoop() {
    return loops.get(loops.size() - 1);
  }

  @Override
  public void close() {
    networks.forEach(PeerNetwork::close);
    loops.forEach(loop -> loop.shutdownGracefully(0, 0, TimeUnit.SECONDS));
    loops.forEach(loop -> loop.terminationFuture().syncUninterruptibly());
  }
}
