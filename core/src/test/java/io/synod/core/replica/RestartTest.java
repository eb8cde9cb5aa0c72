package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.Vote;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Level sync: any number of crashes, all replicas at once. 0 of three leads; 20 slots decided. */
class RestartTest {
  private static final int SLOTS = 20;

  private final TestCluster cluster = new TestCluster(Settings.of(3));
  private final List<String> all = new ArrayList<>();

  @BeforeEach
  void decide() {
    cluster.elect(0);
    for (int slot = 0; slot < SLOTS; slot++) {
      cluster.propose(0, "s" + slot);
      all.add("s" + slot);
      cluster.deliverAll();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void one_that_restarts_is_a_member_at_once(int replica) {
    cluster.node(replica).restart();
    assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.node(replica).disk().records(JournalRecord.Joined.class)).hasSize(1);
    works();
  }

  @Test
  void a_majority_may_restart_at_once() {
    cluster.node(0).crash();
    cluster.node(1).crash();
    cluster.node(0).start();
    cluster.node(1).start();
    works();
  }

  @Test
  void all_may_restart_at_once_again_and_again() {
    for (int life = 0; life < 5; life++) {
      for (int replica = 0; replica < 3; replica++) {
        cluster.node(replica).crash();
      }
      for (int replica = 0; replica < 3; replica++) {
        cluster.node(replica).start();
        assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.FOLLOWER);
      }
      works();
    }
  }

  @Test
  void recorded_decisions_are_delivered_again_from_the_journal() {
    cluster.node(1).crash();
    cluster.partition(1);
    cluster.node(1).start();
    assertThat(cluster.node(1).delivered()).isEqualTo(all.subList(0, 16));
    cluster.healAndElapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(1).delivered()).isEqualTo(all);
  }

  @Test
  void the_record_of_what_is_decided_only_spares_work() {
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).crash();
      cluster.node(replica).disk().records().removeIf(f -> f instanceof JournalRecord.DecidedUpTo);
      cluster.node(replica).start();
      assertThat(cluster.node(replica).delivered()).isEmpty();
    }
    works();
  }

  @Test
  void votes_and_the_promise_are_what_they_were() {
    View promised = cluster.replica(1).promised();
    List<Vote> before = votes(1);
    cluster.node(1).restart();
    assertThat(cluster.replica(1).promised()).isEqualTo(promised);
    assertThat(votes(1))
        .extracting(Vote::batch)
        .isEqualTo(before.stream().map(Vote::batch).toList());
    assertThat(votes(1)).extracting(Vote::view).isEqualTo(before.stream().map(Vote::view).toList());
  }

  @Test
  void a_restarted_acceptor_never_contradicts_its_promises_and_votes() {
    View later = new View(4, 2);
    cluster.node(1).step(new Event.Received(2, new Prepare(later, 0)));
    cluster.node(1).restart();
    cluster.node(1).effects().clear();
    cluster.node(1).step(new Event.Received(2, new Prepare(new View(3, 2), 0)));
    assertThat(cluster.node(1).effects().sent(Reject.class))
        .containsExactly(new Reject(new View(3, 2), later));
    cluster.node(1).step(new Event.Received(2, new Prepare(later, 0)));
    assertThat(cluster.node(1).effects().sent(Promise.class).get(0).votes()).hasSize(SLOTS);
  }

  @Test
  void a_vote_is_not_sent_before_it_is_durable() {
    cluster.node(1).stallDisk();
    cluster.propose(0, "lost at 1");
    cluster.deliver(envelope -> envelope.is(Accept.class));
    assertThat(cluster.flying())
        .noneMatch(envelope -> envelope.from() == 1 && envelope.is(Accepted.class));
    cluster.node(1).restart();
    assertThat(cluster.replica(1).voteAt(SLOTS)).isNull();
    all.add("lost at 1");
    works();
  }

  @Test
  void a_leader_never_leads_the_view_of_its_former_life_again() {
    View view = cluster.replica(0).promised();
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() != 0);
    cluster.proposeAndDeliver(0, "not received");
    cluster.node(0).restart();
    cluster.heal();
    cluster.elect(0);
    assertThat(cluster.replica(0).promised().isAfter(view)).isTrue();
    all.add("not received");
    works();
  }

  @Test
  void a_slot_whose_decision_was_learnt_only_is_not_forgotten() {
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() == 2);
    for (int slot = 0; slot < 16; slot++) {
      cluster.propose(0, "t" + slot);
      all.add("t" + slot);
      cluster.deliverAll();
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).disk().records(JournalRecord.Learnt.class)).hasSize(16);
    assertThat(cluster.replica(2).decided()).isEqualTo(all.size());
    cluster.partition(2);
    cluster.node(2).restart();
    assertThat(cluster.node(2).delivered())
        .isEqualTo(all.subList(0, cluster.node(2).delivered().size()));
    assertThat(cluster.node(2).delivered()).hasSizeGreaterThanOrEqualTo(32);
  }

  private List<Vote> votes(int replica) {
    List<Vote> votes = new ArrayList<>();
    for (int slot = 0; slot < SLOTS; slot++) {
      votes.add(cluster.replica(replica).voteAt(slot));
    }
    return votes;
  }

  private void works() {
    cluster.await("somebody leads", () -> cluster.leads() >= 0);
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster.propose(cluster.leader(), Batches.batch("w" + all.size()));
    all.add("w" + all.size());
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster
        .nodes()
        .forEach(node -> assertThat(node.delivered()).as("replica %d", node.self()).isEqualTo(all));
  }
}
