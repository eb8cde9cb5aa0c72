package io.synod.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes over a link whose time is computed. */
final class FlowTest {
  private static final long MILLI = 1_000_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int SMALL_BYTES = 32;

  private final EmbeddedChannel source = new EmbeddedChannel();
  private final EmbeddedChannel sink = new EmbeddedChannel();
  private final OneWay way = new OneWay(1, () -> this.nowNanos);
  private final List<Arrival> arrivals = new ArrayList<>();
  private long nowNanos;

  /**
   * @param end the number of bytes that have arrived by then
   */
  private record Arrival(long end, long nanos) {}

  @BeforeEach
  void freeze() {
    source.freezeTime();
  }

  @AfterEach
  void close() {
    source.finishAndReleaseAll();
    sink.finishAndReleaseAll();
  }

  @ParameterizedTest
  @ValueSource(strings = {"wan-50ms", "wan-150ms", "lan"})
  void on_an_idle_link_the_latency_is_within_2_ms_of_the_delay(String name) {
    LinkShape shape = LinkShape.named(name);
    send(shape, SMALL_BYTES);

    assertThat(arrivals).hasSize(1);
    assertThat(arrivals.get(0).end()).isEqualTo(SMALL_BYTES);
    assertThat(arrivals.get(0).nanos() - shape.delayNanos()).isBetween(0L, 2 * MILLI);
  }

  @ParameterizedTest
  @ValueSource(strings = {"wan-50ms", "wan-150ms", "lan"})
  void on_a_full_link_the_latency_is_within_2_ms_and_the_bandwidth_within_5_percent(String name) {
    LinkShape shape = LinkShape.named(name);
    int bytes = (int) (shape.bitsPerSecond() / Byte.SIZE / 2);
    send(shape, bytes);

    long first = 0;
    for (Arrival arrival : arrivals) {
      // The first of the bytes that arrive together has waited for the last.
      double firstLeft = leavingNanos(shape, first + 1);
      assertThat(arrival.nanos() - firstLeft - shape.delayNanos()).isBetween(0.0, 2.0 * MILLI);
      double lastLeft = leavingNanos(shape, arrival.end());
      assertThat(arrival.nanos() - lastLeft).isGreaterThanOrEqualTo(shape.delayNanos());
      first = arrival.end();
    }
    assertThat(first).isEqualTo(bytes);
    double seconds = (nowNanos - shape.delayNanos()) / NANOS_PER_SECOND;
    assertThat(bytes * Byte.SIZE / seconds).isCloseTo(shape.bitsPerSecond(), withPercentage(5));
  }

  private static double leavingNanos(LinkShape shape, long bytes) {
    return bytes * Byte.SIZE * NANOS_PER_SECOND / shape.bitsPerSecond();
  }

  /** Sends so many bytes at once and notes when they arrive. */
  private void send(LinkShape shape, int bytes) {
    way.shape(shape);
    Flow flow = new Flow(way, source);
    flow.begin(sink);
    flow.read(Unpooled.buffer(bytes).writeZero(bytes));
    flow.readComplete();
    long waitNanos = source.runScheduledPendingTasks();
    while (waitNanos >= 0) {
      nowNanos += waitNanos;
      source.advanceTimeBy(waitNanos, TimeUnit.NANOSECONDS);
      waitNanos = source.runScheduledPendingTasks();
      noteArrivals();
    }
    assertThat(flow.queuedBytes()).isZero();
  }

  private void noteArrivals() {
    long end = arrivals.isEmpty() ? 0 : arrivals.get(arrivals.size() - 1).end();
    for (ByteBuf arrived = sink.readOutbound(); arrived != null; arrived = sink.readOutbound()) {
      end += arrived.readableBytes();
      arrivals.add(new Arrival(end, nowNanos));
      arrived.release();
    }
  }
}
