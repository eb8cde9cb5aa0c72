package io.synod.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.netty.channel.EventLoopGroup;
import io.synod.core.message.Message;
import io.synod.network.peer.DatagramSettings;
import io.synod.network.peer.LinkQuality;
import io.synod.network.peer.PeerListener;
import io.synod.network.peer.PeerNetwork;
import io.synod.network.peer.PeerSettings;
import io.synod.network.transport.Transport;
import io.synod.network.wire.Levels;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What replicas find out about their links, where it is known what those are. */
@Timeout(600)
final class MeasuredLinkTest {
  private static final InetSocketAddress ANY_PORT = new InetSocketAddress("127.0.0.1", 0);
  private static final long MILLI = 1_000_000;
  private static final double BITS_PER_SECOND = 10e6;

  // A slow machine may hold up many pings and bursts, but not all. BurstTest has the arithmetic.
  private static final int PINGS = 3;
  private static final int TRIES = 20;

  private final EventLoopGroup loops = Transport.chosen().eventLoops(2, "replicas");
  private final LinkMesh mesh = new LinkMesh(2, 1);
  private final List<PeerNetwork> networks = new ArrayList<>();
  private final CountDownLatch connected = new CountDownLatch(2);

  private final PeerListener listener =
      new PeerListener() {
        @Override
        public void onMessage(int from, Message message, int bytes) {}

        @Override
        public void onConnected(int replica) {
          connected.countDown();
        }
      };

  @AfterEach
  void close() {
    networks.forEach(PeerNetwork::close);
    mesh.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  private PeerNetwork start(int self, InetSocketAddress other) {
    Map<Integer, InetSocketAddress> addresses = Map.of(self, ANY_PORT, 1 - self, other);
    PeerSettings settings =
        new PeerSettings(
            "orders",
            "terms",
            "terms",
            self,
            false,
            addresses,
            8 << 20,
            32 << 20,
            PeerSettings.HANDSHAKE_NANOS,
            1,
            DatagramSettings.NONE,
            Levels.OWN);
    PeerNetwork network = new PeerNetwork(settings, loops.next(), listener);
    networks.add(network);
    network.start();
    return network;
  }

  /**
   * What replica 1 finds of its link to replica 0, of that shape in both directions; again while
   * that is not its bandwidth.
   */
  private LinkQuality found(LinkShape shape) throws Exception {
    mesh.shape(0, 1, shape);
    mesh.shape(1, 0, shape);
    PeerNetwork network0 = start(0, InetSocketAddress.createUnresolved("127.0.0.1", 9));
    int port = mesh.listen(1, 0, network0.address().getPort());
    PeerNetwork network1 = start(1, new InetSocketAddress("127.0.0.1", port));
    connected.await();
    while (network1.quality(0).pings() < PINGS) {
      LockSupport.parkNanos(1_000_000);
    }
    LinkQuality found = measured(network1);
    for (int further = 1; further < TRIES && !isNear(found); further++) {
      found = measured(network1);
    }
    return found;
  }

  private static boolean isNear(LinkQuality found) {
    return !found.isLowerBound()
        && Math.abs(found.bitsPerSecond() - BITS_PER_SECOND) <= 0.2 * BITS_PER_SECOND;
  }

  private static LinkQuality measured(PeerNetwork network) throws Exception {
    network.measureBandwidth().get();
    return network.quality(0);
  }

  @Test
  void the_bandwidth_of_a_narrow_link_is_found_within_a_fifth() throws Exception {
    LinkQuality quality = found(LinkShape.limited(0, 0, 10_000_000));
    assertThat(quality.bitsPerSecond()).isCloseTo(BITS_PER_SECOND, withPercentage(20));
    assertThat(quality.isLowerBound()).isFalse();
  }

  @Test
  void the_round_trip_and_bandwidth_of_the_papers_link_are_found() throws Exception {
    LinkQuality quality = found(LinkShape.named("wan-50ms"));
    assertThat(quality.roundTripNanosLeast()).isBetween(100 * MILLI, 300 * MILLI);
    assertThat(quality.bitsPerSecond()).isCloseTo(BITS_PER_SECOND, withPercentage(20));
    assertThat(quality.isLowerBound()).isFalse();
  }
}
