package io.synod.network.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector.Level;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Message;
import io.synod.fuzzing.FuzzInputs;
import io.synod.fuzzing.Fuzzing;
import io.synod.network.Leaks;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import io.synod.network.wire.MessageCodec;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What strangers and broken replicas may send to the peer port of replica 0 among three. */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class PeerFuzzTest {
  private static final int STREAMS_OVER_SOCKETS = 1_500;
  private static final int HEALTHY = 1;
  private static final int FRAME_BYTES_MAX = PeerFixture.FRAME_BYTES_MAX;

  private final BlockingQueue<CatchUp> receivedFromHealthy = new LinkedBlockingQueue<>();
  private final PeerPortTarget target = new PeerPortTarget();
  private int surelyBad;

  private final class Listener implements PeerListener {
    @Override
    public void onMessage(int from, Message message, int bytes) {
      if (from == HEALTHY) {
        receivedFromHealthy.add((CatchUp) message);
      }
    }

    @Override
    public void onBug(Throwable bug) {
      throw new AssertionError(bug);
    }
  }

  @Test
  void any_input_is_a_message_as_it_was_encoded_or_closes_its_connection() {
    try (LogLines lines = new LogLines("io.synod.network.peer")) {
      Fuzzing.of(target).run(5_000, 45, 100);
      assertThat(lines.count()).isPositive();
    }
  }

  @Test
  void recorded_findings_are_handled() {
    try (LogLines lines = new LogLines("io.synod.network.peer")) {
      int streams = Fuzzing.of(target).replayCorpus();
      assertThat(lines.count()).isLessThanOrEqualTo(streams);
    }
  }

  @Test
  void a_bad_stream_costs_its_connection_and_nothing_else() throws Exception {
    FuzzInputs inputs = new FuzzInputs(target, 2);
    try (LogLines lines = new LogLines("io.synod.network.peer");
        Leaks leaks = new Leaks(Level.PARANOID);
        PeerFixture fixture = new PeerFixture()) {
      PeerNetwork network =
          fixture.start(PeerPortTarget.settings(DatagramSettings.NONE), new Listener());
      try (RawConnection healthy = RawConnection.to(network.address())) {
        healthy.write(PeerPortTarget.hello(HEALTHY));
        healthy.read(FrameType.PEER_WELCOME);
        for (int index = 0; index < STREAMS_OVER_SOCKETS; index++) {
          sendStream(network, next(inputs));
          if (index % 100 == 0) {
            assertStillHealthy(healthy, index);
          }
        }
        assertStillHealthy(healthy, STREAMS_OVER_SOCKETS);
        assertThat(lines.count()).isLessThanOrEqualTo(STREAMS_OVER_SOCKETS);
        assertThat(lines.first()).allMatch(line -> line.startsWith("replica 0: connection "));
        assertThat(network.counters().malformed())
            .isBetween((long) surelyBad, (long) STREAMS_OVER_SOCKETS);
      }
      network.close();
      leaks.assertNone();
    }
  }

  /** Not one that says that it is the healthy replica: it would take its place. */
  private byte[] next(FuzzInputs inputs) {
    while (true) {
      byte[] stream = inputs.next();
      var frames = FrameStreams.judge(stream, FRAME_BYTES_MAX, FRAME_BYTES_MAX);
      boolean known =
          !frames.frames().isEmpty()
              && Arrays.equals(
                  frames.frames().get(0), PeerPortTarget.hello(PeerPortTarget.FUZZING));
      if (known || frames.frames().isEmpty()) {
        surelyBad += frames.frames().isEmpty() && frames.broken() ? 1 : 0;
        return stream;
      }
    }
  }

  private static void sendStream(PeerNetwork network, byte[] stream) throws Exception {
    try (RawConnection connection = RawConnection.to(network.address())) {
      connection.writeAndEnd(stream);
      connection.awaitClose();
    }
  }

  private void assertStillHealthy(RawConnection healthy, int round) throws Exception {
    ByteBuf frame = new MessageCodec().encode(new CatchUp(round), ByteBufAllocator.DEFAULT);
    healthy.write(frame);
    assertThat(receivedFromHealthy.poll(10, TimeUnit.SECONDS)).isEqualTo(new CatchUp(round));
  }
}
