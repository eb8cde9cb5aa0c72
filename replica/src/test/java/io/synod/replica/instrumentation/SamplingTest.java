package io.synod.replica.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.network.wire.FrameType;
import io.synod.replica.config.InstrumentationConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When samples are taken. */
class SamplingTest {
  private static final long INTERVAL_NANOS = 20_000_000;
  private static final int STOOD_AT = 3;
  private static final long STOOD_MILLIS = 400;
  private static final int SAMPLES = 12;

  /** Stands still once, for many intervals, as a machine that was suspended. */
  private static final class Standing implements Instrumentation.Source {
    private final CountDownLatch taken = new CountDownLatch(SAMPLES);

    // Guarded by this.
    private final List<Long> gaps = new ArrayList<>();
    private long endNanos = System.nanoTime();

    @Override
    public synchronized Sample sample() {
      gaps.add(System.nanoTime() - endNanos);
      if (gaps.size() == STOOD_AT) {
        stand();
      }
      endNanos = System.nanoTime();
      taken.countDown();
      return new Sample(
          0,
          endNanos,
          new Sample.Standing("follower", "1.0"),
          1,
          new long[Total.values().length],
          new long[Activity.values().length],
          0,
          new Sample.Link[] {new Sample.Link(0, 0, 0, 0)},
          traffic(),
          Map.of(),
          Double.NaN,
          0);
    }

    private static void stand() {
      try {
        Thread.sleep(STOOD_MILLIS);
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }

    private static Sample.Messages[] traffic() {
      Sample.Messages[] traffic = new Sample.Messages[FrameType.values().length];
      Arrays.fill(traffic, new Sample.Messages(0, 0, 0, 0));
      return traffic;
    }

    /** From the end of each sample to the next one, of those that the interval brings. */
    synchronized List<Long> gaps() {
      return List.copyOf(gaps.subList(1, SAMPLES));
    }

    @Override
    public Gauges gauges() {
      throw new UnsupportedOperationException();
    }

    @Override
    public String explanation() {
      return "";
    }
  }

  @Test
  void a_process_that_stood_still_makes_up_for_no_samples() throws Exception {
    Standing source = new Standing();
    InstrumentationConfig config =
        new InstrumentationConfig(true, INTERVAL_NANOS, Optional.empty(), 0, Long.MAX_VALUE);
    Instrumentation.Identity identity =
        new Instrumentation.Identity("sampling", 0, List.of(0), "sampling-", "127.0.0.1");
    try (Instrumentation sampling =
        new Instrumentation(config, identity, new WorkMeter(true), source)) {
      sampling.start();
      assertThat(source.taken.await(60, TimeUnit.SECONDS)).isTrue();
      assertThat(source.gaps()).allMatch(gap -> gap >= INTERVAL_NANOS);
    }
  }
}
