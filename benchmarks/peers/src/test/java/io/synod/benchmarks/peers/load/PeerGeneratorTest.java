package io.synod.benchmarks.peers.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.benchmarks.load.Load;
import io.synod.benchmarks.load.LoadFailure;
import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.LoadResult;
import io.synod.benchmarks.load.Span;
import io.synod.benchmarks.load.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class PeerGeneratorTest {
  private static final int ANSWER_BYTES = 8;
  private static final Target TARGET = new Target("none", "nowhere", ANSWER_BYTES);
  private static final Load LOAD = new Load(2, 7, 128);
  private static final Span SHORT = new Span(Duration.ofMillis(20), Duration.ofMillis(500));

  private final ExecutorService answers = Executors.newSingleThreadExecutor();
  private final AtomicInteger outstanding = new AtomicInteger();
  private final AtomicInteger outstandingMax = new AtomicInteger();
  private final List<AnsweringClient> clients = new ArrayList<>();

  @AfterEach
  void end() {
    answers.shutdownNow();
  }

  @Test
  void as_many_requests_are_outstanding_as_the_load_says() throws Exception {
    LoadResult result = measure(cycle -> cycle.answered(ANSWER_BYTES));

    assertThat(result.answered()).isPositive();
    assertThat(result.latencies().getTotalCount()).isEqualTo(result.answered());
    assertThat(outstandingMax).hasValue(7);
    assertThat(clients).extracting(client -> client.cycles).containsExactly(4, 3);
  }

  @Test
  void a_failed_request_is_counted_and_sent_again() throws Exception {
    AtomicInteger sent = new AtomicInteger();

    LoadResult result =
        measure(
            cycle -> {
              if (sent.incrementAndGet() % 2 == 0) {
                cycle.failed("not now");
              } else {
                cycle.answered(ANSWER_BYTES);
              }
            });

    assertThat(result.answered()).isPositive();
    assertThat(result.failed()).isPositive();
    assertThat(outstandingMax).hasValueLessThanOrEqualTo(7);
  }

  @Test
  void an_answer_of_a_wrong_length_ends_the_load() {
    assertThatThrownBy(() -> measure(cycle -> cycle.answered(ANSWER_BYTES + 1)))
        .isInstanceOf(LoadFailure.class)
        .hasMessageContaining("9 bytes, not 8");
  }

  @Test
  void a_load_of_which_nothing_is_answered_fails_with_the_reason() {
    assertThatThrownBy(() -> measure(cycle -> cycle.failed("nobody leads")))
        .isInstanceOf(LoadFailure.class)
        .hasMessageContaining("nobody leads");
  }

  @Test
  void nothing_is_sent_after_the_end() throws Exception {
    measure(cycle -> cycle.answered(ANSWER_BYTES));

    drain();
    // The answer that was on its way at the end may have been followed by a request.
    drain();
    assertThat(outstanding).hasValue(0);
  }

  private void drain() throws InterruptedException {
    CountDownLatch drained = new CountDownLatch(1);
    answers.execute(drained::countDown);
    drained.await();
  }

  private LoadResult measure(Consumer<Cycle> end) throws InterruptedException {
    try (PeerGenerator generator =
        new PeerGenerator(TARGET, LOAD, (target, load, tally) -> client(end))) {
      generator.start();
      return generator.measure(SHORT, LoadListener.SILENT);
    }
  }

  private PeerClient client(Consumer<Cycle> end) {
    AnsweringClient client = new AnsweringClient(end);
    clients.add(client);
    return client;
  }

  /** Ends each request at once, on a thread of its own. */
  private final class AnsweringClient implements PeerClient {
    private final Consumer<Cycle> end;
    private int cycles;

    AnsweringClient(Consumer<Cycle> end) {
      this.end = end;
    }

    @Override
    public void start(List<Cycle> all) {
      cycles = all.size();
      all.forEach(Cycle::send);
    }

    @Override
    public void send(Cycle cycle) {
      outstandingMax.accumulateAndGet(outstanding.incrementAndGet(), Math::max);
      answers.execute(
          () -> {
            outstanding.decrementAndGet();
            end.accept(cycle);
          });
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
