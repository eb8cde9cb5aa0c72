package io.synod.chaos.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Processes that are killed again and again, and what their clients saw. {@code -Dsynod.kills=200}
 * is the long run, {@code -Dsynod.seed=N} repeats the choice of victims and moments; {@code
 * scripts/kill-loop} sets both.
 */
@Timeout(3600)
@Execution(ExecutionMode.CONCURRENT)
final class KillLoopTest {
  private static final int KILLS = Integer.getInteger("synod.kills", 10);
  private static final long SEED = Long.getLong("synod.seed", System.nanoTime() & 0xFFFFFF);

  @Test
  void with_sync_any_replicas_die_at_any_time() throws Exception {
    survives("sync", Durability.SYNC, 5, "journal.segment-bytes = 1MiB");
  }

  @Test
  void with_sync_and_a_snapshot_every_few_slots_any_replicas_die_at_any_time() throws Exception {
    survives(
        "sync, tiny snapshots",
        Durability.SYNC,
        3,
        "journal.segment-bytes = 64KiB",
        "snapshot.log-slots = 10",
        "snapshot.max-age = 100ms",
        "snapshot.part-bytes = 1KiB",
        "log.margin-bytes = 0B");
  }

  @Test
  void with_view_one_replica_at_a_time_dies_at_any_time() throws Exception {
    survives("view", Durability.VIEW, 1);
  }

  @Test
  void with_epoch_one_replica_at_a_time_dies_at_any_time() throws Exception {
    survives("epoch", Durability.EPOCH, 1, "log.margin-bytes = 0B");
  }

  private static void survives(String name, Durability level, int tenths, String... settings)
      throws Exception {
    int kills = Math.max(1, KILLS * tenths / 10);
    KillLoop.Plan plan = new KillLoop.Plan(name, level, kills, SEED, settings);
    KillLoop.Outcome outcome = KillLoop.run(plan, System.out);
    assertThat(outcome.kills()).isGreaterThanOrEqualTo(kills);
    assertThat(outcome.answers()).isGreaterThan((long) kills * KillLoop.ANSWERS_PER_KILL);
    assertThat(outcome.violation()).as("seed %d: what is not linearizable", SEED).isNull();
    assertThat(outcome.digests().agree()).as("digests: %s", outcome.digests()).isTrue();
  }
}
