package io.synod.replica.executor;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.synod.core.time.Deadline;
import io.synod.network.transport.Transport;
import io.synod.replica.LogLines;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What both kinds of executor owe their stage. */
class StageExecutorTest {
  private static final int PRODUCERS = 3;
  private static final int ITEMS = 100_000;

  private EventLoopGroup group;
  private Runnable end = () -> {};

  enum Kind {
    THREAD,
    EVENT_LOOP
  }

  @AfterEach
  void end() {
    end.run();
    if (group != null) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothing_that_is_handed_over_is_forgotten(Kind kind) throws Exception {
    Started started = start(kind, 1024, 2 * PRODUCERS * ITEMS, stage -> {});
    CountingStage stage = started.stage();
    for (int producer = 0; producer < PRODUCERS; producer++) {
      new Thread(() -> produce(stage)).start();
    }
    assertThat(stage.expected.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(stage.failure).isNotDone();
  }

  private static void produce(CountingStage stage) {
    for (int item = 0; item < ITEMS; item++) {
      stage.giveOrder("order");
      while (!stage.give("item")) {
        Thread.onSpinWait();
      }
    }
  }

  /** A service may leave its thread interrupted, and then no park would last. */
  @Test
  void a_thread_that_was_interrupted_can_park_again() throws Exception {
    ThreadExecutor executor = new ThreadExecutor("test-interrupted");
    InterruptingStage stage = new InterruptingStage(executor);
    end = executor::close;
    executor.start(stage);
    for (int item = 0; item < 3; item++) {
      stage.give("item");
    }
    assertThat(stage.handled.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(stage.begunInterrupted).isZero();
  }

  /** Other stages of the loop could write no file. */
  @Test
  void an_event_loop_that_was_interrupted_is_not_when_it_goes_on() throws Exception {
    group = Transport.chosen().eventLoops(1, "test-loop");
    EventLoop loop = group.next();
    EventLoopExecutor executor = new EventLoopExecutor(loop, worked -> {});
    InterruptingStage stage = new InterruptingStage(executor);
    end = executor::close;
    executor.start(stage);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Runnable next = () -> interrupted.complete(Thread.currentThread().isInterrupted());
    loop.execute(
        () -> {
          stage.give("item");
          loop.execute(next);
        });
    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
  }

  /** Interrupts its thread in each cycle. */
  private static final class InterruptingStage extends Stage {
    private final CountDownLatch handled = new CountDownLatch(3);
    private volatile int begunInterrupted;

    private InterruptingStage(StageExecutor executor) {
      super("interrupting", executor, 8, failure -> {});
    }

    private void give(Object item) {
      order(item);
    }

    @Override
    protected void handle(Object item, long nowNanos) {
      handled.countDown();
    }

    @Override
    protected void endCycle(long nowNanos) {
      begunInterrupted += Thread.currentThread().isInterrupted() ? 1 : 0;
      Thread.currentThread().interrupt();
    }

    @Override
    protected long nextWakeUpNanos() {
      return handled.getCount() == 0 ? Deadline.NEVER : nanoTime();
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_idle_stage_is_woken_for_each_item(Kind kind) throws Exception {
    for (int round = 0; round < 200; round++) {
      Started started = start(kind, 8, 1, stage -> {});
      assertThat(started.stage().give("item")).isTrue();
      assertThat(started.stage().expected.await(10, TimeUnit.SECONDS)).isTrue();
      end();
      group = null;
    }
  }

  @Test
  void items_handed_over_before_the_start_of_an_event_loop_wait_for_it() throws Exception {
    LogLines failures = new LogLines("io.netty.util.concurrent");
    group = Transport.chosen().eventLoops(1, "test-loop");
    EventLoop loop = group.next();
    EventLoopExecutor executor = new EventLoopExecutor(loop, worked -> {});
    CountingStage stage = new CountingStage(executor, 8, 2);
    end = executor::close;
    assertThat(stage.give("early")).isTrue();
    loop.submit(() -> {}).sync();
    stage.giveOrder("early order");
    loop.submit(() -> {}).sync();
    assertThat(stage.handled).isZero();
    executor.start(stage);
    assertThat(stage.expected.await(10, TimeUnit.SECONDS)).isTrue();
    failures.close();
    assertThat(failures.all()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void a_deadline_wakes_an_idle_stage(Kind kind) throws Exception {
    long begin = System.nanoTime();
    long delay = TimeUnit.MILLISECONDS.toNanos(20);
    Started started = start(kind, 8, 1, stage -> stage.timerNanos = begin + delay);
    assertThat(started.stage().firstTimer.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(delay);
  }

  @ParameterizedTest
  @EnumSource
  void a_failed_turn_is_reported_and_the_last(Kind kind) throws Exception {
    Started started = start(kind, 8, 1, stage -> {});
    IllegalStateException failing = new IllegalStateException("on purpose");
    started.stage().give(failing);
    assertThat(started.stage().failure.get(10, TimeUnit.SECONDS)).isSameAs(failing);
    started.stage().give("item");
    end();
    end = () -> {};
    assertThat(started.stage().handled).isZero();
    assertThat(started.stage().released).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void a_failed_turn_is_reported_even_if_what_was_held_cannot_be_freed(Kind kind) throws Exception {
    IllegalStateException further = new IllegalStateException("nor this");
    Started started = start(kind, 8, 1, stage -> stage.unreleasable = further);
    IllegalStateException failing = new IllegalStateException("on purpose");
    started.stage().give(failing);
    assertThat(started.stage().failure.get(10, TimeUnit.SECONDS))
        .isSameAs(failing)
        .hasSuppressedException(further);
  }

  @ParameterizedTest
  @EnumSource
  void items_after_a_failed_cycle_are_freed_at_the_end(Kind kind) throws Exception {
    Started started = start(kind, 8, 1, stage -> {});
    started.stage().give(new IllegalStateException("on purpose"));
    started.stage().failure.get(10, TimeUnit.SECONDS);
    started.stage().give("late");
    end();
    end = () -> {};
    assertThat(started.stage().discarded).contains("late");
  }

  /** As with a service that does not return. */
  @ParameterizedTest
  @EnumSource
  void a_close_that_has_to_wait_says_for_which_thread_and_where_that_is(Kind kind)
      throws Exception {
    Started started = start(kind, 8, 1, stage -> {});
    CompletableFuture<Void> waits = new CompletableFuture<>();
    CompletableFuture<Void> returns = new CompletableFuture<>();
    Runnable item =
        () -> {
          waits.complete(null);
          returns.join();
        };
    started.stage().give(item);
    // What a stage has not begun with is left out when it ends.
    waits.get(30, TimeUnit.SECONDS);
    LogLines lines = new LogLines("io.synod");
    Thread closing = new Thread(end);
    closing.start();
    String thread = kind == Kind.THREAD ? "test-executor" : "test-loop";
    assertThat(lines.await("for the thread " + thread, 1))
        .first()
        .asString()
        .contains(CountingStage.class.getName() + ".handle");
    returns.complete(null);
    closing.join();
    lines.close();
  }

  @ParameterizedTest
  @EnumSource
  void a_full_inbox_refuses(Kind kind) {
    CountingStage stage = new CountingStage(new ManualExecutor(), 8, 1);
    int taken = 0;
    while (stage.give("item")) {
      taken++;
    }
    assertThat(taken).isEqualTo(8);
  }

  private record Started(CountingStage stage) {}

  private Started start(Kind kind, int inbox, int items, Consumer<CountingStage> prepare) {
    if (kind == Kind.THREAD) {
      ThreadExecutor executor = new ThreadExecutor("test-executor");
      CountingStage stage = new CountingStage(executor, inbox, items);
      prepare.accept(stage);
      end = executor::close;
      executor.start(stage);
      return new Started(stage);
    }
    group = Transport.chosen().eventLoops(1, "test-loop");
    EventLoopExecutor executor = new EventLoopExecutor(group.next(), stage -> {});
    CountingStage stage = new CountingStage(executor, inbox, items);
    prepare.accept(stage);
    end = executor::close;
    executor.start(stage);
    return new Started(stage);
  }
}
