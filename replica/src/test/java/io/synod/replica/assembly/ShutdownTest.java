package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Of a machine that has no thread left. */
class ShutdownTest {
  private final Error noThread = new OutOfMemoryError("unable to create native thread");
  private final AtomicInteger ended = new AtomicInteger();
  private final Shutdown shutdown =
      new Shutdown(
          exhausted(), "replica 2", "synod-test-end", () -> List.of(ended::incrementAndGet));

  private Machine exhausted() {
    return (Machine)
        Proxy.newProxyInstance(
            Machine.class.getClassLoader(),
            new Class<?>[] {Machine.class},
            (proxy, method, arguments) -> {
              throw noThread;
            });
  }

  @Test
  void closed_fails_with_the_reason_although_no_thread_can_end_the_parts() {
    IllegalStateException reason = new IllegalStateException("a stage has failed");
    assertThatThrownBy(() -> shutdown.fail(reason)).isSameAs(noThread);
    assertThat(shutdown.closed()).isCompletedExceptionally();
    assertThatThrownBy(shutdown.closed()::join).hasCause(reason);

    shutdown.close();
    assertThat(ended).hasValue(1);
  }

  @Test
  void a_part_that_fails_does_not_keep_those_behind_it_from_their_end() {
    IllegalStateException first = new IllegalStateException("no bean");
    AssertionError second = new AssertionError("no socket");
    Shutdown failing =
        new Shutdown(
            exhausted(),
            "replica 2",
            "synod-test-end",
            () ->
                List.of(
                    () -> {
                      throw first;
                    },
                    () -> {
                      throw second;
                    },
                    ended::incrementAndGet));
    failing.close();
    assertThat(ended).hasValue(1);
    assertThatThrownBy(failing.closed()::join).hasCause(first);
    assertThat(first).hasSuppressedException(second);
  }

  @Test
  void the_same_of_a_replica_that_is_not_needed_any_more() {
    assertThatThrownBy(() -> shutdown.leave("it was removed")).isSameAs(noThread);
    assertThatThrownBy(shutdown.closed()::join).hasCause(noThread);
  }
}
