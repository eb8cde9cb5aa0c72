package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.QuorumRead;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.time.Deadline;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * docs/durability.md, "Why the incarnation" and why a recovering replica waits for the leader's
 * end: schedules in which a forgotten vote or promise would lose a slot that is decided. Five
 * replicas; level memory; replica 2 forgets.
 */
class ForgottenVoteTest {
  private TestCluster cluster = new TestCluster(Settings.of(5).durability(Durability.MEMORY));

  /**
   * Replica 2 promises 4 a view that nobody else has promised, and forgets it. It comes back with
   * 0, 1 and 3, which know only 0's view, and its vote decides a slot there. Then 3 promises 4's
   * view too. With 2's old promise 4 would lead by 2, 3 and itself, and find nothing in that slot.
   */
  @Test
  void a_promise_that_was_forgotten_elects_nobody() {
    lead(0);
    cluster.hold(envelope -> envelope.is(Prepare.class) || envelope.is(Promise.class));
    candidate(4);
    View late = cluster.replica(4).promised();
    cluster.deliver(envelope -> envelope.is(Prepare.class) && envelope.to() == 4);
    cluster.deliver(envelope -> envelope.is(Prepare.class) && envelope.to() == 2);
    assertThat(cluster.replica(2).promised()).isEqualTo(late);

    // 2 forgets, and joins with those that do not know 4's view.
    cluster.lose(envelope -> envelope.from() == 4 && !envelope.is(Prepare.class));
    cluster.lose(envelope -> envelope.to() == 4 && !envelope.is(Promise.class));
    cluster.node(2).restart();
    cluster.deliverAll();
    cluster.elapseAsleep(Settings.ELECTION_NANOS / 3);
    cluster.deliverAll();
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.replica(2).promised()).isEqualTo(new View(1, 0));

