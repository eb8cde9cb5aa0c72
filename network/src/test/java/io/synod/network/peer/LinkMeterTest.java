package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.message.CatchUp;
import io.synod.network.RawConnection;
import io.synod.network.peer.RecordingListener.Connected;
import io.synod.network.peer.RecordingListener.Received;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.PeerHello;
import io.synod.network.wire.Ping;
import io.synod.network.wire.Pong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links of real sockets, measured. */
@Timeout(60)
final class LinkMeterTest {
  private final PeerFixture fixture = new PeerFixture();
  private final RecordingListener listener0 = new RecordingListener();
  private final RecordingListener listener1 = new RecordingListener();

  @AfterEach
  void close() {
    fixture.close();
  }

  private PeerNetwork start0() throws Exception {
    return fixture.start(
        PeerFixture.settings(0, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN), listener0);
  }

  private PeerNetwork connectedTo(PeerNetwork network0) throws Exception {
    PeerNetwork network1 =
        fixture.start(PeerFixture.settings(1, network0.address(), PeerFixture.UNKNOWN), listener1);
    listener0.expect(new Connected(1));
    listener1.expect(new Connected(0));
    return network1;
  }

  private static void awaitPing(PeerNetwork network, int peer) {
    while (network.quality(peer).pings() == 0) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void a_connection_that_ends_with_what_a_burst_writes_ends_the_burst() throws Exception {
    LinkMeter meter =
        new LinkMeter(PeerFixture.settings(0, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN));
    AtomicInteger ends = new AtomicInteger();
    AtomicInteger writes = new AtomicInteger();
    EmbeddedChannel channel =
        new EmbeddedChannel(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void write(ChannelHandlerContext context, Object frame, ChannelPromise done) {
                ReferenceCountUtil.release(frame);
                // The first is the ping, four begin the burst, the next one finds the peer gone.
                if (writes.incrementAndGet() == 6) {
                  meter.closed();
                }
              }
            });
    meter.opened(channel);
    meter.onPong(new Pong(1));
    meter.burst(burst -> ends.incrementAndGet());
    meter.onPong(new Pong(2));
    assertThat(writes).hasValue(6);
    assertThat(ends).hasValue(1);
    channel.finishAndReleaseAll();
  }

  @Test
  void both_ends_know_the_round_trip_of_an_idle_link() throws Exception {
    PeerNetwork network0 = start0();
    PeerNetwork network1 = connectedTo(network0);
    awaitPing(network0, 1);
    awaitPing(network1, 0);
    LinkQuality quality = network0.quality(1);
    assertThat(quality.roundTripNanosShortest()).isPositive();
    assertThat(quality.roundTripNanosLeast())
        .isGreaterThanOrEqualTo(quality.roundTripNanosShortest());
    assertThat(quality.roundTripNanosMean()).isGreaterThanOrEqualTo(quality.roundTripNanosLeast());
    assertThat(quality.bursts()).isZero();
  }

  @Test
  void a_burst_finds_a_rate_and_counts_for_no_messages() throws Exception {
    PeerNetwork network0 = start0();
    PeerNetwork network1 = connectedTo(network0);
    awaitPing(network1, 0);
    network1.measureBandwidth().get(30, TimeUnit.SECONDS);
    assertThat(network1.quality(0).bursts()).isEqualTo(1);
    assertThat(network1.quality(0).bitsPerSecond()).isGreaterThan(1e6);
    assertThat(network1.sharedRate()).as("of one link").isEqualTo(SharedRate.UNKNOWN);
    assertThat(network1.counters().sent()).isZero();
    assertThat(network0.counters().received()).isZero();
    assertThat(listener0.isEmpty()).isTrue();
  }

  @Test
  void messages_pass_during_a_burst() throws Exception {
    PeerNetwork network0 = start0();
    PeerNetwork network1 = connectedTo(network0);
    awaitPing(network1, 0);
    var burst = network1.measureBandwidth();
    fixture.send(network1, ReplicaSet.of(0), new CatchUp(7));
    listener0.expect(new Received(1, new CatchUp(7)));
    burst.get(30, TimeUnit.SECONDS);
    assertThat(network1.counters().dropped()).isZero();
  }

  @Test
  void without_a_peer_there_is_nothing_to_measure() throws Exception {
    PeerNetwork network0 = start0();
    network0.measureBandwidth().get(30, TimeUnit.SECONDS);
    assertThat(network0.quality(1)).isEqualTo(LinkQuality.UNKNOWN);
  }

  @Test
  void the_measurements_of_a_connection_end_with_it() throws Exception {
    PeerNetwork network0 = start0();
    PeerNetwork network1 = connectedTo(network0);
    awaitPing(network0, 1);
    network1.close();
    listener0.expect(new RecordingListener.Disconnected(1));
    assertThat(network0.quality(1).pings()).isZero();
  }

  @Test
  void a_pong_that_answers_nothing_ends_the_connection() throws Exception {
    PeerNetwork network0 = start0();
    try (RawConnection peer = RawConnection.to(network0.address())) {
      peer.write(
          new PeerHello(PeerFixture.CLUSTER, "count = 8", 2, 1, 0)
              .encode(ByteBufAllocator.DEFAULT));
      peer.read(FrameType.PEER_WELCOME);
      Ping ping = Ping.decode(peer.read(FrameType.PING));
      peer.write(new Pong(ping.number()).encode(ByteBufAllocator.DEFAULT));
      awaitPing(network0, 1);
      peer.write(new Pong(ping.number()).encode(ByteBufAllocator.DEFAULT));
      peer.awaitClose();
    }
    assertThat(network0.counters(1).malformed()).isEqualTo(1);
  }
}
