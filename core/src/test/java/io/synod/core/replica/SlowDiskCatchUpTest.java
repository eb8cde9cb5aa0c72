package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Replica 0 alone has voted for "x" in a slot that is then decided as "y". Its disk is slow: it
 * still holds the vote for "x" when the slot is executed everywhere and has left its memory.
 */
class SlowDiskCatchUpTest {
  @Test
  void a_vote_that_lost_is_not_sent_as_the_decision() {
    TestCluster cluster = new TestCluster(Settings.of(3).logBytes(1));
    cluster.elect(0);
    cluster.elapse(Settings.ELECTION_NANOS);
    long slot = cluster.replica(0).decided();
    cluster.partition(0);
    cluster.proposeAndDeliver(0, "x");
    cluster.elect(1);
    cluster.heal();
    cluster.lose(sent -> sent.message() instanceof Accept);
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.heal();
    cluster.node(0).stallDisk();
    cluster.propose(1, "y");
    cluster.propose(1, "z");
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    assertThat(cluster.node(0).delivered()).contains("y");
    assertThat(cluster.replica(0).firstKept()).isGreaterThan(slot);

    cluster.node(0).effects().clear();
    cluster.node(0).step(new Event.Received(2, new CatchUp(slot)));
    assertThat(cluster.node(0).effects().sent(Decided.class)).isEmpty();
    cluster.node(0).resumeDisk();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    List<Decided> answers = cluster.node(0).effects().sent(Decided.class);
    assertThat(answers).hasSize(1);
    assertThat(answers.get(0).batches().stream().map(Batches::text)).startsWith("y");
  }
}
