package io.synod.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Persisted;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.JoinReply;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.simulation.network.MessageFilter;
import io.synod.simulation.storage.StorageErrors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Errors of the protocol, put back in on the wire: the simulation must find each within seeds. */
class ReintroducedErrorsTest {

  @Test
  void a_promise_that_hides_its_votes_is_found() {
    assertFound(
        50, message -> message instanceof Promise promise ? telling(promise, List.of()) : message);
  }

  @Test
  void a_promise_that_hides_in_which_view_it_voted_is_found() {
    assertFound(500, message -> message instanceof Promise promise ? viewless(promise) : message);
  }

  @Test
  void a_vote_that_is_counted_for_another_replica_too_is_found() {
    assertFound(
        20,
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
        message ->
            message instanceof Accept accept
                ? new Accept(accept.view(), accept.slot(), accept.slot() + 1, accept.batch())
                : message);
  }

  @Test
  void a_read_that_is_served_without_asking_the_others_is_found() {
    assertFound(
        300,
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
        50, message -> message instanceof Decided decided ? inAnotherOrder(decided) : message);
  }

  @Test
  void a_lost_accept_that_is_never_sent_again_is_found() {
    MessageFilter filter =
        (from, to, message) ->
            message instanceof Accept accept && accept.slot() == 3 ? null : message;
    assertThat(firstFailure(20, filter, StorageErrors.NONE)).hasMessageContaining("no end in");
  }

  @Test
  void a_message_that_does_not_wait_for_the_disk_is_found() {
    assertFound(
        20,
        new StorageErrors() {
          @Override
          public boolean waits() {
            return false;
          }
        });
  }

  @Test
  void a_restart_that_forgets_a_vote_is_found() {
    assertFound(50, forgetting(Persisted.Voted.class));
  }

  @Test
  void a_restart_that_forgets_a_promise_is_found() {
    assertFound(50, forgetting(Persisted.Promised.class));
  }

  @Test
  void a_decision_that_is_not_on_disk_although_it_counts_as_decided_is_found() {
    assertFound(300, forgetting(Persisted.Learnt.class));
  }

  @Test
  void a_replica_that_takes_part_at_once_without_its_votes_is_found() {
    for (Durability level : EnumSet.of(Durability.VIEW, Durability.EPOCH)) {
      StorageErrors error =
          new StorageErrors() {
            @Override
            public Durability level(Durability durability) {
              return durability == level ? Durability.SYNC : durability;
            }
          };
      assertFound(100, error);
    }
  }

  @Test
  void a_replica_without_memory_that_takes_itself_for_new_is_found() {
    MessageFilter filter =
        (from, to, message) ->
            message instanceof JoinReply reply && reply.to().epoch() == 0
                ? taking(reply, reply.to(), to)
                : message;
    assertThat(firstFailure(100, filter, StorageErrors.NONE)).isNotNull();
  }

  @Test
  void a_damaged_vote_that_is_not_told_is_found() {
    assertFound(
        200,
        new StorageErrors() {
          @Override
          public void damaged(Recovered recovered, long slot, View view, String place) {}
        });
  }

  @Test
  void an_incomplete_memory_that_is_taken_for_whole_is_found() {
    assertFound(
        200,
        new StorageErrors() {
          @Override
          public void incomplete(Recovered recovered, String reason) {}
        });
  }

  @Test
  void a_journal_that_is_cut_at_the_newest_snapshot_is_found() {
    assertFound(
        500,
        new StorageErrors() {
          @Override
          public long cut(long slot, long newestSnapshotEnd) {
            return newestSnapshotEnd;
          }
        });
  }

  @Test
  void a_replica_that_joins_without_what_the_leader_has_opened_is_found() {
    assertFound(
        2_000,
        message ->
            message instanceof JoinReply reply
                ? new JoinReply(
                    reply.to(),
                    reply.standing(),
                    reply.roster(),
                    reply.promised(),
                    reply.leads(),
                    0,
                    reply.decided())
                : message);
  }

  private static JoinReply taking(JoinReply reply, Incarnation asker, int number) {
    return new JoinReply(
        asker,
        reply.standing(),
        reply.roster().with(number, new Incarnation(1, asker.nonce())),
        reply.promised(),
        reply.leads(),
        reply.end(),
        reply.decided());
  }

  private static StorageErrors forgetting(Class<? extends Persisted> kind) {
    return new StorageErrors() {
      @Override
      public boolean isRecovered(Persisted fact) {
        return !kind.isInstance(fact);
      }
    };
  }

  private static Promise viewless(Promise promise) {
    List<Vote> votes = new ArrayList<>();
    for (Vote vote : promise.votes()) {
      votes.add(new Vote(vote.slot(), View.NONE, vote.decided(), vote.batch()));
    }
    return telling(promise, votes);
  }

  private static Promise telling(Promise promise, List<Vote> votes) {
    return new Promise(
        promise.view(), promise.first(), promise.end(), promise.logEnd(), votes, promise.roster());
  }

  private static Decided inAnotherOrder(Decided decided) {
    List<Batch> batches = new ArrayList<>(decided.batches());
    Collections.reverse(batches);
    return new Decided(decided.first(), decided.decided(), batches);
  }

  private interface Change {
    Message of(Message message);
  }

  private static void assertFound(int seeds, Change change) {
    assertFound(
        seeds, firstFailure(seeds, (from, to, message) -> change.of(message), StorageErrors.NONE));
  }

  private static void assertFound(int seeds, StorageErrors errors) {
    assertFound(seeds, firstFailure(seeds, MessageFilter.NONE, errors));
  }

  private static void assertFound(int seeds, SimulationFailure failure) {
    assertThat(failure).as("a failure within %d seeds", seeds).isNotNull();
    assertThat(failure.getMessage()).doesNotContain("no end in");
  }

  /** The failure of the first seed from 1 on that has one; null if none has. */
  private static SimulationFailure firstFailure(
      int seeds, MessageFilter filter, StorageErrors errors) {
    for (long seed = 1; seed <= seeds; seed++) {
      SeedResult result = SimulationRun.result(seed, new Simulation(seed, filter, errors, null));
      if (!result.passed()) {
        return result.failure();
      }
    }
    return null;
  }
}
