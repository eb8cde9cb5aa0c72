package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;

/** Whole scenarios, effect by effect, as replica 0 of three lives them. */
class TranscriptTest {
  private final TestCluster cluster = new TestCluster(Settings.of(3));

  @Test
  void an_election_from_the_start() {
    cluster.elect(0);
    cluster.deliverAll();
    assertThat(cluster.node(0).effects().lines())
        .containsExactly(
            "send {0,1,2} PreVote view 1.0, decided before 0",
            "send {0} PreVoteReply view 1.0, granted, promised view 0.0",
            "promises view 1.0",
            "send-when-durable {0,1,2} Prepare view 1.0 from slot 0",
            "send-when-durable {0} Promise view 1.0, votes from slot 0 on: none",
            "send-when-durable {0,1,2} Heartbeat view 1.0 round 1, takes over up to 0, commit 0, executed by all 0",
            "send-when-durable {0} HeartbeatAck view 1.0 round 1, decided before 0, executed before 0");
  }

  @Test
  void a_batch_at_the_leader() {
    cluster.elect(0);
    cluster.deliverAll();
    cluster.node(0).effects().clear();
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.node(0).effects().lines())
        .containsExactly(
            "send {0,1,2} Accept view 1.0 slot 0 [a], commit 0",
            "votes view 1.0 slot 0 [a]",
            "send-when-durable {0} Accepted view 1.0 slot 0, votes of {0}",
            "deliver #0 a",
            "proposal decided 1.0 after 0");
  }

  @Test
  void two_batches_at_a_follower() {
    cluster.elect(1);
    cluster.deliverAll();
    cluster.node(0).effects().clear();
    cluster.proposeAndDeliver(1, "a");
    cluster.propose(1, Batches.batch("b", "c"));
    cluster.deliverAll();
    assertThat(cluster.node(0).effects().lines())
        .containsExactly(
            "votes view 1.1 slot 0 [a]",
            "send-when-durable {1} Accepted view 1.1 slot 0, votes of {0}",
            "votes view 1.1 slot 1 [b+c]",
            "send-when-durable {1} Accepted view 1.1 slot 1, votes of {0}",
            "deliver #0 a");
  }

  @Test
  void a_new_leader_that_finds_a_vote_of_the_old_one() {
    cluster.elect(1);
    cluster.deliverAll();
    cluster.lose(envelope -> envelope.from() == 1 && envelope.to() == 2);
    cluster.node(0).stallDisk();
    cluster.proposeAndDeliver(1, "a");
    cluster.node(1).crash();
    cluster.node(0).resumeDisk();
    cluster.deliverAll();
    cluster.node(0).effects().clear();
    cluster.elect(0);
    cluster.node(0).step(new Event.Proposed(cluster.replica(0).promised(), Batches.batch("b")));
    cluster.deliverAll();
    assertThat(cluster.node(0).effects().lines())
        .containsSubsequence(
            "send {0,1,2} PreVote view 2.0, decided before 0",
            "promises view 2.0",
            "send-when-durable {0,1,2} Prepare view 2.0 from slot 0",
            "send-when-durable {0} Promise view 2.0, votes from slot 0 on: slot 0 view 1.1 [a]",
            "send {0,1,2} Accept view 2.0 slot 0 [a], commit 0",
            "votes view 2.0 slot 0 [a]",
            "deliver #0 a");
    assertThat(cluster.node(2).effects().lines()).contains("votes view 2.0 slot 1 [b]");
  }
}
