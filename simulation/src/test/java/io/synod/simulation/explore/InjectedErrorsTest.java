package io.synod.simulation.explore;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Vote;
import io.synod.simulation.network.MessageFilter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Errors of the protocol, put in on the wire and in the storage: each is found, by a short trace.
 */
class InjectedErrorsTest {
  private static final long SECONDS = 120;

  @Test
  void a_promise_that_hides_its_votes_is_found() {
    assertFound(
        Map.of("requests", "2", "crashes", "0"),
        message -> message instanceof Promise promise ? withVotes(promise, List.of()) : message);
  }

  @Test
  void a_vote_that_is_counted_for_another_replica_too_is_found() {
    assertFound(
        Map.of("timers", "0", "crashes", "0"),
        message ->
            message instanceof Accepted accepted
                ? new Accepted(
                    accepted.view(), accepted.first(), accepted.voters().with(ReplicaSet.of(2)))
                : message);
  }

  @Test
  void a_vote_that_is_counted_for_the_next_slot_is_found() {
    assertFound(
        Map.of("timers", "0", "crashes", "0", "requests", "2"),
        message ->
            message instanceof Accepted accepted
                ? new Accepted(accepted.view(), accepted.first() + 1, accepted.voters())
                : message);
  }

  @Test
  void a_vote_of_the_next_membership_that_is_counted_for_another_member_too_is_found() {
    assertFound(
        Map.of("start", "elected", "changes", "1", "replicas", "2", "timers", "0", "crashes", "0"),
        message ->
            message instanceof Accepted accepted && accepted.view().membership() > 0
                ? new Accepted(
                    accepted.view(), accepted.first(), accepted.voters().with(ReplicaSet.of(2)))
                : message);
  }

  @Test
  void a_change_that_a_standby_learns_with_another_fence_is_found() {
    assertFound(
        Map.of("start", "elected", "changes", "1", "replicas", "2", "timers", "0", "crashes", "0"),
        message ->
            message instanceof Decided decided && decided.batches().size() > 1
                ? new Decided(
                    decided.first(), decided.decided(), Collections.nCopies(2, Batch.NOOP))
                : message);
  }

  @Test
  void a_vote_of_an_earlier_view_that_is_counted_in_a_later_one_is_found() {
    assertFound(
        Map.of("requests", "2"),
        message ->
            message instanceof Accepted accepted && accepted.view().equals(new View(1, 0))
                ? new Accepted(new View(2, 0), accepted.first(), accepted.voters())
                : message);
  }

  @Test
  void a_leader_that_proposes_two_values_in_one_slot_is_found() {
    assertFound(
        Map.of("timers", "0", "crashes", "0"),
        (from, to, message) ->
            to == 2 && message instanceof Accept accept
                ? new Accept(accept.view(), accept.slot(), accept.decided(), Batch.NOOP)
                : message);
  }

  @Test
  void a_commit_of_what_is_only_proposed_is_found() {
    assertFound(
        Map.of("timers", "0", "crashes", "0"),
        message ->
            message instanceof Accept accept
                ? new Accept(accept.view(), accept.slot(), accept.slot() + 1, accept.batch())
                : message);
  }

  @Test
  void a_heartbeat_that_commits_one_slot_too_many_is_found() {
    assertFound(
        Map.of("crashes", "0"),
        message ->
            message instanceof Heartbeat heartbeat
                ? new Heartbeat(heartbeat.view(), heartbeat.decided() + 1, 0, 0, heartbeat.round())
                : message);
  }

  @Test
  void a_catch_up_answer_with_another_value_than_decided_is_found() {
    assertFound(
        Map.of("start", "overtaken", "timers", "0", "crashes", "0"),
        message ->
            message instanceof Decided decided
                ? new Decided(decided.first(), decided.decided(), List.of(Batch.NOOP))
                : message);
  }

  @Test
  void a_message_that_does_not_wait_for_the_disk_is_found() {
    assertFound(
        Map.of("timers", "0", "crashes", "0"),
        new StorageErrors() {
          @Override
          public boolean waits() {
            return false;
          }
        });
  }

  @Test
  void a_restart_that_forgets_a_vote_is_found() {
    assertFound(Map.of("timers", "0"), forgetting(JournalRecord.Voted.class));
  }

  @Test
  void a_restart_that_forgets_a_promise_is_found() {
    assertFound(Map.of(), forgetting(JournalRecord.Promised.class));
  }

  private static StorageErrors forgetting(Class<? extends JournalRecord> kind) {
    return new StorageErrors() {
      @Override
      public boolean isRecovered(JournalRecord fact) {
        return !kind.isInstance(fact);
      }
    };
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

  private interface Change {
    Message of(Message message);
  }

  private static void assertFound(Map<String, String> limits, Change change) {
    assertFound(limits, (from, to, message) -> change.of(message));
  }

  private static void assertFound(Map<String, String> limits, MessageFilter wire) {
    assertFound(limits, new Faults(wire, StorageErrors.NONE));
  }

  private static void assertFound(Map<String, String> limits, StorageErrors storage) {
    assertFound(limits, new Faults(MessageFilter.NONE, storage));
  }

  private static void assertFound(Map<String, String> limits, Faults faults) {
    Bound bound = Bound.SMALL.with(limits);
    ExplorationResult result = Exploration.explore(bound, faults, SECONDS, progress -> {});
    assertThat(result.violation()).as("within %s", bound).contains("VIOLATION: ");
  }
}
