package io.synod.simulation;

import io.synod.core.settings.AdminFrom;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.simulation.stranger.IntruderPlan;
import io.synod.simulation.stranger.StrangersPlan;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * In one of twelve scenarios a stranger knows the protocol. In about half of these replicas take no
 * operator's commands, or only those of their own machine.
 */
final class IntruderDraw {
  /** Its draws leave alone nearly all seeds of docs/mutations.md above 100. */
  static final String CONCERN = "intruder and admin.from";

  private static final int ONE_IN = 12;
  private static final int CONNECTIONS_MAX = 8;
  private static final long INTERVAL_NANOS_MAX = 10_000_000;

  private final SplittableRandom random;
  private final boolean isThere;
  private final AdminFrom admin;

  /**
   * @param needsOperator whether the scenario goes on only if an operator's commands are taken
   */
  IntruderDraw(SplittableRandom random, boolean needsOperator) {
    this.random = random;
    isThere = random.nextInt(ONE_IN) == 0;
    AdminFrom[] all = AdminFrom.values();
    AdminFrom drawn = all[random.nextInt(all.length)];
    admin = isThere && !needsOperator ? drawn : AdminFrom.ANY;
  }

  void set(SynodConfigBuilder builder) {
    builder.set("admin.from", admin.name().toLowerCase(Locale.ROOT));
  }

  /** Null if there is none. */
  IntruderPlan draw(List<Integer> replicas, long faultNanos) {
    if (!isThere) {
      return null;
    }
    // Commands of another machine that were taken nevertheless must show.
    boolean isOnOne = admin == AdminFrom.LOOPBACK && random.nextBoolean();
    return new IntruderPlan(
        new StrangersPlan(
            1,
            random.nextInt(1, CONNECTIONS_MAX),
            Math.max(1, faultNanos / 20),
            random.nextLong(1, INTERVAL_NANOS_MAX)),
        isOnOne ? replicas.get(random.nextInt(replicas.size())) : -1);
  }
}
