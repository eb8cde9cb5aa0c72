package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.AbstractBootstrap;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.synod.network.transport.Sockets;
import io.synod.network.wire.DatagramOffer;
import io.synod.network.wire.DatagramProbe;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Datagrams to a peer whose name means nothing yet, or still its earlier address. */
final class DatagramPathTest {
  private static final int INTERVALS = 20;
  private static final InetSocketAddress UNKNOWN =
      InetSocketAddress.createUnresolved("replica-1.example", 7101);
  private static final InetSocketAddress EARLIER = new InetSocketAddress("127.0.0.1", 7101);
  private static final InetSocketAddress NOW = new InetSocketAddress("127.0.0.2", 7101);

  private final EmbeddedChannel socket = new EmbeddedChannel();
  private final Names names = new Names();
  private final PeerPort port =
      new PeerPort(
          PeerPortTarget.settings(DatagramSettings.upTo(1_000)),
          new RecordingListener(),
          () -> 0,
          () -> 1);
  private final DatagramPath path = new DatagramPath(1, port, new PeerTally());

  @BeforeEach
  void open() {
    port.datagrams().open(names, null, EARLIER, List.of());
    path.open();
  }

  @AfterEach
  void close() {
    socket.finishAndReleaseAll();
  }

  /** The address of the last probe that was sent since the last call; null if none was. */
  private InetSocketAddress probed() {
    InetSocketAddress last = null;
    for (DatagramPacket packet = socket.readOutbound();
        packet != null;
        packet = socket.readOutbound()) {
      last = packet.recipient();
      packet.release();
    }
    return last;
  }

  private void pass() {
    for (int interval = 0; interval < INTERVALS; interval++) {
      path.probe();
    }
  }

  @Test
  void a_name_that_is_known_later_than_the_connection_opens_is_used_then() {
    names.meaning = UNKNOWN;
    path.offered(new DatagramOffer(2), names, Runnable::run);
    pass();
    assertThat(probed()).isNull();

    names.meaning = NOW;
    pass();
    assertThat(probed()).isEqualTo(NOW);
    path.probed(DatagramProbe.ofLength(true, 1_000));
    assertThat(path.isUsed()).isTrue();
  }

  @Test
  void a_name_that_still_means_the_earlier_address_is_looked_up_until_probes_arrive() {
    names.meaning = EARLIER;
    path.offered(new DatagramOffer(2), names, Runnable::run);
    assertThat(probed()).isEqualTo(EARLIER);

    names.meaning = NOW;
    pass();
    assertThat(probed()).isEqualTo(NOW);
    path.probed(DatagramProbe.ofLength(true, 1_000));
    assertThat(path.isUsed()).isTrue();
  }

  /** Sockets of which the tests use the names and one datagram socket. */
  private final class Names implements Sockets {
    private InetSocketAddress meaning;

    @Override
    public CompletableFuture<InetSocketAddress> lookUp(InetSocketAddress address) {
      return CompletableFuture.completedFuture(meaning);
    }

    @Override
    public Channel bind(AbstractBootstrap<?, ?> any, InetSocketAddress address, String what) {
      return socket;
    }

    @Override
    public EventLoopGroup eventLoops(int threads, String name) {
      throw new AssertionError(name);
    }

    @Override
    public Bootstrap dialler(WriteBufferWaterMark waterMark) {
      throw new AssertionError(waterMark);
    }

    @Override
    public ServerBootstrap listener(WriteBufferWaterMark waterMark) {
      throw new AssertionError(waterMark);
    }

    @Override
    public ServerBootstrap strangers(WriteBufferWaterMark waterMark) {
      throw new AssertionError(waterMark);
    }

    @Override
    public Bootstrap datagrams(WriteBufferWaterMark waterMark) {
      throw new AssertionError(waterMark);
    }

    @Override
    public Bootstrap endStalled(Bootstrap dialler) {
      throw new AssertionError(dialler);
    }

    @Override
    public ServerBootstrap endStalled(ServerBootstrap listener) {
      throw new AssertionError(listener);
    }
  }
}
