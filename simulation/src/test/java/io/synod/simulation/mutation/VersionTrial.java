package io.synod.simulation.mutation;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.UnknownControl;
import io.synod.core.settings.SessionSettings;
import io.synod.network.wire.Levels;
import io.synod.simulation.service.RegistersAndCounters;
import io.synod.simulation.service.ServicePlan;
import java.util.function.Supplier;

/**
 * Meets a later version with whatever classes it was loaded with; see {@link Trial}. No cluster of
 * one version does.
 */
public final class VersionTrial implements Supplier<String> {

  /** What is wrong; null if nothing was found. */
  @Override
  public String get() {
    Levels later = new Levels(Levels.OWN.highest() + 1, Levels.OWN.highest() + 2, "later");
    if (Levels.OWN.refusal("this version", "a later one", later) == null) {
      return "talks with a version with which it has no level in common";
    }
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, 0, 0, BatchEntry.LIMITS - 1, 0);
    try {
      new Execution(
              new RegistersAndCounters(
                  (session, sequence, answer) -> {}, new ServicePlan(false, 0, false, null)),
              new SessionSettings(1_000, 4, 2))
          .execute(0, Batch.close(bytes, 0, 1), (session, sequence, status, answer) -> {});
      return "goes on behind a control sequence that it does not know";
    } catch (UnknownControl stops) {
      return null;
    }
  }
}