    // 0, 1 and 2 decide a slot; 3 does not learn of it.
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() == 3);
    cluster.proposeAndDeliver(0, "decided");
    assertThat(cluster.node(0).delivered()).containsExactly("decided");

    // 4 receives 2's old promise, its own and 3's: no quorum without 2's new one.
    cluster.deliver(envelope -> envelope.is(Prepare.class) && envelope.to() == 3);
    cluster.deliver(envelope -> envelope.is(Promise.class) && envelope.from() == 2);
    cluster.deliver(envelope -> envelope.is(Promise.class) && envelope.from() == 4);
    cluster.deliver(envelope -> envelope.is(Promise.class) && envelope.from() == 3);
    assertThat(cluster.replica(4).leads()).isFalse();
    assertThat(cluster.replica(4).currentRole()).isEqualTo(Role.CANDIDATE);

    // Asked anew, 2 sends its vote: 4 leads, and proposes what is decided.
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    cluster.propose(cluster.leader(), "next");
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster
        .nodes()
        .forEach(node -> assertThat(node.delivered()).containsExactly("decided", "next"));
  }

  /**
   * Replica 5 of seven promises 6 a view that nobody else has promised, and forgets it. 4 notes its
   * return and answers. Then 4 forgets that, and comes back with 0, 1, 2 and 3, which do not know
   * of 5 yet. If its old answer still let 5 in, 6 could lead by the promises of 5, 3 and 4,
   * although 5 and 0, 1 and 2 decide a slot in 0's view.
   */
  @Test
  void an_answer_that_its_sender_has_forgotten_lets_nobody_join() {
    cluster = new TestCluster(Settings.of(7).durability(Durability.MEMORY));
    lead(0);
    cluster.hold(envelope -> envelope.is(Prepare.class) || envelope.is(Promise.class));
    candidate(6);
    cluster.deliver(envelope -> envelope.is(Prepare.class) && envelope.to() >= 5);
    cluster.deliver(envelope -> envelope.is(Promise.class));
    assertThat(cluster.replica(5).promised()).isEqualTo(cluster.replica(6).promised());

    // 5 forgets, and 4 alone learns in which incarnation it comes back.
    cluster.lose(envelope -> envelope.from() == 6 && !envelope.is(Prepare.class));
    cluster.lose(envelope -> envelope.to() == 6 && !envelope.is(Promise.class));
    cluster.hold(ForgottenVoteTest::announces5);
    cluster.node(5).restart();
    cluster.deliverAll();
    cluster.deliver(envelope -> announces5(envelope) && envelope.to() == 4);
    cluster.deliverAll();

    // 4 forgets that, and joins with those that do not know it.
    cluster.lose(envelope -> envelope.from() + envelope.to() == 9);
    cluster.node(4).restart();
    cluster.deliverAll();
    cluster.elapseAsleep(Settings.ELECTION_NANOS / 3);
    cluster.deliverAll();
    assertThat(cluster.replica(4).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.replica(4).promised()).isEqualTo(new View(1, 0));

    // The others learn of it too late for 4.
    cluster.deliver(envelope -> announces5(envelope) && envelope.to() < 3);
    cluster.deliverAll();
    cluster.lose(
        envelope -> envelope.is(Accept.class) && (envelope.to() == 3 || envelope.to() == 4));
    cluster.proposeAndDeliver(0, "first");
    cluster.deliver(
        envelope -> envelope.is(Prepare.class) && List.of(3, 4).contains(envelope.to()));
    cluster.deliver(envelope -> envelope.is(Promise.class));
    assertThat(cluster.replica(6).leads()).isTrue();
    cluster.heal();
    cluster.propose(6, "other");
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(5).incarnationNumber()).isEqualTo(2);
    cluster.nodes().forEach(node -> assertThat(node.delivered()).containsExactly("other"));
  }

  private static boolean announces5(Envelope envelope) {
    return envelope.from() == 5
        && envelope.message() instanceof Join join
        && join.incarnation().number() > 0;
  }

  /**
   * Replica 2 has sent 4 the first part of its promise, and forgets it. It comes back with 0, 1 and
   * 3, and its vote decides slot 0 in 0's view. Asked by 4 for the rest, it promises again. With
   * both halves and 3's promise 4 would lead, and propose in slot 0 what it has itself voted for.
   */
  @Test
  void a_promise_that_was_forgotten_in_part_is_sent_from_the_beginning() {
    cluster = new TestCluster(Settings.of(5).durability(Durability.MEMORY).messageBytes(1));
    lead(4);
    cluster.partition(2, 4);
    cluster.propose(4, "lost");
    cluster.propose(4, "lost too");
    cluster.elect(0);
    cluster.await("4 has lost 0", () -> cluster.replica(4).currentRole() == Role.PRE_CANDIDATE);
    cluster.hold(envelope -> envelope.is(Prepare.class) || envelope.is(Promise.class));
    candidate(4);
    View late = cluster.replica(4).promised();
    for (int part = 0; part < 2; part++) {
      cluster.deliver(envelope -> envelope.is(Prepare.class) && envelope.to() == 4);
      cluster.deliver(envelope -> envelope.is(Promise.class) && envelope.from() == 4);
    }
    cluster.deliver(envelope -> envelope.is(Prepare.class) && envelope.to() == 2);
    cluster.deliver(envelope -> envelope.is(Promise.class) && envelope.from() == 2);
    assertThat(cluster.replica(2).promised()).isEqualTo(late);

    // 2 forgets, and joins with those that do not know 4's view. Its vote counts there.
    cluster.heal();
    cluster.hold(envelope -> envelope.is(Prepare.class) || envelope.is(Promise.class));
    cluster.lose(envelope -> envelope.from() == 4 || envelope.to() == 4);
    cluster.node(2).restart();
    cluster.deliverAll();
    cluster.elapseAsleep(Settings.ELECTION_NANOS / 3);
    cluster.deliverAll();
    assertThat(cluster.replica(2).promised()).isEqualTo(cluster.replica(0).promised());
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() == 3);
    cluster.proposeAndDeliver(0, "decided");
    assertThat(cluster.node(0).delivered()).containsExactly("decided");

    // 4 receives the rest of 2's promise, and 3's; then what 2 sends from the beginning.
    for (int asked : new int[] {2, 3, 2, 2}) {
      deliverOnce(envelope -> envelope.is(Prepare.class) && envelope.to() == asked);
      deliverOnce(envelope -> envelope.is(Promise.class) && envelope.from() == asked);
    }
    assertThat(cluster.replica(4).leads()).isTrue();
    cluster.healAndElapse(10 * Settings.ELECTION_NANOS);
    cluster.propose(cluster.leader(), "next");
    cluster.elapse(5 * Settings.ELECTION_NANOS);
    cluster
        .nodes()
        .forEach(node -> assertThat(node.delivered()).startsWith("decided").endsWith("next"));
  }

  /**
   * 0, 1 and 2 have decided a slot, as only 0 knows; 2 forgets its vote. Were it a member before
   * that slot is known to it, 2, 3 and 4 could elect one of them, and propose something else there.
   */
  @Test
  void a_replica_that_lost_a_vote_rejoins_only_with_that_slot() {
    lead(0);
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() > 2);
    cluster.proposeAndDeliver(0, "decided");
    assertThat(cluster.node(0).delivered()).containsExactly("decided");

    cluster.lose(envelope -> envelope.is(CatchUp.class) || envelope.is(Decided.class));
    cluster.node(2).restart();
    cluster.deliverAll();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);

    // 0 and 1 are gone: 3 and 4 need 2, which must not help them to elect a leader.
    cluster.node(0).crash();
    cluster.partition(1);
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.leads()).isEqualTo(-1);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);

    // 1 is back: 3, 4 and it elect a leader that finds 1's vote, and 2 joins.
    cluster.heal();
    cluster.await("2 is a member", () -> cluster.replica(2).currentRole() != Role.RECOVERING);
    assertThat(cluster.node(2).delivered()).containsExactly("decided");
  }

  /**
   * The slots that a leader must propose again count as its own, even before it has opened them.
   */
  @Test
  void slots_that_a_leader_has_to_propose_again_must_be_known_too() {
    lead(0);
    cluster.hold(envelope -> envelope.is(Accepted.class));
    cluster.lose(envelope -> envelope.is(Accept.class) && envelope.to() > 2);
    cluster.proposeAndDeliver(0, "voted for by three");
    cluster.node(0).crash();
    cluster.heal();
    cluster.lose(envelope -> envelope.is(Accept.class));
    cluster.lose(envelope -> envelope.is(Accepted.class));
    cluster.elect(1);
    cluster.node(2).restart();
    cluster.deliverAll();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    JoinReply reply = lastReply(1);
    assertThat(reply.leads()).isTrue();
    assertThat(reply.end()).isEqualTo(1);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.healAndElapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.node(2).delivered()).containsExactly("voted for by three");
  }

  /** 4 leads, 0 does not know it yet and would report an end that is out of date. */
  @Test
  void it_joins_with_the_leader_of_the_highest_view_alone() {
    lead(0);
    cluster.partition(0, 2);
    for (int replica : new int[] {1, 3, 4}) {
      cluster.node(replica).step(new Event.PeerDisconnected(0));
    }
    cluster.elect(4);
    cluster.proposeAndDeliver(4, "later");
    assertThat(cluster.replica(0).leads()).as("does not know better").isTrue();
    cluster.heal();
    cluster.lose(envelope -> envelope.from() == 4 || envelope.to() == 4);
    cluster.lose(envelope -> envelope.to() == 0 && !envelope.is(Join.class));
    cluster.node(2).restart();
    cluster.deliverAll();
    cluster.elapseAsleep(Settings.ELECTION_NANOS / 3);
    cluster.deliverAll();
    assertThat(lastReply(0).leads()).isTrue();
    assertThat(lastReply(1).promised().leader()).isEqualTo(4);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.healAndElapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(cluster.node(2).delivered()).containsExactly("later");
  }

  /**
   * An incarnation that was announced to one replica only, in a life that ended before it joined,
   * and is higher than that in which it has joined at last: without another incarnation, 2 would
   * not count with 1 for ever.
   */
  @Test
  void a_member_that_somebody_knows_by_a_later_incarnation_takes_another() {
    TestCluster three = new TestCluster(Settings.of(3));
    three.elect(0);
    three.node(1).step(new Event.Received(2, new Join(0, new Incarnation(7, Settings.nonce(2)))));
    three.node(0).crash();
    three.await("1 or 2 leads", () -> three.leads() > 0);
    three.propose(three.leader(), "counts");
    three.elapse(Settings.ELECTION_NANOS);
    assertThat(three.node(2).delivered()).containsExactly("counts");
    assertThat(three.node(2).disk().records(JournalRecord.Joined.class))
        .last()
        .extracting(joined -> joined.incarnations().of(2))
        .isEqualTo(new Incarnation(8, Settings.nonce(2)));
  }

  /**
   * The directory of 2 was moved away, another memory has joined in its place and voted with 0, and
   * then the old directory is started again. Led by what that remembers, 1 and 2 would lose the
   * decision.
   */
  @Test
  void a_directory_in_whose_place_another_has_joined_does_not_count_when_it_returns() {
    TestCluster three = TestCluster.led(Settings.of(3));
    three.node(1).step(new Event.Received(2, new Join(0, new Incarnation(2, 123))));
    three.node(0).step(new Event.Received(2, new Join(0, new Incarnation(2, 123))));
    three.node(2).restart();
    three.node(0).crash();
    three.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(three.leads()).as("they remember too little").isNegative();
    assertThat(three.node(2).stopped())
        .contains("has become a member as replica 2", "incarnation 2");
    three.node(2).restart();
    assertThat(three.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    three.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(three.leads()).as("they remember too little").isNegative();
    three.node(0).start();
    three.await("2 has joined", () -> three.replica(2).currentRole() != Role.RECOVERING);
    assertThat(three.replica(2).incarnationNumber()).isEqualTo(3);
    three.propose(three.leader(), "counts");
    three.elapse(Settings.ELECTION_NANOS);
    assertThat(three.node(2).delivered()).containsExactly("counts");
  }

  /**
   * Until its process has ended it could be asked again: in the incarnation that it received, the
   * promise of its old memory would count.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_member_that_was_replaced_does_nothing_more(boolean leads) {
    Single replaced = new Single(Settings.of(3));
    View view = leads ? replaced.lead(2) : new View(1, 1);
    replaced.receive(1, joinReply(new Incarnation(2, 123)));
    assertThat(replaced.out.lines())
        .anyMatch(line -> line.contains("stop: another process has become"));
    replaced.out.clear();
    replaced.receive(1, new Prepare(new View(5, 1), 0));
    replaced.heartbeat(new View(5, 1), 0).accept(new View(5, 1), 0, "voted");
    replaced.receive(1, new QuorumRead(0, 1)).receive(2, new Join(0, new Incarnation(2, 77)));
    replaced.receive(0, new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3)));
    replaced.passAwake(10 * Settings.ELECTION_NANOS);
    replaced.replica.endCycle(replaced.nowNanos(), replaced.out);
    assertThat(replaced.out.lines()).isEmpty();
    assertThat(replaced.replica.nextWakeUpNanos()).isEqualTo(Deadline.NEVER);
    Object read = new Object();
    replaced.step(new Event.ReadRequested(read, Consistency.QUORUM));
    assertThat(replaced.out.lines()).singleElement().asString().contains("refuse");
  }

  /** Its own promise is void with the first that knows better, and it never leads again. */
  @Test
  void a_candidate_that_was_replaced_does_not_lead_by_the_promises_of_others() {
    Single replaced = new Single(Settings.of(3));
    View view = replaced.candidate(2);
    Incarnations known = Settings.incarnations(3).with(0, new Incarnation(2, 123));
    replaced.receive(1, new Promise(view, 0, 0, 0, List.of(), known));
    assertThat(replaced.out.lines())
        .anyMatch(line -> line.contains("stop: another process has become"));
    replaced.receive(2, new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3)));
    assertThat(replaced.replica.leads()).isFalse();
  }

  @Test
  void several_that_know_better_stop_it_once() {
    Single replaced = new Single(Settings.of(5));
    View view = replaced.candidate(3);
    Incarnations known = Settings.incarnations(5).with(0, new Incarnation(2, 123));
    Promise promise = new Promise(view, 0, 0, 0, List.of(), known);
    Promises both =
        new Promises(
            view, List.of(new Promises.Gathered(1, promise), new Promises.Gathered(2, promise)));
    replaced.receive(1, both);
    assertThat(replaced.out.lines())
        .filteredOn(line -> line.contains("stop: another process has become"))
        .hasSize(1);
  }

  /** The promise comes once it leads. */
  @Test
  void a_late_promise_shows_a_leader_that_its_process_was_replaced() {
    Single replaced = new Single(Settings.of(3));
    View view = replaced.lead(2);
    assertThat(replaced.replica.leads()).isTrue();
    Incarnations known = Settings.incarnations(3).with(0, new Incarnation(2, 123));
    replaced.receive(2, new Promise(view, 0, 0, 0, List.of(), known));
    assertThat(replaced.out.lines())
        .anyMatch(line -> line.contains("stop: another process has become"));
  }

  private static JoinReply joinReply(Incarnation known) {
    Incarnations incarnations = Settings.incarnations(3).with(0, known);
    return Settings.memberReply(new Incarnation(1, Settings.nonce(0)), incarnations, View.NONE);
  }

  @Test
  void a_join_to_a_candidate_cancels_the_promise_of_the_old_incarnation() {
    Single candidate = new Single(Settings.of(3));
    View view = candidate.candidate(2);
    candidate.receive(1, new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3)));
    candidate.receive(1, new Join(0, new Incarnation(2, 77)));
    candidate.receive(0, new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3)));
    assertThat(candidate.replica.currentRole()).isEqualTo(Role.CANDIDATE);
    candidate.out.clear();
    candidate.pass(Settings.ELECTION_NANOS / 3);
    assertThat(candidate.out.lines())
        .contains("send-when-durable {1} Prepare view %s from slot 0".formatted(view));
  }

  @Test
  void a_candidates_join_reply_waits_until_its_incarnations_are_durable() {
    Single candidate = new Single(Settings.of(3));
    View view = candidate.candidate(2);
    candidate.receive(2, new Join(0, new Incarnation(4, 77)));
    candidate.out.clear();
    candidate.receive(2, new Promise(view, 0, 0, 0, List.of(), Settings.incarnations(3)));
    assertThat(candidate.out.lines())
        .containsExactly(
            "send-when-durable {2} JoinReply member, incarnations [1, 1, 4], promised view %s"
                .formatted(view));
  }

  private void lead(int replica) {
    cluster.elect(replica);
    cluster.deliverAll();
  }

  /** {@code replica} becomes a candidate while the leader still leads. */
  private void candidate(int replica) {
    View view = cluster.replica(replica).promised().next(replica);
    for (int step = 0; step < 3; step++) {
      cluster.node(replica).step(new Event.PeerDisconnected(0));
      cluster.elapseAsleep(Settings.ELECTION_NANOS / 4 + 2);
      if (cluster.replica(replica).currentRole() == Role.PRE_CANDIDATE) {
        break;
      }
    }
    cluster.drop(envelope -> envelope.is(PreVote.class));
    for (int granter = 2; granter < cluster.size(); granter++) {
      cluster
          .node(replica)
          .step(new Event.Received(granter, new PreVoteReply(view, true, View.NONE)));
    }
    assertThat(cluster.replica(replica).currentRole()).isEqualTo(Role.CANDIDATE);
    assertThat(cluster.replica(0).leads()).isTrue();
  }

  /** One of the matching messages that are on their way, if there is one; the others are lost. */
  private void deliverOnce(Predicate<Envelope> messages) {
    cluster.flying().stream()
        .filter(messages)
        .findFirst()
        .ifPresent(
            first -> {
              cluster.drop(messages);
              cluster.repeat(first);
              cluster.deliver(messages);
            });
  }

  private JoinReply lastReply(int replica) {
    var replies = cluster.node(replica).effects().sent(JoinReply.class);
    return replies.get(replies.size() - 1);
  }
}
