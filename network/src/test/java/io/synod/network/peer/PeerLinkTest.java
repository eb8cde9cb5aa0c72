package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.synod.network.LogLines;
import io.synod.network.peer.RecordingListener.Connected;
import io.synod.network.peer.RecordingListener.Disconnected;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.Levels;
import io.synod.network.wire.Ping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class PeerLinkTest {
  private final RecordingListener listener = new RecordingListener();
  private final PeerPort port =
      new PeerPort(
          PeerFixture.settings(1, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN),
          listener,
          System::nanoTime,
          () -> 0);
  private final PeerLink link = new PeerLink(0, port);

  @Test
  void a_peer_that_is_gone_before_the_first_ping_was_connected_before_it_was_not()
      throws Exception {
    PeerConnection connection = new PeerConnection(port, new NoHandshake(), null);
    EmbeddedChannel channel = new EmbeddedChannel(new BrokenPipe());
    connection.addTo(channel);
    channel.pipeline().fireChannelActive();

    connection.open(link, Levels.OWN);

    listener.expect(new Connected(0));
    listener.expect(new Disconnected(0));
    assertThat(listener.isEmpty()).isTrue();
    assertThat(link.isConnected()).isFalse();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void connections_that_end_soon_again_and_again_are_worth_one_warning() {
    long soonNanos = TimeUnit.SECONDS.toNanos(1);
    List<Integer> warnedAt = new ArrayList<>();
    for (int ended = 1; ended <= 40; ended++) {
      // The 20th lasts.
      if (link.endedSoonAgain(ended == 20 ? 10 * soonNanos : soonNanos)) {
        warnedAt.add(ended);
      }
    }
    assertThat(warnedAt).containsExactly(10, 30);
  }

  @Test
  void two_processes_with_one_number_are_suspected() {
    try (LogLines lines = new LogLines("io.synod.network.peer")) {
      for (int times = 0; times < 10; times++) {
        connect(Levels.OWN).finishAndReleaseAll();
      }
      assertThat(lines.first())
          .filteredOn(line -> line.contains("another process runs as replica 1 or as replica 0"))
          .hasSize(1);
    }
  }

  /** A replica of another build may have taken the peer's place. */
  @Test
  void the_levels_are_those_of_the_process_at_the_other_end_now() {
    connect(Levels.OWN);
    assertThat(link.levels()).isEqualTo(Levels.OWN);
    Levels earlier = new Levels(1, 1, "0.0.9");
    connect(earlier);
    assertThat(link.levels()).isEqualTo(earlier);
  }

  /** As with the JDK's sockets, which an EmbeddedChannel counts as: TCP waits for many minutes. */
  @Test
  void a_connection_over_which_nothing_comes_for_ten_seconds_ends() throws Exception {
    EmbeddedChannel channel = connect(Levels.OWN);
    listener.expect(new Connected(0));
    for (int second = 0; second < 60; second++) {
      second(channel);
      channel.writeInbound(new Ping(second, 0).encode(channel.alloc()));
    }
    assertThat(channel.isOpen()).as("pings come").isTrue();
    for (int second = 0; second < PeerConnection.SILENT_SECONDS_MAX; second++) {
      second(channel);
    }
    assertThat(channel.isOpen()).as("for ten seconds").isTrue();
    second(channel);
    assertThat(channel.isOpen()).isFalse();
    listener.expect(new Disconnected(0));
    channel.finishAndReleaseAll();
  }

  /** Its answers wait behind what the other side is still sent. */
  @Test
  void a_connection_over_a_slow_link_is_not_silent() throws Exception {
    SlowChannel channel = new SlowChannel();
    connect(channel, Levels.OWN);
    listener.expect(new Connected(0));
    for (int message = 0; message < 60; message++) {
      channel.write(Unpooled.wrappedBuffer(new byte[1 << 10]));
    }
    for (int second = 0; second < 50; second++) {
      channel.flush();
      second(channel);
    }
    assertThat(channel.isOpen()).as("it takes a message in each second").isTrue();
    for (int second = 0; second <= PeerConnection.SILENT_SECONDS_MAX; second++) {
      second(channel);
    }
    assertThat(channel.isOpen()).as("it takes nothing").isFalse();
    listener.expect(new Disconnected(0));
  }

  private static void second(EmbeddedChannel channel) {
    channel.advanceTimeBy(1, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
  }

  private EmbeddedChannel connect(Levels known) {
    EmbeddedChannel channel = new EmbeddedChannel();
    connect(channel, known);
    return channel;
  }

  private void connect(EmbeddedChannel channel, Levels known) {
    PeerConnection connection = new PeerConnection(port, new NoHandshake(), null);
    connection.addTo(channel);
    channel.pipeline().fireChannelActive();
    connection.open(link, known);
  }

  /** Takes one message for each flush. */
  private static final class SlowChannel extends EmbeddedChannel {
    @Override
    protected void doWrite(ChannelOutboundBuffer unsent) {
      unsent.remove();
    }
  }

  /** What is written finds the other side closed. */
  private static final class BrokenPipe extends ChannelOutboundHandlerAdapter {

    @Override
    public void write(ChannelHandlerContext context, Object frame, ChannelPromise done) {
      ReferenceCountUtil.release(frame);
      context.fireExceptionCaught(new IOException("Broken pipe"));
    }
  }

  private static final class NoHandshake implements Handshake {

    @Override
    public void begin(PeerConnection connection) {}

    @Override
    public void onFrame(PeerConnection connection, FrameType type, ByteBuf body) {}

    @Override
    public PeerLink expected() {
      return null;
    }
  }
}
