package io.synod.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.synod.benchmarks.yardstick.Listening;
import io.synod.benchmarks.yardstick.YardstickSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The generator against the echo: each is the other's test. */
@Timeout(120)
final class LoadGeneratorTest {
  private static final Span SHORT = new Span(Duration.ofMillis(100), Duration.ofMillis(300));

  // A machine may stand still for the whole of a measurement; not for all of them.
  private static final int TRIES = 5;

  private final List<String> events = new ArrayList<>();

  @Test
  void every_answer_within_the_measurement_is_counted_once() throws Exception {
    LoadResult result = measure(new Load(3, 50, 128), 8);

    assertThat(result.answered()).isPositive().isEqualTo(result.latencies().getTotalCount());
    assertThat(result.failed()).isZero();
    assertThat(result.unknown()).isZero();
    assertThat(result.nanos()).isGreaterThanOrEqualTo(SHORT.duration().toNanos());
    assertThat(result.latencyMillis(50)).isPositive().isLessThanOrEqualTo(result.latencyMillis(99));
  }

  @Test
  void one_outstanding_request_is_enough() throws Exception {
    assertThat(measure(new Load(1, 1, 0), 0).answered()).isPositive();
  }

  @Test
  void a_measurement_lasts_until_something_is_answered() throws Exception {
    try (Listening echo = echo(8);
        LoadGenerator generator =
            new LoadGenerator(
                new Target("test", "127.0.0.1:" + echo.port(), 8), new Load(1, 1, 3 << 20))) {
      generator.start();
      Span instant = new Span(Duration.ZERO, Duration.ofNanos(1));
      assertThat(generator.measure(instant, new Events()).answered()).isPositive();
    }
  }

  @Test
  void an_open_loop_keeps_its_rate() throws Exception {
    Load load = new Load(2, 100, 16, 400);
    double rate = perSecond(measure(load, 8));
    for (int further = 1; further < TRIES && Math.abs(rate - 400) > 200; further++) {
      rate = perSecond(measure(load, 8));
    }
    assertThat(rate).isCloseTo(400, within(200.0));
  }

  private static double perSecond(LoadResult result) {
    return result.answered() * 1e9 / result.nanos();
  }

  @Test
  void a_burst_records_one_latency_that_of_its_last_request() throws Exception {
    Load load = new Load(1, 1_000, 16).withBursts(500);
    Span span = new Span(Duration.ofMillis(500), Duration.ofSeconds(2));
    LoadResult result = measure(load, 8, span);
    for (int further = 1; further < TRIES && result.latencies().getTotalCount() == 0; further++) {
      result = measure(load, 8, span);
    }
    // The measurement may begin or end within a burst.
    assertThat(result.latencies().getTotalCount())
        .isPositive()
        .isBetween(result.answered() / 500, (result.answered() + 499) / 500);
    assertThat(result.latencyMillisMean())
        .isBetween(result.latencyMillisLeast(), result.latencyMillisMost());
  }

  @Test
  void a_delayed_request_counts_from_when_it_was_due() throws Exception {
    // More than one request at a time can be answered: the later ones are ever later.
    LoadResult result = measure(new Load(1, 1, 16, 10_000_000), 8);
    assertThat(result.latencyMillis(50)).isGreaterThan(50);
  }

  @Test
  void a_request_of_many_reads_is_answered() throws Exception {
    assertThat(measure(new Load(2, 4, 3 << 20), 1 << 20).answered()).isPositive();
  }

  @Test
  void the_warm_up_ends_before_the_measurement_for_the_listener() throws Exception {
    measure(new Load(1, 10, 16), 8);

    assertThat(events).containsSubsequence("second", "measuring", "second", "measured");
    assertThat(events).endsWith("measured");
  }

  @Test
  void an_answer_of_another_length_ends_the_run() throws Exception {
    try (Listening echo = echo(9)) {
      assertThatThrownBy(() -> measure(echo, new Load(1, 1, 16), 8, SHORT))
          .isInstanceOf(LoadFailure.class)
          .hasMessageContaining("9 bytes, not 8");
    }
  }

  @Test
  void a_cluster_that_refuses_is_no_result() throws Exception {
    try (Listening echo = echo(8);
        LoadGenerator generator =
            new LoadGenerator(
                new Target("another", "127.0.0.1:" + echo.port(), 8), new Load(1, 1, 16))) {
      generator.start();
      assertThatThrownBy(() -> generator.measure(SHORT, new Events()))
          .isInstanceOf(LoadFailure.class)
          .hasMessageContaining("no request was answered");
    }
  }

  private LoadResult measure(Load load, int answerBytes) throws Exception {
    return measure(load, answerBytes, SHORT);
  }

  private LoadResult measure(Load load, int answerBytes, Span span) throws Exception {
    try (Listening echo = echo(answerBytes)) {
      return measure(echo, load, answerBytes, span);
    }
  }

  private LoadResult measure(Listening echo, Load load, int answerBytes, Span span)
      throws Exception {
    Target target = new Target("test", "127.0.0.1:" + echo.port(), answerBytes);
    try (LoadGenerator generator = new LoadGenerator(target, load)) {
      generator.start();
      return generator.measure(span, new Events());
    }
  }

  private static Listening echo(int answerBytes) {
    return Listening.echo(new YardstickSettings("test", answerBytes, 8 << 20, 4096), 0);
  }

  private final class Events implements LoadListener {

    @Override
    public void onSecond(long answered) {
      events.add("second");
    }

    @Override
    public void onMeasuring() {
      events.add("measuring");
    }

    @Override
    public void onMeasured() {
      events.add("measured");
    }
  }
}
