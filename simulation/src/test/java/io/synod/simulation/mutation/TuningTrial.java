package io.synod.simulation.mutation;

import io.synod.simulation.tuning.TuningRun;
import io.synod.simulation.tuning.TuningSummary;
import java.util.function.Supplier;

/** Runs searches on random surfaces with whatever classes it was loaded with; see {@link Trial}. */
public final class TuningTrial implements Supplier<String> {
  private static final int SEEDS = 250;

  /** What is wrong; null if nothing was found. */
  @Override
  public String get() {
    TuningSummary summary = new TuningSummary();
    String complaint =
        Trial.complaint(
            () -> {
              for (int seed = 1; seed <= SEEDS; seed++) {
                new TuningRun(seed, summary).run();
              }
            });
    return complaint == null ? summary.complaint() : complaint;
  }
}
