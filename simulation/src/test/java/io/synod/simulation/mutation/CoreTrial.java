package io.synod.simulation.mutation;

import io.synod.core.settings.Consistency;
import io.synod.simulation.cores.CoreRun;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.LongFunction;

/** Runs a seed of cores alone with whatever classes it was loaded with; see {@link Trial}. */
public final class CoreTrial implements BiFunction<String, Long, String> {
  static final String READS_AT_LEADER = "reads at the leader";
  static final String READS_BY_LEASE = "reads by lease";
  static final String CHANGES = "changes of the members";
  static final String LOSSES = "losses of votes";
  static final String CHANGES_AND_LOSSES = "changes of the members and losses of votes";
  static final String LOSSES_ACROSS = "losses of votes while a membership ends";

  private static final Map<String, LongFunction<CoreRun>> RUNS =
      Map.of(
          READS_AT_LEADER, seed -> CoreRun.reads(seed, Consistency.LEADER),
          READS_BY_LEASE, seed -> CoreRun.reads(seed, Consistency.LEASE),
          CHANGES, CoreRun::changes,
          LOSSES, CoreRun::losses,
          CHANGES_AND_LOSSES, CoreRun::changesAndLosses,
          LOSSES_ACROSS, CoreRun::lossesAcross);

  /**
   * What is wrong; null if nothing was found.
   *
   * @param kind of the run, one of those above
   */
  @Override
  public String apply(String kind, Long seed) {
    CoreRun run = RUNS.get(kind).apply(seed);
    return Trial.complaint(run::run);
  }
}
