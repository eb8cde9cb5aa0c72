package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.simulation.network.MessageFilter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors of the protocol, put back in on the wire: the simulation must find each within seeds. */
class ReintroducedErrorsTest {

  @Test
  void a_promise_that_hides_its_votes_is_found() {
    assertFound(
        50,
        3,
        message -> message instanceof Promise promise ? withVotes(promise, List.of()) : message);
  }

  @Test
  void a_promise_that_hides_in_which_view_it_voted_is_found() {
    assertFound(
        500, 3, message -> message instanceof Promise promise ? viewless(promise) : message);
  }

  @Test
  void a_vote_that_is_counted_for_another_replica_too_is_found() {
    assertFound(
        20,
        3,
        message ->
            message instanceof Accepted accepted
                ? new Accepted(
                    accepted.view(), accepted.first(), accepted.voters().with(ReplicaSet.of(0)))
                : message);
  }

  @Test
  void a_commit_of_what_is_only_proposed_is_found() {
    assertFound(
        20,
        3,
        message ->
            message instanceof Accept accept
                ? new Accept(accept.view(), accept.slot(), accept.slot() + 1, accept.batch())
                : message);
  }

  @Test
  void a_read_that_is_served_without_asking_the_others_is_found() {
    assertFound(
        300,
        212,
        message ->
            message instanceof HeartbeatAck ack
                ? new HeartbeatAck(
                    ack.view(),
                    ack.round() + 1_000,
                    ack.decided(),
                    ack.executed(),
                    ack.flags(),
                    ack.snapshotEnd())
                : message);
  }

  @Test
  void an_answer_to_catch_up_with_slots_in_another_order_is_found() {
    assertFound(
        50, 3, message -> message instanceof Decided decided ? inAnotherOrder(decided) : message);
  }

  @Test
  void a_lost_accept_that_is_never_sent_again_is_found() {
    MessageFilter filter =
        (from, to, message) ->
            message instanceof Accept accept && accept.slot() == 3 ? null : message;
    assertThat(failure(20, 5, filter)).hasMessageContaining("no end in");
  }

  @Test
  void a_replica_without_memory_that_takes_itself_for_new_is_found() {
    MessageFilter filter =
        (from, to, message) ->
            message instanceof JoinReply reply && reply.to().number() == 0
                ? taking(reply, reply.to(), to)
                : message;
    assertThat(failure(100, 16, filter)).isNotNull();
  }

  @Test
  void a_replica_that_joins_without_what_the_leader_has_opened_is_found() {
    assertFound(
        2_000,
        5,
        message ->
            message instanceof JoinReply reply
                ? new JoinReply(
                    0,
                    reply.to(),
                    reply.status(),
                    reply.incarnations(),
                    reply.promised(),
                    reply.leads(),
                    0,
                    reply.decided(),
                    Origin.NONE)
                : message);
  }

  private static JoinReply taking(JoinReply reply, Incarnation asker, int number) {
    return new JoinReply(
        0,
        asker,
        reply.status(),
        reply.incarnations().with(number, new Incarnation(1, asker.nonce())),
        reply.promised(),
        reply.leads(),
        reply.end(),
        reply.decided(),
        Origin.NONE);
  }

  private static Promise viewless(Promise promise) {
    List<Vote> votes = new ArrayList<>();
    for (Vote vote : promise.votes()) {
      votes.add(new Vote(vote.slot(), View.NONE, vote.decided(), vote.batch()));
    }
    return withVotes(promise, votes);
  }

  private static Promise withVotes(Promise promise, List<Vote> votes) {
    return new Promise(
        promise.view(),
        promise.first(),
        promise.end(),
        promise.logEnd(),
        votes,
        promise.incarnations());
  }

  private static Decided inAnotherOrder(Decided decided) {
    List<Batch> batches = new ArrayList<>(decided.batches());
    Collections.reverse(batches);
    return new Decided(decided.first(), decided.decided(), batches);
  }

  private interface Change {
    Message of(Message message);
  }

  private static void assertFound(int seeds, long likely, Change change) {
    SimulationFailure failure = failure(seeds, likely, (from, to, message) -> change.of(message));
    assertThat(failure).as("a failure within %d seeds", seeds).isNotNull();
    assertThat(failure.getMessage()).doesNotContain("no end in");
  }

  /**
   * The failure of one seed; null if none has any.
   *
   * @param seeds from 1 on are tried
   * @param likely seed that is tried before, because it has found the error in the past
   */
  private static SimulationFailure failure(int seeds, long likely, MessageFilter filter) {
    SimulationFailure failure = failure(likely, filter);
    for (long seed = 1; failure == null && seed <= seeds; seed++) {
      failure = failure(seed, filter);
    }
    return failure;
  }

  private static SimulationFailure failure(long seed, MessageFilter filter) {
    SeedResult result = SimulationRun.result(seed, new Simulation(seed, filter, null));
    return result.passed() ? null : result.failure();
  }
}
