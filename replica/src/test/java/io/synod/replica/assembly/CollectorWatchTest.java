package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

class CollectorWatchTest {
  private static final long SECOND_NANOS = 1_000_000_000L;

  private final List<Runnable> repeated = new ArrayList<>();
  private boolean isBroken;
  private long seconds;

  /** A collector that takes all of the time. */
  private Machine machine() {
    return proxy(
        Machine.class,
        (name, arguments) -> {
          if (isBroken && name.equals("collectorMillis")) {
            throw new IllegalStateException("no beans");
          }
          return name.equals("nanoTime") ? seconds * SECOND_NANOS : seconds * 1000;
        });
  }

  private interface Answer {
    Object to(String method, Object[] arguments);
  }

  private static <T> T proxy(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
  }

  @Test
  void the_collector_is_measured_again_after_a_measurement_has_thrown() {
    ScheduledExecutorService timer =
        proxy(
            ScheduledExecutorService.class,
            (name, arguments) -> {
              repeated.add((Runnable) arguments[0]);
              return null;
            });
    CollectorWatch watch = new CollectorWatch("replica 0", machine(), busy -> {});
    watch.start(timer);
    isBroken = true;
    repeated.get(0).run();
    isBroken = false;
    seconds++;
    repeated.get(0).run();
    assertThat(watch.percent()).as("one second of five").isEqualTo(20);
  }

  /** A service may throw when it starts: the event loops may end before its replica is started. */
  @Test
  void a_timer_that_has_ended_is_no_failure_of_the_start() {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    timer.shutdown();
    CollectorWatch watch = new CollectorWatch("replica 0", machine(), busy -> {});
    assertThatCode(() -> watch.start(timer)).doesNotThrowAnyException();
    watch.close();
  }
}
