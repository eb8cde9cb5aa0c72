package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ResourceLeakDetector.Level;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Message;
import io.synod.network.Leaks;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.FuzzFrames;
import io.synod.network.wire.MessageCodec;
import io.synod.network.wire.PeerHello;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** 50,000 of the 100,000 bad frames: those for the peer port of replica 0 among three. */
@Timeout(120)
class PeerFuzzTest {
  private static final int FRAMES_OVER_SOCKETS = 3_000;
  private static final int FRAMES_EMBEDDED = 47_000;
  private static final int HEALTHY = 1;
  private static final int FUZZING = 2;

  private static final byte[] HELLO = bytes(hello(FUZZING));

  private final BlockingQueue<CatchUp> heardFromHealthy = new LinkedBlockingQueue<>();
  private final Listener listener = new Listener();
  private final FuzzFrames frames = new FuzzFrames(2, PeerFixture.FRAME_BYTES_MAX);
  private int surelyBad;

  private static final class Equipped extends ChannelInitializer<Channel> {
    private final PeerConnection connection;

    Equipped(PeerConnection connection) {
      this.connection = connection;
    }

    @Override
    protected void initChannel(Channel channel) {
      connection.addTo(channel);
    }
  }

  private final class Listener implements PeerListener {
    @Override
    public void onMessage(int from, Message message) {
      if (from == HEALTHY) {
        heardFromHealthy.add((CatchUp) message);
      }
    }

    @Override
    public void onConnected(int replica) {}

    @Override
    public void onDisconnected(int replica) {}

    @Override
    public void onFailure(Throwable bug) {
      throw new AssertionError(bug);
    }
  }

  @Test
  void a_bad_frame_costs_its_connection_one_log_line_and_nothing_else() throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.peer");
        Leaks leaks = new Leaks(Level.PARANOID);
        PeerFixture fixture = new PeerFixture()) {
      PeerNetwork network = fixture.start(settings(), listener);
      try (RawConnection healthy = RawConnection.to(network.address())) {
        healthy.write(hello(HEALTHY));
        healthy.read(FrameType.PEER_WELCOME);
        for (int index = 0; index < FRAMES_OVER_SOCKETS; index++) {
          sendBadFrame(network);
          if (index % 100 == 0) {
            assertStillHealthy(healthy, index);
          }
        }
        assertStillHealthy(healthy, FRAMES_OVER_SOCKETS);
        assertThat(lines.count()).isEqualTo(FRAMES_OVER_SOCKETS);
        assertThat(lines.first()).allMatch(line -> line.startsWith("replica 0: connection "));
        assertThat(network.counters().malformed()).isBetween((long) surelyBad, lines.count());
      }
      network.close();
      leaks.assertNone();
    }
  }

  @Test
  void a_bad_frame_leaves_nothing_behind_however_it_is_cut() {
    PeerPort port = new PeerPort(settings(), listener);
    PeerLink[] links = {
      null,
      new PeerLink(HEALTHY, port.settings(), listener),
      new PeerLink(FUZZING, port.settings(), listener)
    };
    try (LogLines lines = new LogLines("io.synod.network.peer");
        Leaks leaks = new Leaks(Level.ADVANCED)) {
      for (int index = 0; index < FRAMES_EMBEDDED; index++) {
        feedBadFrame(
            new PeerConnection(port, new AcceptedHandshake(port.settings(), links, List.of())));
      }
      assertThat(lines.count()).isEqualTo(FRAMES_EMBEDDED);
      assertThat(port.strangers().snapshot().plus(links[FUZZING].tally.snapshot()).malformed())
          .isBetween((long) surelyBad, lines.count());
      leaks.assertNone();
    }
  }

  private void sendBadFrame(PeerNetwork network) throws Exception {
    try (RawConnection connection = RawConnection.to(network.address())) {
      if (frames.nextBoolean()) {
        connection.write(hello(FUZZING));
        connection.read(FrameType.PEER_WELCOME);
      }
      connection.writeAndEnd(nextFrame());
      connection.awaitClose();
    }
  }

  private void feedBadFrame(PeerConnection connection) {
    EmbeddedChannel channel = new EmbeddedChannel(new Equipped(connection));
    if (frames.nextBoolean()) {
      feed(channel, HELLO, 0, HELLO.length);
    }
    byte[] frame = nextFrame();
    boolean bad = frames.isSurelyBad();
    int cut = frames.cut(frame);
    feed(channel, frame, 0, cut);
    feed(channel, frame, cut, frame.length - cut);
    assertThat(bad && channel.isOpen()).as("open after a bad frame").isFalse();
    channel.finishAndReleaseAll();
  }

  /** Buffers that the leak detector does not track are cheaper; so they are checked here. */
  private static void feed(EmbeddedChannel channel, byte[] bytes, int at, int length) {
    ByteBuf in = Unpooled.wrappedBuffer(bytes, at, length);
    if (in.isReadable() && channel.isOpen()) {
      channel.writeInbound(in);
      assertThat(in.refCnt()).isZero();
    }
  }

  private byte[] nextFrame() {
    byte[] frame = frames.next();
    surelyBad += frames.isSurelyBad() ? 1 : 0;
    return frame;
  }

  private void assertStillHealthy(RawConnection healthy, int round) throws Exception {
    healthy.write(new MessageCodec(3).encode(new CatchUp(round), ByteBufAllocator.DEFAULT));
    assertThat(heardFromHealthy.poll(10, TimeUnit.SECONDS)).isEqualTo(new CatchUp(round));
  }

  private static PeerSettings settings() {
    return PeerFixture.settings(0, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN, PeerFixture.UNKNOWN);
  }

  private static ByteBuf hello(int sender) {
    return new PeerHello(PeerFixture.CLUSTER, "terms", 3, sender, 0)
        .encode(ByteBufAllocator.DEFAULT);
  }

  private static byte[] bytes(ByteBuf frame) {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }
}
