package io.synod.network.ingress;

import static io.synod.network.ingress.IngressFixture.ALLOCATOR;
import static io.synod.network.ingress.IngressFixture.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.ResourceLeakDetector.Level;
import io.synod.fuzzing.FuzzInputs;
import io.synod.fuzzing.Fuzzing;
import io.synod.network.Leaks;
import io.synod.network.LogLines;
import io.synod.network.RawConnection;
import io.synod.network.wire.Frame;
import io.synod.network.wire.FrameStreams;
import io.synod.network.wire.FrameType;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What strangers and broken clients may send to the clients' port. */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class IngressFuzzTest {
  private static final int STREAMS_OVER_SOCKETS = 1_500;
  private static final int FRAME_BYTES_MAX = IngressFixture.FRAME_BYTES_MAX;

  private final ClientPortTarget target = new ClientPortTarget();
  private int surelyBad;

  @Test
  void any_input_is_offered_as_it_was_sent_or_closes_its_connection() {
    try (LogLines lines = new LogLines("io.synod.network.ingress")) {
      Fuzzing.of(target).run(5_000, 60, 100);
      assertThat(lines.count()).isPositive();
    }
  }

  @Test
  void recorded_findings_are_handled() {
    try (LogLines lines = new LogLines("io.synod.network.ingress")) {
      int streams = Fuzzing.of(target).replayCorpus();
      assertThat(lines.count()).isLessThanOrEqualTo(streams);
    }
  }

  @Test
  void a_bad_stream_costs_its_connection_a_few_log_lines_for_all_and_nothing_else()
      throws Exception {
    try (LogLines lines = new LogLines("io.synod.network.ingress");
        Leaks leaks = new Leaks(Level.PARANOID)) {
      fuzz(lines);
      leaks.assertNone();
    }
  }

  private void fuzz(LogLines lines) throws IOException {
    FuzzInputs inputs = new FuzzInputs(target, 1);
    long beganNanos = System.nanoTime();
    try (IngressFixture fixture = new IngressFixture()) {
      RawConnection healthy = fixture.greet();
      for (int index = 0; index < STREAMS_OVER_SOCKETS; index++) {
        sendStream(fixture, inputs.next());
        if (index % 100 == 0) {
          assertStillHealthy(healthy);
        }
      }
      assertStillHealthy(healthy);
      IngressCounters counters = fixture.ingress.counters();
      assertThat(counters.malformed()).isGreaterThanOrEqualTo(surelyBad);
      long count = lines.count();
      long periods = 1 + (System.nanoTime() - beganNanos) / TimeUnit.SECONDS.toNanos(10);
      assertThat(count)
          .as("ten lines in ten seconds, and one of a wrong port")
          .isBetween(10L, 10 * periods + 1);
      assertThat(lines.first()).allMatch(line -> line.startsWith("replica 0: connection "));
      fixture.listener.events.forEach(IngressFuzzTest::release);
    }
  }

  private void sendStream(IngressFixture fixture, byte[] stream) throws IOException {
    FrameStreams.Judgement frames = FrameStreams.judge(stream, FRAME_BYTES_MAX, FRAME_BYTES_MAX);
    surelyBad += frames.frames().isEmpty() && frames.broken() ? 1 : 0;
    try (RawConnection client = RawConnection.to(fixture.ingress.address())) {
      client.writeAndEnd(stream);
      client.awaitClose();
    }
  }

  private static void assertStillHealthy(RawConnection healthy) throws IOException {
    healthy.write(requests(7, 1, 2, 10));
    healthy.write(Frame.empty(ALLOCATOR, FrameType.STATUS_REQUEST));
    healthy.read(FrameType.STATUS);
  }

  private static void release(Object event) {
    if (event instanceof Queries queries) {
      queries.release();
    }
  }
}
