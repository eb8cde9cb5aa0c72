package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.QuorumReadReply;
import io.synod.core.message.Reject;
import io.synod.core.message.Relay;
import io.synod.core.message.Vote;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A view that no election can have led to ends no elections. */
class RoundBoundTest {
  private static final View V1 = new View(1, 1);
  private static final Incarnations INCARNATIONS = Settings.incarnations(3);

  private final Single single = new Single(Settings.of(3));

  static Stream<Message> messages_of_a_view_far_ahead() {
    List<Message> messages = new ArrayList<>();
    for (long round : new long[] {(1L << 44) - 1, 2 + (1L << 32)}) {
      messages.addAll(messages(new View(round, 1)));
    }
    return messages.stream();
  }

  private static List<Message> messages(View far) {
    Promise promise = new Promise(far, 0, 0, 0, List.of(), INCARNATIONS);
    Promise ofVote =
        new Promise(
            V1, 0, 1, 1, List.of(new Vote(0, far, false, Batches.batch("forged"))), INCARNATIONS);
    return List.of(
        new PreVote(far, 0),
        new PreVoteReply(far, true, V1),
        new PreVoteReply(V1, false, far),
        new Prepare(far, 0),
        promise,
        ofVote,
        new Promises(far, List.of(new Promises.Gathered(1, promise))),
        new Promises(V1, List.of(new Promises.Gathered(1, ofVote))),
        new Accept(far, 0, 0, Batches.batch("forged")),
        new Accepted(far, 0, ReplicaSet.of(1)),
        new Relay(ReplicaSet.of(2), 1, List.of(new Prepare(far, 0))),
        new Reject(V1, far),
        new Heartbeat(far, 0, 0, 0, 1),
        new HeartbeatAck(far, 1, 0, 0, 0),
        leader(INCARNATIONS, far),
        new QuorumReadReply(1, far, 0, 0));
  }

  private static JoinReply leader(Incarnations known, View view) {
    return new JoinReply(
        0, INCARNATIONS.of(0), MemberStatus.MEMBER, known, view, true, 0, 0, Origin.NONE);
  }

  /** And observes that, as one of {@code effects}. */
  private void ignores(Message message, int effects) {
    single.heartbeat(V1, 0);
    single.out.clear();

    single.receive(1, message);

    assertThat(single.out.events(ProtocolEvent.Ignored.class)).hasSize(1);
    assertThat(single.out.all()).hasSize(effects);
    assertThat(single.replica.promised()).isEqualTo(V1);
  }

  @ParameterizedTest
  @MethodSource("messages_of_a_view_far_ahead")
  void a_view_far_ahead_is_ignored_in_every_message(Message message) {
    ignores(message, 1);
    assertThat(single.preVote().round()).isEqualTo(2);
  }

  static Stream<Message> messages_of_a_later_membership() {
    View later = View.first(1).next(1);
    Promise promise = new Promise(later, 0, 0, 0, List.of(), INCARNATIONS);
    return Stream.of(
        new PreVote(later, 0),
        new PreVoteReply(V1, false, later),
        new Prepare(later, 0),
        promise,
        new Accept(later, 0, 0, Batches.batch("later")),
        new Accepted(later, 0, ReplicaSet.of(1)),
        new Reject(V1, later),
        new Heartbeat(later, 0, 0, 0, 1),
        new HeartbeatAck(new View(Long.MAX_VALUE, 1), 1, 0, 0, 0),
        new QuorumReadReply(1, later, 0, 0));
  }

  @ParameterizedTest
  @MethodSource("messages_of_a_later_membership")
  void a_message_of_a_later_membership_only_makes_the_replica_fetch_what_its_sender_knows(
      Message message) {
    ignores(message, 3);
    assertThat(single.out.sent(CatchUp.class)).containsExactly(new CatchUp(0));
  }

  static Stream<Message> messages_that_name_no_members() {
    Incarnations none = new Incarnations(List.of());
    View foreign = new View(2, 31);
    Promise promise = new Promise(V1, 0, 0, 0, List.of(), none);
    return Stream.of(
        promise,
        new Promises(V1, List.of(new Promises.Gathered(1, promise))),
        new Promises(
            V1,
            List.of(new Promises.Gathered(31, new Promise(V1, 0, 0, 0, List.of(), INCARNATIONS)))),
        new Prepare(foreign, 0),
        new Prepare(new View(0, 31), 0),
        new Accept(foreign, 0, 0, Batches.batch("forged")),
        new Accepted(V1, 0, ReplicaSet.of(31)),
        new Relay(ReplicaSet.of(30), 1, List.of(new Prepare(V1, 0))),
        leader(none, V1),
        leader(none, View.first(3)),
        leader(INCARNATIONS, foreign));
  }

  @ParameterizedTest
  @MethodSource("messages_that_name_no_members")
  void a_message_that_names_no_members_is_ignored(Message message) {
    ignores(message, 1);
  }

  @Test
  void a_view_that_is_as_far_ahead_as_may_be_is_promised() {
    View far = new View(1 + (1L << 32), 1);
    single.heartbeat(V1, 0);

    single.receive(1, new Prepare(far, 0));

    assertThat(single.replica.promised()).isEqualTo(far);
  }

  @Test
  void an_incarnation_far_ahead_does_not_shut_a_replica_out() {
    single.heartbeat(V1, 0);
    long number = INCARNATIONS.of(1).number();
    for (long far : new long[] {Long.MAX_VALUE, Incarnation.NUMBER_MAX, number + 1 + (1L << 32)}) {
      single.out.clear();
      single.receive(1, new Join(0, new Incarnation(far, 7)));
      assertThat(single.out.events(ProtocolEvent.PeerJoins.class)).isEmpty();
    }

    single.receive(1, new Join(0, new Incarnation(number + 1, 7)));
    assertThat(single.out.events(ProtocolEvent.PeerJoins.class)).hasSize(1);
  }

  @Test
  void a_message_that_carries_no_view_is_not_held_to_it() {
    single.heartbeat(V1, 0);
    single.out.clear();

    single.receive(1, new CatchUp(0));

    assertThat(single.out.events(ProtocolEvent.Ignored.class)).isEmpty();
  }
}
