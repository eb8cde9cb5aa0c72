package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.batcher.Batcher;
import io.synod.core.cluster.View;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.tuning.autopilot.Bounds;
import io.synod.tuning.autopilot.Search;
import org.junit.jupiter.api.Test;

final class TuningTest {
  private static final BatchLimits START = new BatchLimits(1_000, 8);
  private static final BatchLimits MOST = new BatchLimits(1_000, 100);
  private static final View FIRST = new View(1, 0);
  private static final View SECOND = new View(2, 1);
  private static final View THIRD = new View(3, 2);

  private final Tuning tuning =
      Tuning.automatic(
          "replica 2",
          new Batcher(
              new BatchSettings(MOST.maxBytes(), 0, BatchPolicy.ADAPTIVE, 1 << 20), MOST.window()),
          new Search(new Bounds(new BatchLimits(100, 1), MOST, 1 << 20, 1_000_000), START));

  @Test
  void a_leader_begins_with_what_the_last_one_had_chosen() {
    tuning.leaderHasChosen(FIRST, new BatchLimits(500, 16));
    tuning.leaderHasChosen(FIRST, new BatchLimits(500, 32));
    tuning.lead(THIRD, 0);
    assertThat(tuning.state().limits()).isEqualTo(new BatchLimits(500, 32));
  }

  @Test
  void a_leader_that_was_replaced_and_does_not_know_it_counts_no_more() {
    tuning.leaderHasChosen(SECOND, new BatchLimits(500, 32));
    tuning.leaderHasChosen(FIRST, new BatchLimits(500, 16));
    tuning.lead(THIRD, 0);
    assertThat(tuning.state().limits()).isEqualTo(new BatchLimits(500, 32));
  }

  @Test
  void a_leader_that_led_before_this_replica_last_did_counts_no_more() {
    tuning.leaderHasChosen(FIRST, new BatchLimits(500, 16));
    tuning.lead(SECOND, 0);
    tuning.leaderHasChosen(FIRST, new BatchLimits(500, 2));
    tuning.stop();
    tuning.lead(THIRD, 0);
    assertThat(tuning.state().limits()).isEqualTo(new BatchLimits(500, 16));
  }

  @Test
  void the_slots_that_might_be_open_are_summed_over_the_time() {
    tuning.lead(FIRST, 1_000);
    long begun = tuning.state().allowedSlotNanos(1_000);
    tuning.tryLimits(new BatchLimits(500, 2), 50, 1_100);
    assertThat(tuning.state().limits().window()).isEqualTo(2);
    assertThat(tuning.state().chosen()).isEqualTo(START);
    tuning.advance(1_150);
    tuning.stop();
    assertThat(tuning.state().allowedSlotNanos(1_200) - begun).isEqualTo(8 * 100 + 2 * 50 + 8 * 50);
  }

  @Test
  void it_reports_its_choice_only_in_the_view_that_it_leads() {
    assertThat(tuning.state().chosenIn(FIRST)).isNull();
    tuning.lead(THIRD, 0);
    assertThat(tuning.state().chosenIn(FIRST)).isNull();
    assertThat(tuning.state().chosenIn(THIRD)).isEqualTo(START);
    tuning.stop();
    assertThat(tuning.state().chosenIn(THIRD)).isNull();
  }
}
