package io.synod.core.paper;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Message;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Reject;
import io.synod.core.message.Vote;
import io.synod.core.replica.Replica;
import io.synod.core.testing.Batches;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** L. Lamport, Paxos Made Simple, ACM SIGACT News 32 (4), 2001. */
class PaxosMadeSimpleTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final RecordedEffects out = new RecordedEffects();
  private final long now = 1_000 * Settings.MILLI;

  /** Section 2.1, P1: "An acceptor must accept the first proposal that it receives." */
  @Test
  void p1_an_acceptor_accepts_the_first_proposal_that_it_receives() {
    Replica replica = replica();
    receive(replica, 1, new Accept(V1, 0, 0, Batches.batch("a")));
    assertThat(out.sent(Accepted.class)).containsExactly(new Accepted(V1, 0, ReplicaSet.of(0)));
  }

  /**
   * Section 2.2, P1a: "An acceptor can accept a proposal numbered n iff it has not responded to a
   * prepare request having a number greater than n."
   */
  @Test
  void p1a_an_acceptor_accepts_iff_it_has_not_promised_a_higher_number() {
    Replica replica = replica();
    receive(replica, 1, new Prepare(V1, 0));
    receive(replica, 1, new Accept(V1, 0, 0, Batches.batch("equal")));
    assertThat(out.sent(Accepted.class)).hasSize(1);
    receive(replica, 2, new Prepare(V2, 0));
    receive(replica, 1, new Accept(V1, 1, 0, Batches.batch("lower")));
    assertThat(out.sent(Accepted.class)).hasSize(1);
    assertThat(out.sent(Reject.class)).containsExactly(new Reject(V1, V2));
    receive(replica, 1, new Accept(new View(3, 1), 1, 0, Batches.batch("higher")));
    assertThat(out.sent(Accepted.class)).hasSize(2);
  }

  /**
   * Section 2.2: the response to a prepare request is "a promise never again to accept a proposal
   * numbered less than n, and the proposal with the highest number less than n that it has
   * accepted, if any."
   */
  @Test
  void a_promise_holds_the_accepted_proposal_of_the_highest_number() {
    Replica replica = replica();
    receive(replica, 1, new Accept(V1, 0, 0, Batches.batch("first")));
    receive(replica, 2, new Accept(V2, 0, 0, Batches.batch("second")));
    View higher = new View(3, 1);
    receive(replica, 1, new Prepare(higher, 0));
    assertThat(out.sent(Promise.class).get(0).votes())
        .containsExactly(new Vote(0, V2, false, Batches.batch("second")));
    assertThat(replica.promised()).isEqualTo(higher);
  }

  /**
   * Section 2.2, P2c: a proposal is issued only with "the value of the highest-numbered proposal
   * among all proposals numbered less than n accepted by the acceptors in S", a majority, or, if
   * there is none, with any value. All votes of two acceptors over four possibilities each.
   */
  @Test
  void p2c_a_leader_proposes_the_value_of_the_highest_numbered_vote_of_its_majority() {
    Vote[] possible = {
      null, vote(1, "x"), vote(2, "y"), new Vote(0, View.NONE, true, Batches.batch("chosen"))
    };
    for (Vote one : possible) {
      for (Vote two : possible) {
        assertThat(proposedAfter(one, two)).as("%s and %s", one, two).isEqualTo(best(one, two));
      }
    }
  }

  /**
   * Section 2.2, P2a and P2b: "If a proposal with value v is chosen, then every higher-numbered
   * proposal issued by any proposer has value v." A batch is accepted by two of three and nobody
   * knows; the third leads next with one of them. The cluster checks P2b at each proposal.
   */
  @Test
  void p2b_a_chosen_value_is_proposed_again_by_every_later_leader_though_none_knew_it() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.is(Accepted.class) || envelope.to() == 2);
    cluster.proposeAndDeliver(0, "chosen");
    cluster.heal();
    cluster.node(0).crash();
    assertThat(cluster.replica(1).decided()).isZero();
    cluster.elect(2);
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).containsExactly("chosen");
    assertThat(cluster.node(1).delivered()).containsExactly("chosen");
  }

  /**
   * Section 2.1: "The value is chosen when a large enough set of acceptors have accepted it", "any
   * majority of the agents".
   */
  @Test
  void a_value_is_chosen_by_a_majority_and_not_by_fewer() {
    for (int replicas = 1; replicas <= 9; replicas++) {
      TestCluster cluster = new TestCluster(Settings.of(replicas));
      cluster.elect(0);
      cluster.hold(envelope -> envelope.is(Accepted.class));
      cluster.proposeAndDeliver(0, "a");
      for (int voter = 0; voter <= replicas / 2; voter++) {
        assertThat(cluster.replica(0).decided()).as("%d of %d", voter, replicas).isZero();
        int from = voter;
        cluster.deliver(envelope -> envelope.is(Accepted.class) && envelope.from() == from);
      }
      assertThat(cluster.replica(0).decided()).isEqualTo(1);
    }
  }

  /**
   * Section 2.3: "a learner must find out that a proposal has been accepted by a majority of
   * acceptors."
   */
  @Test
  void a_learner_delivers_nothing_that_was_accepted_only() {
    Replica replica = replica();
    receive(replica, 1, new Accept(V1, 0, 0, Batches.batch("a")));
    assertThat(replica.delivered()).isZero();
    receive(replica, 1, new Accept(V1, 1, 1, Batches.batch("b")));
    assertThat(replica.delivered()).isEqualTo(1);
  }

  /**
   * Section 2.5: "An acceptor records its intended response in stable storage before actually
   * sending the response." See the acceptor's exhaustive test for every sequence.
   */
  @Test
  void an_acceptor_answers_nothing_while_its_disk_stalls() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.node(1).stallDisk();
    cluster.node(2).stallDisk();
    cluster.proposeAndDeliver(0, "a");
    assertThat(cluster.replica(1).voteAt(0)).isNotNull();
    assertThat(cluster.replica(0).decided()).isZero();
    cluster.node(1).resumeDisk();
    cluster.deliverAll();
    assertThat(cluster.replica(0).decided()).isEqualTo(1);
  }

  /**
   * Section 2.5: "Different proposers choose their numbers from disjoint sets of numbers", and each
   * "begins phase 1 with a higher proposal number than any it has already used."
   */
  @Test
  void no_two_leaders_have_the_same_number_and_none_uses_a_number_twice() {
    List<View> views = new ArrayList<>();
    TestCluster cluster = new TestCluster(Settings.of(3));
    for (int turn = 0; turn < 9; turn++) {
      int leader = turn % 3;
      cluster.elect(leader);
      views.add(cluster.replica(leader).promised());
      cluster.lose(envelope -> envelope.from() != envelope.to());
      cluster.elapse(3 * Settings.ELECTION_NANOS);
      cluster.heal();
    }
    assertThat(views).doesNotHaveDuplicates().isSorted();
  }

  /**
   * Section 3: the new leader fills the gap "by proposing, as commands 136 and 137, a special
   * 'no-op' command that leaves the state unchanged."
   */
  @Test
  void no_ops_fill_the_gaps_that_a_new_leader_finds() {
    TestCluster cluster = new TestCluster(Settings.of(3));
    cluster.elect(0);
    cluster.lose(envelope -> envelope.message() instanceof Accept a && a.slot() == 0);
    cluster.lose(envelope -> envelope.is(Accepted.class));
    cluster.propose(0, "lost");
    cluster.proposeAndDeliver(0, "found");
    cluster.heal();
    cluster.node(0).crash();
    cluster.elect(1);
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).containsExactly("no-op", "found");
  }

  /**
   * Section 3: "a single proposal number is used for phase 1 of all instances": Phase 1 runs once
   * and covers every slot, Phase 2 alone runs for each command from then on.
   */
  @Test
  void phase_1_runs_once_for_all_slots() {
    TestCluster cluster = TestCluster.led(Settings.of(3));
    cluster.node(0).effects().clear();
    for (int slot = 0; slot < 20; slot++) {
      cluster.propose(0, "s" + slot);
      cluster.elapse(Settings.HEARTBEAT_NANOS);
    }
    assertThat(cluster.node(0).effects().sent(Prepare.class)).isEmpty();
    assertThat(cluster.node(2).delivered()).hasSize(20);
  }

  private Replica replica() {
    Replica replica = new Replica(Settings.of(3).replica(0), Settings.of(3).member(0), 1);
    replica.start(now, out);
    return replica;
  }

  private void receive(Replica replica, int from, Message message) {
    replica.step(new Event.Received(from, message), now, out);
  }

  private static Vote vote(long round, String text) {
    return new Vote(0, new View(round, 1), false, Batches.batch(text));
  }

  /** The batch that a leader proposes in slot 0 after two of three have reported these votes. */
  private Batch proposedAfter(Vote one, Vote two) {
    out.clear();
    Replica replica = new Replica(Settings.of(3).replica(0), Settings.of(3).member(0), 1);
    replica.start(now, out);
    long later = replica.nextWakeUpNanos();
    replica.step(Event.WakeUp.INSTANCE, later, out);
    View view = new View(1, 0);
    for (int from = 1; from < 3; from++) {
      PreVoteReply granted = new PreVoteReply(view, true, View.NONE);
      replica.step(new Event.Received(from, granted), later, out);
    }
    replica.step(new Event.Received(1, promise(view, one)), later, out);
    replica.step(new Event.Received(2, promise(view, two)), later, out);
    assertThat(replica.leads()).isTrue();
    replica.step(new Event.Proposed(view, Batches.batch("own")), later, out);
    return out.sent(Accept.class).get(0).batch();
  }

  private static Promise promise(View view, Vote vote) {
    return vote == null
        ? new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3))
        : new Promise(view, 0, 1, 1, List.of(vote), Settings.incarnations(3));
  }

  private static Batch best(Vote one, Vote two) {
    Vote best = one;
    if (one == null || two != null && !one.decided() && rank(two) > rank(one)) {
      best = two;
    }
    return best == null ? Batches.batch("own") : best.batch();
  }

  private static long rank(Vote vote) {
    return vote.decided() ? Long.MAX_VALUE : vote.view().round();
  }
}
