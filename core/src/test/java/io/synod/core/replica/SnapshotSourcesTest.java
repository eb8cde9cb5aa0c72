package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.FetchSnapshot;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replica 4 of five lags behind what the others keep, and only some of those give a snapshot. */
class SnapshotSourcesTest {
  private final TestCluster cluster =
      new TestCluster(Settings.of(5).logBytes(1).withoutJournalReads());

  /** As with a service that hangs, or with a full disk. */
  @ParameterizedTest
  @CsvSource({"0, 1, 2", "0, 1, 3", "0, 2, 3", "1, 2, 3"})
  void it_tries_all_until_it_finds_the_one_that_does(int one, int other, int third) {
    cluster.elect(0);
    cluster.partition(4);
    for (String text : List.of("a", "b", "c", "d")) {
      cluster.proposeAndDeliver(0, text);
    }
    cluster.elapse(Settings.HEARTBEAT_NANOS);
    for (int replica : new int[] {one, other, third}) {
      cluster.node(replica).failSnapshots(true);
    }
    cluster.healAndElapse(60 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(4).delivered())
        .as("%s", cluster.node(4).effects().sent(FetchSnapshot.class))
        .containsExactly("a", "b", "c", "d");
  }
}
