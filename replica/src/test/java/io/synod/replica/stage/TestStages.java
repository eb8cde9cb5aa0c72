package io.synod.replica.stage;

import io.synod.core.execution.Execution;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.instrumentation.StageTally;
import java.util.function.Consumer;

/** Stages of replica 0 that a test runs itself. */
final class TestStages {
  /** Does nothing with what was executed. */
  static final ExecutionListener NOBODY =
      new ExecutionListener() {
        @Override
        public void executed(long end) {}

        @Override
        public void restored() {}
      };

  private TestStages() {}

  /** The service stage; it answers nobody, and is connected to no other stage. */
  static ServiceStage service(
      StageExecutor executor, Execution execution, Consumer<Throwable> onFailure) {
    return new ServiceStage(
        "replica 0",
        executor,
        execution,
        new ServiceStage.ReadLimits(1, 1),
        (end, limits) -> {},
        new ReplyRoutes("replica 0", 1 << 20, 1, new StageTally(false)),
        ReplicaWatch.NONE,
        onFailure);
  }

  static void fail(Throwable failure) {
    throw new AssertionError(failure);
  }
}
