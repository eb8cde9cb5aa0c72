package io.synod.core.membership;

import static io.synod.core.membership.MembershipSteps.settle;
import static io.synod.core.membership.MembershipSteps.settleAt;
import static io.synod.core.membership.MembershipSteps.started;
import static io.synod.core.membership.MembershipSteps.without;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.core.replica.Role;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.testing.TestNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Members of membership 1 whose journals have lost records. What is left there may be the last copy
 * of a decision, from which an operator can make a new cluster.
 */
class LostRecordsTest {
  private final Settings settings = Settings.of(3).alpha(2);

  private static void decideMore(TestCluster cluster) {
    for (int slot = 0; slot < 10; slot++) {
      cluster.proposeAndDeliver(cluster.leader(), "slot " + slot);
    }
  }

  private static List<JournalRecord> rotAndStart(TestNode node) {
    node.crash();
    node.disk().rot("the header at segment 1, offset 4096 is damaged");
    List<JournalRecord> left = List.copyOf(node.disk().records());
    node.start();
    return left;
  }

  /** Two of three start with fewer records, and find that they cannot recover. */
  private static void loseRecordsOfTwo(Settings settings, Role first) {
    TestCluster cluster = started(settings);
    settle(cluster, 1, Operator.of(1).alpha(3));
    decideMore(cluster);
    int[] others = without(cluster.leader(), 0, 1, 2);
    cluster.partition(others[0], others[1]);
    TestNode one = cluster.node(others[0]);
    TestNode other = cluster.node(others[1]);
    List<JournalRecord> recordsOfOne = rotAndStart(one);
    List<JournalRecord> recordsOfOther = rotAndStart(other);
    assertThat(one.replica().currentRole()).isEqualTo(first);
    cluster.healAndElapse(Settings.PATIENCE_NANOS + 10 * Settings.ELECTION_NANOS);

    assertThat(one.stopped()).contains("offset 4096", "synod force-quorum");
    assertThat(other.stopped()).contains("offset 4096", "synod force-quorum");
    assertThat(one.disk().records()).startsWith(recordsOfOne.toArray(JournalRecord[]::new));
    assertThat(other.disk().records()).startsWith(recordsOfOther.toArray(JournalRecord[]::new));
    // It would make all others void.
    assertThat(List.of(one, other))
        .flatMap(node -> node.disk().records(JournalRecord.Joined.class))
        .noneMatch(joined -> joined.status() == MemberStatus.RECOVERING);
  }

  @Test
  void replicas_that_cannot_recover_keep_the_records_that_are_left() {
    loseRecordsOfTwo(settings.snapshotSlots(4), Role.RECOVERING);
  }

  @Test
  void standbys_that_cannot_recover_keep_them_too() {
    loseRecordsOfTwo(settings, Role.STANDBY);
  }

  @Test
  void one_that_is_alone_stops_with_all_that_it_has() {
    TestCluster cluster = started(settings.snapshotSlots(4));
    int alone = cluster.leader();
    settleAt(cluster, 1, Operator.of(1).remove(without(alone, 0, 1, 2)), alone);
    decideMore(cluster);
    TestNode node = cluster.node(alone);
    List<JournalRecord> left = rotAndStart(node);
    cluster.elapse(Settings.ELECTION_NANOS);

    assertThat(node.stopped()).contains("offset 4096", "synod force-quorum");
    assertThat(node.disk().records()).isEqualTo(left);
  }
}
