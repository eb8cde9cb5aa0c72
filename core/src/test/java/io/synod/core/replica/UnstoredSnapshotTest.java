package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.FetchSnapshot;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Replica 2 lags behind what the others keep, and has no space for a snapshot. */
class UnstoredSnapshotTest {
  private final TestCluster cluster =
      new TestCluster(Settings.of(3).logBytes(1).withoutJournalReads());

  @Test
  void it_asks_for_a_part_now_and_then_and_goes_on_once_it_has_space() {
    cluster.elect(0);
    cluster.partition(2);
    for (String text : List.of("a", "b", "c", "d")) {
      cluster.proposeAndDeliver(0, text);
    }
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    cluster.node(2).failSnapshots(true);
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).isEmpty();
    assertThat(cluster.replica(2).obstacle())
        .as("it pauses, and must not lead")
        .isEqualTo("a snapshot that it needs could not be stored");
    // After 25, 50, 100 and then each 200 ms, with a few that its peer answers with nothing.
    assertThat(cluster.node(2).effects().sent(FetchSnapshot.class)).hasSizeBetween(8, 24);

    cluster.node(2).failSnapshots(false);
    cluster.elapse(10 * Settings.PART_NANOS);
    assertThat(cluster.node(2).delivered()).containsExactly("a", "b", "c", "d");
  }
}
