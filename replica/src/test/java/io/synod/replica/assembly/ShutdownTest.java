package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Of a machine that has no thread left. */
class ShutdownTest {
  private final Error noThread = new OutOfMemoryError("unable to create native thread");
  private final AtomicInteger ended = new AtomicInteger();
  private final Shutdown shutdown =
      new Shutdown(exhausted(), "replica 2", "synod-test-end", ended::incrementAndGet);

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
  void whoever_waits_learns_of_a_failure_although_no_thread_can_end_the_parts() {
    IllegalStateException reason = new IllegalStateException("a stage has failed");
    assertThatThrownBy(() -> shutdown.fail(reason)).isSameAs(noThread);
    assertThat(shutdown.closed()).isCompletedExceptionally();
    assertThatThrownBy(shutdown.closed()::join).hasCause(reason);

    shutdown.close();
    assertThat(ended).hasValue(1);
  }

  @Test
  void the_same_of_a_replica_that_is_not_needed_any_more() {
    assertThatThrownBy(() -> shutdown.leave("it was removed")).isSameAs(noThread);
    assertThatThrownBy(shutdown.closed()::join).hasCause(noThread);
  }
}
