package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static io.synod.network.ingress.IngressFixture.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ResourceLeakDetector.Level;
import io.synod.core.batcher.Requests;
import io.synod.core.cluster.View;
import io.synod.network.Leaks;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.wire.ClientHello;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.FuzzFrames;
import io.synod.network.wire.Leadership;
import io.synod.network.wire.StatusRequest;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** 50,000 of the 100,000 bad frames: those for the clients' port. */
@Timeout(120)
class IngressFuzzTest {
  private static final int FRAMES_OVER_SOCKETS = 3_000;
  private static final int FRAMES_EMBEDDED = 47_000;

  private static final byte[] HELLO =
      bytes(new ClientHello(IngressFixture.CLUSTER).encode(ALLOCATOR));

  private final FuzzFrames frames = new FuzzFrames(1, IngressFixture.FRAME_BYTES_MAX);
  private int surelyBad;

  @Test
  void a_bad_frame_costs_its_connection_one_log_line_and_nothing_else() throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.ingress");
        Leaks leaks = new Leaks(Level.PARANOID)) {
      fuzz(lines);
      leaks.assertNone();
    }
  }

  private void fuzz(LogLines lines) throws IOException {
    try (IngressFixture fixture = new IngressFixture()) {
      RawConnection healthy = fixture.greet();
      for (int index = 0; index < FRAMES_OVER_SOCKETS; index++) {
        sendBadFrame(fixture);
        if (index % 100 == 0) {
          assertStillHealthy(healthy);
        }
      }
      assertStillHealthy(healthy);
      IngressCounters counters = fixture.ingress.counters();
      assertThat(counters.malformed()).isGreaterThanOrEqualTo(surelyBad);
      assertThat(counters.malformed() + counters.refused()).isEqualTo(lines.count());
      assertThat(lines.first()).allMatch(line -> line.startsWith("replica 0: connection "));
      fixture.listener.events.forEach(IngressFuzzTest::release);
    }
  }

  @Test
  void a_bad_frame_leaves_nothing_behind_however_it_is_cut() {
    IngressPort port = new IngressPort(IngressFixture.settings(5_000, 0), new Busy());
    try (LogLines lines = new LogLines("io.synod.network.ingress");
        Leaks leaks = new Leaks(Level.ADVANCED)) {
      for (int index = 0; index < FRAMES_EMBEDDED; index++) {
        feedBadFrame(port);
      }
      IngressCounters counters = port.tally().snapshot();
      assertThat(counters.malformed()).isGreaterThanOrEqualTo(surelyBad);
      assertThat(counters.malformed() + counters.refused()).isEqualTo(lines.count());
      assertThat(counters.connections()).isZero();
      assertThat(port.connections()).isEmpty();
      leaks.assertNone();
    }
  }

  private void sendBadFrame(IngressFixture fixture) throws IOException {
    try (RawConnection client = RawConnection.to(fixture.ingress.address())) {
      if (frames.nextBoolean()) {
        client.write(new ClientHello(IngressFixture.CLUSTER).encode(ALLOCATOR));
        client.read(FrameType.WELCOME);
      }
      client.writeAndEnd(nextFrame());
      client.awaitClose();
    }
  }

  private void feedBadFrame(IngressPort port) {
    EmbeddedChannel channel = new EmbeddedChannel(new Equipped(port));
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

  private static void assertStillHealthy(RawConnection healthy) throws IOException {
    healthy.write(requests(7, 1, 2, 10));
    healthy.write(new StatusRequest().encode(ALLOCATOR));
    healthy.read(FrameType.STATUS);
  }

  private static void release(Object event) {
    if (event instanceof Queries queries) {
      queries.release();
    }
  }

  private static final class Equipped extends ChannelInitializer<Channel> {
    private final IngressPort port;

    Equipped(IngressPort port) {
      this.port = port;
    }

    @Override
    protected void initChannel(Channel channel) {
      new AcceptedClient(port, channel).addToChannel();
    }
  }

  private static final class Busy implements IngressListener {
    @Override
    public Admission admit(ClientConnection from, long session, Requests requests) {
      return Admission.BUSY;
    }

    @Override
    public Admission admitQueries(Queries queries) {
      return Admission.NOT_LEADER;
    }

    @Override
    public Leadership leadership() {
      return new Leadership(View.NONE, Leadership.UNKNOWN, "");
    }

    @Override
    public String statusJson() {
      return "{}";
    }

    @Override
    public void onSession(ClientConnection from, long session) {}

    @Override
    public void onClosed(ClientConnection connection) {}

    @Override
    public void onFailure(Throwable bug) {
      throw new AssertionError(bug);
    }
  }

  private static byte[] bytes(ByteBuf frame) {
    byte[] bytes = ByteBufUtil.getBytes(frame);
    frame.release();
    return bytes;
  }
}
