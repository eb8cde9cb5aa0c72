package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Join;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.message.Message;
import io.synod.core.message.PreVote;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Envelope;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import io.synod.core.testing.TestNode;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** docs/durability.md, "New": a cluster forms when all its replicas have been started once. */
class FormingTest {
  private static final long OTHER_NONCE = 77;

  private TestCluster cluster = TestCluster.unformed(Settings.of(3));

  @Test
  void no_replica_is_a_member_before_the_last_has_started() {
    cluster.node(0).start();
    cluster.node(1).start();
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).currentRole()).isEqualTo(Role.RECOVERING);
    assertThat(cluster.replica(1).currentRole()).isEqualTo(Role.RECOVERING);
    assertThat(cluster.node(0).effects().of(Effect.Stored.class)).isEmpty();
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertMembers(3);
    assertThat(cluster.node(0).disk().records(JournalRecord.Joined.class))
        .containsExactly(Settings.of(3).membership());
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void all_at_once_form_without_waiting(Durability level) {
    cluster = TestCluster.unformed(Settings.of(5).durability(level));
    startAll();
    cluster.deliverAll();
    assertMembers(5);
    cluster.works(5);
  }

  @Test
  void a_new_replica_sends_its_nonce_to_all_others_and_nothing_else() {
    cluster.node(0).start();
    assertThat(cluster.node(0).effects().lines())
        .containsExactly("send-when-durable {1,2} Join incarnation 0: what is known of me?");
    assertThat(cluster.node(0).effects().sent(Join.class))
        .containsExactly(new Join(0, new Incarnation(0, Settings.nonce(0))));
  }

  @Test
  void a_new_replica_answers_that_it_is_new() {
    cluster.node(0).start();
    cluster.node(1).start();
    cluster.deliverAll();
    JoinReply reply = cluster.node(1).effects().sent(JoinReply.class).get(0);
    assertThat(reply.status()).isEqualTo(MemberStatus.NEW);
    assertThat(reply.to()).isEqualTo(new Incarnation(0, Settings.nonce(0)));
    assertThat(reply.incarnations().of(1)).isEqualTo(new Incarnation(0, Settings.nonce(1)));
    assertThat(reply.leads()).isFalse();
  }

  @Test
  void questions_that_are_lost_are_asked_again() {
    cluster.lose(envelope -> envelope.is(JoinReply.class));
    startAll();
    cluster.deliverAll();
    assertThat(cluster.replica(0).currentRole()).isEqualTo(Role.RECOVERING);
    cluster.healAndElapse(Settings.ELECTION_NANOS / 3);
    assertMembers(3);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void the_first_that_have_formed_do_not_wait_for_the_last(Durability level) {
    startWithoutReplies(Settings.of(3).durability(level), replica -> replica == 2);
    cluster.elect(0);
    cluster.proposeAndDeliver(0, "early");
    assertThat(cluster.replica(2).currentRole()).isEqualTo(Role.RECOVERING);
    assertThat(cluster.node(1).replica().promised()).isEqualTo(cluster.replica(0).promised());
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    assertMembers(3);
    assertThat(cluster.node(2).delivered()).containsExactly("early");
    assertThat(cluster.node(2).effects().events(ProtocolEvent.DurableStateLost.class)).isEmpty();
    assertThat(cluster.node(2).effects().events(ProtocolEvent.Joined.class))
        .containsExactly(new ProtocolEvent.Joined(new Incarnation(1, Settings.nonce(2))));
  }

  /** The others of its file may have lost their state too, and would form with it. */
  @ParameterizedTest
  @EnumSource(Durability.class)
  void a_replica_with_a_later_membership_forms_no_cluster(Durability level) {
    cluster = TestCluster.unformed(Settings.of(3).durability(level));
    cluster.node(0).start();
    cluster.node(1).start();
    cluster.deliverAll();
    JoinReply later =
        Settings.memberReply(
            new Incarnation(0, Settings.nonce(0)), Settings.incarnations(3), View.first(1));
    cluster.repeat(new Envelope(1, 0, later));
    cluster.deliverAll();
    cluster.node(2).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).currentRole()).isEqualTo(Role.RECOVERING);
    assertThat(cluster.replica(2).currentRole()).isNotEqualTo(Role.RECOVERING);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void one_that_restarts_before_anybody_has_formed_begins_again(Durability level) {
    cluster = TestCluster.unformed(Settings.of(3).durability(level));
    cluster.node(0).start();
    cluster.node(1).start();
    cluster.deliverAll();
    cluster.node(1).restart();
    cluster.node(2).start();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertMembers(3);
    cluster.works(3);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void one_that_restarts_while_the_others_form_comes_back(Durability level) {
    startWithoutReplies(Settings.of(3).durability(level), replica -> replica == 1);
    assertThat(cluster.replica(0).currentRole()).isNotEqualTo(Role.RECOVERING);
    cluster.node(1).restart();
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertMembers(3);
    boolean remembers = level.keepsIncarnations();
    assertThat(cluster.node(1).effects().events(ProtocolEvent.DurableStateLost.class))
        .as("the directory still holds the nonce that the others know")
        .hasSize(remembers ? 0 : 1);
    cluster.works(3);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void one_that_has_formed_and_restarts_while_the_others_form_comes_back(Durability level) {
    startWithoutReplies(Settings.of(3).durability(level), replica -> replica != 0);
    assertThat(cluster.replica(0).currentRole()).isNotEqualTo(Role.RECOVERING);
    cluster.node(0).restart();
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    assertMembers(3);
    cluster.works(3);
  }

  /**
   * 0, 3 and 4 have formed first and decided a slot. 0 forgets its vote, and has no connection to 4
   * afterwards. 1 and 2 form when it is new again, and 3 joins again with them. If these three knew
   * 0 by its new nonce, it would be a member at once, and could elect 1 with 2.
   */
  @Test
  void one_that_the_first_members_know_by_another_nonce_does_not_form_with_the_last() {
    decideBeforeTheLastForm();
    assertThat(cluster.node(3).replica().voteAt(0)).isNotNull();
    assertThat(cluster.node(4).delivered()).containsExactly("decided");

    cluster.node(0).crash();
    cluster.heal();
    cluster.lose(envelope -> envelope.is(Decided.class) && isLast(envelope.to()));
    cluster.lose(envelope -> isBetween(envelope, 0, 4));
    Predicate<Envelope> isToThree = envelope -> isBetween(envelope, 0, 3);
    cluster.hold(isToThree);
    cluster.node(0).start();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(1).currentRole()).isNotEqualTo(Role.RECOVERING);
    assertThat(cluster.replica(2).currentRole()).isNotEqualTo(Role.RECOVERING);
    cluster.drop(isToThree);
    cluster.node(3).restart();
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(3).delivered()).containsExactly("decided");

    cluster.heal();
    cluster.lose(envelope -> envelope.is(Decided.class) && isLast(envelope.to()));
    cluster.lose(envelope -> isBetween(envelope, 0, 4));
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).incarnationNumber()).isNotEqualTo(1);
    cluster.healAndElapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).incarnationNumber()).isEqualTo(2);
    assertThat(cluster.node(0).delivered()).containsExactly("decided");
  }

  /**
   * 0, 3 and 4 have formed first and decided a slot. 0 forgets its vote, and has the answers of 1
   * and 2 from before they formed, and those of 3 and 4 from when these had just started again.
   * Each was true once. If 0 formed by them, it could elect 1 with 2.
   */
  @Test
  void answers_of_new_replicas_do_not_count_beside_those_of_replicas_that_were_lost_later() {
    decideBeforeTheLastForm();

    cluster.node(0).crash();
    cluster.lose(envelope -> isBetween(envelope, 0, 3) || isBetween(envelope, 0, 4));
    cluster.node(0).start();
    cluster.deliverAll();
    cluster.heal();
    loseDecisionsOfLast();
    cluster.lose(envelope -> envelope.to() == 0 && !envelope.is(Join.class));
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(1).currentRole()).isNotEqualTo(Role.RECOVERING);
    assertThat(cluster.replica(2).currentRole()).isNotEqualTo(Role.RECOVERING);
    restartAnsweringZeroFirst(3);
    restartAnsweringZeroFirst(4);
    assertThat(cluster.replica(0).incarnationNumber()).isZero();

    cluster.healAndElapse(5 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(0).incarnationNumber()).isEqualTo(2);
    assertThat(cluster.node(0).delivered()).containsExactly("decided");
  }

  private void restartAnsweringZeroFirst(int replica) {
    cluster.heal();
    loseDecisionsOfLast();
    cluster.lose(
        envelope -> envelope.to() == 0 && envelope.from() != replica && !envelope.is(Join.class));
    cluster.hold(envelope -> envelope.to() == replica && envelope.from() != 0);
    cluster.node(replica).restart();
    cluster.elapse(Settings.ELECTION_NANOS / 2);
    cluster.heal();
    loseDecisionsOfLast();
    cluster.lose(envelope -> envelope.to() == 0 && !envelope.is(Join.class));
    cluster.elapse(10 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(replica).delivered()).containsExactly("decided");
  }

  /** 0, 3 and 4 form, and decide a slot. */
  private void decideBeforeTheLastForm() {
    startWithoutReplies(Settings.of(5).durability(Durability.MEMORY), FormingTest::isLast);
    cluster.elect(4);
    cluster.proposeAndDeliver(4, "decided");
  }

  /** They learn nothing of what was decided, and do not lead. */
  private void loseDecisionsOfLast() {
    cluster.lose(envelope -> envelope.is(Decided.class) && isLast(envelope.to()));
    cluster.lose(envelope -> envelope.is(PreVote.class) && isLast(envelope.from()));
  }

  private static boolean isLast(int replica) {
    return replica == 1 || replica == 2;
  }

  private static boolean isBetween(Envelope envelope, int one, int other) {
    return envelope.from() == one && envelope.to() == other
        || envelope.from() == other && envelope.to() == one;
  }

  @Test
  void two_that_restart_without_memory_while_one_has_formed_refuse_to_go_on() {
    startWithoutReplies(Settings.of(3).durability(Durability.MEMORY), replica -> replica != 0);
    cluster.heal();
    cluster.node(1).restart();
    cluster.node(2).restart();
    cluster.elapse(2 * Settings.PATIENCE_NANOS);
    assertThat(cluster.node(1).stopped()).contains("too few other members still have theirs");
    assertThat(cluster.node(2).stopped()).contains("too few other members still have theirs");
    assertThat(cluster.replica(0).leads()).isFalse();
  }

  /**
   * Its members have gone on from another state, perhaps: they have formed without this directory.
   */
  @Test
  void a_restored_directory_does_not_learn_from_a_cluster_whose_members_have_changed() {
    Single restored = restored(OTHER_NONCE);
    View later = View.first(1).next(1);
    restored.receive(1, new Heartbeat(later, 46, 0, 0, 1));
    restored.receive(1, new Decided(45, 46, List.of(Batches.batch("next"))));
    assertThat(restored.replica.decided()).isEqualTo(45);
    restored.receive(1, laterReply(OTHER_NONCE));
    assertThat(restored.out.lines())
        .anyMatch(line -> line.startsWith("stop: replica 1 does not know this directory"));
    restored.receive(1, new Decided(45, 46, List.of(Batches.batch("next"))));
    assertThat(restored.replica.decided()).isEqualTo(45);
  }

  @Test
  void
      a_restored_directory_with_which_the_cluster_has_formed_learns_that_its_members_have_changed() {
    Single restored = restored(Settings.nonce(0));
    restored.receive(1, laterReply(Settings.nonce(0)));
    restored.receive(1, new Decided(45, 46, List.of(Batches.batch("next"))));
    assertThat(restored.replica.decided()).isEqualTo(46);
    assertThat(restored.out.lines()).noneMatch(line -> line.startsWith("stop"));
  }

  @Test
  void a_restored_state_is_sent_only_after_the_cluster_has_formed() {
    Single restored = restored(OTHER_NONCE);
    restored.out.clear();
    restored.receive(1, new CatchUp(44)).receive(1, new FetchSnapshot(0, 0, 100));
    assertThat(restored.out.lines()).isEmpty();
    restored.step(new Event.Subscribed("learner", 44, 1 << 20, Settings.ELECTION_NANOS));
    restored.step(new Event.SnapshotAsked("learner", new FetchSnapshot(44, 0, 100)));
    restored.replica.endCycle(restored.nowNanos(), restored.out);
    assertThat(restored.out.of(Effect.Streamed.class))
        .extracting(Effect.Streamed::message)
        .containsExactly(new Decided(44, 45, List.of()), SnapshotPart.NONE);
  }

  @Test
  void a_restored_directory_does_not_begin_as_a_standby() {
    RecordedEffects out = new RecordedEffects();
    Replica standby = new Replica(Settings.of(3).replica(3), recovered(OTHER_NONCE), 1);
    standby.start(Settings.MILLI, out);
    assertThat(out.lines()).anyMatch(line -> line.startsWith("stop: its directory was restored"));
    out.clear();
    Message decided = new Decided(45, 46, List.of(Batches.batch("next")));
    standby.step(new Event.Received(1, decided), Settings.MILLI, out);
    assertThat(standby.decided()).isEqualTo(45);
  }

  /** Replica 0 was restored with a snapshot and slot 44 behind it. */
  private static Single restored(long nonce) {
    return new Single(Settings.of(3), recovered(nonce));
  }

  private static Recovered recovered(long nonce) {
    Origin backup = new Origin(45, "a".repeat(Origin.DIGEST_DIGITS));
    Recovered recovered = new Recovered(nonce, 44, backup);
    recovered.onLearnt(new JournalRecord.Learnt(44, Batches.batch("restored")));
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(45));
    return recovered;
  }

  /**
   * Of replica 1, which has entered membership 1 and knows the replicas with which it has formed.
   */
  private static JoinReply laterReply(long nonce) {
    return new JoinReply(
        1,
        new Incarnation(0, nonce),
        MemberStatus.MEMBER,
        Settings.incarnations(3),
        View.first(1),
        false,
        0,
        46,
        Origin.NONE);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void one_replica_alone_is_a_cluster_at_once(Durability level) {
    cluster = TestCluster.unformed(Settings.of(1).durability(level));
    cluster.node(0).start();
    assertMembers(1);
    cluster.works(1);
  }

  @Test
  void a_replica_records_the_formed_cluster_before_it_is_a_member() {
    Single single = new Single(Settings.of(3), Recovered.nothing(Settings.nonce(0)));
    single.out.clear();
    for (int peer = 1; peer < 3; peer++) {
      single.receive(
          peer,
          Settings.memberReply(
              new Incarnation(0, Settings.nonce(0)), Settings.incarnations(3), View.NONE));
    }
    assertThat(single.out.lines()).containsExactly("is member, incarnations [1, 1, 1]");
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  /** All are started, and those that match receive no answer to their questions. */
  private void startWithoutReplies(Settings settings, IntPredicate replicas) {
    cluster = TestCluster.unformed(settings);
    cluster.lose(envelope -> envelope.is(JoinReply.class) && replicas.test(envelope.to()));
    startAll();
    cluster.deliverAll();
  }

  private void startAll() {
    cluster.nodes().forEach(TestNode::start);
  }

  private void assertMembers(int replicas) {
    for (int replica = 0; replica < replicas; replica++) {
      assertThat(cluster.replica(replica).currentRole())
          .as("role of %d", replica)
          .isNotEqualTo(Role.RECOVERING);
    }
  }
}
