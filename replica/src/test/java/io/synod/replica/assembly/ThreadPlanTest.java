package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.network.transport.Transport;
import io.synod.replica.config.ThreadLayout;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.WorkMeter;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThreadPlanTest {
  private final List<String> calls = new ArrayList<>();

  /** One that only notes what it is called for. */
  private StageExecutor executor(String name) {
    return (StageExecutor)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StageExecutor.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName() + " " + name);
              return null;
            });
  }

  @Test
  void stages_end_in_the_order_in_which_they_were_added() {
    try (ThreadPlan plan =
        new ThreadPlan(
            new ThisMachine(),
            Transport.chosen(),
            ThreadLayout.MERGED,
            "test-",
            1,
            new WorkMeter(false))) {
      plan.run(executor("journal"), null);
      plan.run(executor("service"), null);
      plan.start();
      plan.stageEnds().forEach(Runnable::run);
    }
    assertThat(calls)
        .containsExactly("start journal", "start service", "close journal", "close service");
  }
}
