package io.synod.core.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.testing.TestNode;
import org.junit.jupiter.api.Test;

/** M. Primi, LibPaxos Performance Analysis, 2008. */
class LibPaxosTest {

  /**
   * Section 2: "each acceptor synchronously writes his status to disk before answering any message"
   * of Phase 1 or 2; experiment 4: "before answering to any request".
   */
  @Test
  void every_answer_of_an_acceptor_waits_for_the_disk() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.propose(0, "a");
    cluster.partition(0);
    cluster.elapse(3 * Settings.ELECTION_NANOS);
    cluster.healAndElapse(3 * Settings.ELECTION_NANOS);
    for (int replica = 0; replica < 3; replica++) {
      answersWait(cluster.node(replica));
    }
  }

  /** Section 2: instances are "pre-executed", so a value is delivered in two message delays. */
  @Test
  void a_leader_decides_after_two_message_delays() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.propose(0, "a");
    cluster.deliver(envelope -> envelope.is(Accept.class));
    assertThat(cluster.node(0).delivered()).isEmpty();
    cluster.deliver(envelope -> envelope.is(Accepted.class));
    assertThat(cluster.node(0).delivered()).containsExactly("a");
  }

  /** Experiment 5: progress "as long as a majority is alive": 2 of 3, 3 of 4, 3 of 5 and so on. */
  @Test
  void a_bare_majority_goes_on_and_one_less_does_not() {
    for (int replicas = 1; replicas <= 7; replicas++) {
      TestCluster cluster = new TestCluster(Settings.of(replicas));
      int majority = replicas / 2 + 1;
      for (int dead = majority; dead < replicas; dead++) {
        cluster.node(dead).crash();
      }
      cluster.elapse(20 * Settings.ELECTION_NANOS);
      int leader = cluster.leader();
      cluster.propose(leader, "a");
      cluster.elapse(Settings.ELECTION_NANOS);
      assertThat(cluster.node(leader).delivered()).containsExactly("a");
      if (majority > 1) {
        cluster.node(leader == 0 ? 1 : 0).crash();
        cluster.propose(leader, "b");
        cluster.elapse(10 * Settings.ELECTION_NANOS);
        assertThat(cluster.node(leader).delivered()).containsExactly("a");
        assertThat(cluster.replica(leader).leads()).isFalse();
      }
    }
  }

  /** Experiment 6: learners that have missed messages ask for them. */
  @Test
  void a_replica_that_misses_accepts_asks_for_the_decisions() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.to() == 2 && envelope.is(Accept.class));
    cluster.propose(0, "a");
    cluster.proposeAndDeliver(0, "b");
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).effects().sent(CatchUp.class)).isNotEmpty();
    assertThat(cluster.node(2).delivered()).containsExactly("a", "b");
  }

  private static void answersWait(TestNode node) {
    for (Effect.Sent sent : node.effects().of(Effect.Sent.class)) {
      boolean answer =
          sent.message() instanceof Promise
              || sent.message() instanceof Accepted
              || sent.message() instanceof Reject
              || sent.message() instanceof HeartbeatAck;
      assertThat(!answer || sent.whenDurable()).as("%s", sent).isTrue();
    }
  }
}
