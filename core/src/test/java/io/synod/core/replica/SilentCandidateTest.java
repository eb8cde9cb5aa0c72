package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.message.PreVote;
import io.synod.core.message.Prepare;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** A replica of five recovers; a member that has answered it as a candidate dies. */
class SilentCandidateTest {
  private final TestCluster cluster = new TestCluster(Settings.of(5));

  @Test
  void the_others_go_on_in_an_earlier_view_and_let_it_in() {
    cluster.lose(e -> e.is(PreVote.class) && e.from() != 4);
    cluster.lose(e -> e.is(Prepare.class) && e.to() != 4);
    cluster.await("4 is a candidate", () -> cluster.replica(4).currentRole() == Role.CANDIDATE);
    View died = cluster.replica(4).promised();
    cluster.node(3).restartEmpty();
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(4).crash();
    cluster.heal();
    cluster.elect(0);
    assertThat(cluster.replica(0).promised().isBefore(died)).isTrue();

    cluster.elapse(3 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(3).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(3).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.leads()).isZero();
  }
}
