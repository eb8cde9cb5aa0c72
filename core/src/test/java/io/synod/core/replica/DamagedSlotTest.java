package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.Accepted;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.PreVote;
import io.synod.core.message.PreVoteReply;
import io.synod.core.message.Prepare;
import io.synod.core.message.Promise;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** docs/durability.md, rot in a body: replica 0 has lost what it voted for in slot 1. */
class DamagedSlotTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final Single single = new Single(Settings.of(3), damaged());

  @BeforeEach
  void forgetItsStart() {
    single.out.clear();
  }

  @Test
  void it_does_not_vote_there() {
    single.accept(V1, 1, "whatever");
    assertThat(single.out.sent(Accepted.class)).isEmpty();
    assertThat(single.replica.voteAt(1)).isNull();
    single.accept(V2, 1, "whatever");
    assertThat(single.out.sent(Accepted.class)).isEmpty();
  }

  @Test
  void it_votes_elsewhere_and_follows() {
    single.accept(V1, 2, "c");
    single.accept(V1, 3, "d");
    assertThat(single.out.sent(Accepted.class)).extracting(Accepted::first).containsExactly(2L, 3L);
    assertThat(single.replica.leader(single.nowNanos())).isEqualTo(1);
  }

  @Test
  void it_answers_no_prepare_and_grants_no_pre_vote() {
    single.receive(2, new Prepare(V2, 0));
    assertThat(single.out.lines()).isEmpty();
    assertThat(single.replica.promised()).isEqualTo(V1);
    single.receive(2, new PreVote(V2, 0));
    assertThat(single.out.sent(PreVoteReply.class)).noneMatch(PreVoteReply::granted);
  }

  @Test
  void it_does_not_pre_vote() {
    for (int round = 0; round < 10; round++) {
      single.wake();
    }
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(single.out.sent(PreVote.class)).isEmpty();
  }

  @Test
  void it_asks_its_peers_when_it_has_no_live_leader() {
    single.pass(3 * Settings.ELECTION_NANOS);
    assertThat(single.out.sent(CatchUp.class)).contains(new CatchUp(1));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @Test
  void a_peer_s_decision_repairs_it_with_one_record() {
    single.receive(1, new Decided(1, 2, List.of(Batches.batch("b"))));
    assertThat(single.out.lines())
        .containsExactly("learns slot 1 [b]", "deliver #1 b", "deliver #2 c");
    assertThat(single.out.events(ProtocolEvent.Repaired.class))
        .containsExactly(new ProtocolEvent.Repaired(1));
    assertThat(single.replica.firstDamaged()).isEqualTo(-1);
    single.out.clear();
    single.receive(2, new Prepare(V2, 0));
    assertThat(single.out.sent(Promise.class).get(0).votes()).hasSize(3);
    single.receive(2, new Decided(1, 2, List.of(Batches.batch("b"))));
    assertThat(single.out.events(ProtocolEvent.Repaired.class)).isEmpty();
  }

  @Test
  void a_leader_s_word_that_it_is_decided_does_not_repair_it() {
    single.heartbeat(V1, 3);
    assertThat(single.replica.decided()).isEqualTo(1);
    single.pass(Settings.CATCH_UP_NANOS);
    assertThat(single.out.sent(CatchUp.class)).containsExactly(new CatchUp(1));
  }

  @Test
  void it_stops_after_patience_and_names_slot_and_place() {
    single.pass(Settings.PATIENCE_NANOS - 1);
    assertThat(single.out.lines()).noneMatch(line -> line.startsWith("stop"));
    single.pass(1);
    assertThat(single.out.lines())
        .anyMatch(
            line ->
                line.startsWith("stop")
                    && line.contains("slot 1 ")
                    && line.contains("segment 7, offset 512"));
  }

  @Test
  void patience_ends_on_time_even_if_nothing_else_happens() {
    long begun = single.nowNanos();
    while (single.out.lines().stream().noneMatch(line -> line.startsWith("stop"))) {
      assertThat(single.nowNanos() - begun).isLessThan(Settings.PATIENCE_NANOS);
      single.wake();
    }
    assertThat(single.nowNanos() - begun).isEqualTo(Settings.PATIENCE_NANOS);
  }

  @Test
  void a_slot_that_is_repaired_in_time_stops_nothing() {
    single.pass(Settings.PATIENCE_NANOS - 1);
    single.receive(1, new Decided(1, 2, List.of(Batches.batch("b"))));
    single.pass(2 * Settings.PATIENCE_NANOS);
    assertThat(single.out.lines()).noneMatch(line -> line.startsWith("stop"));
  }

  /** Its leader was lost with the vote, and no request has come since. */
  @Test
  void it_waits_for_the_next_request_where_the_slot_is_not_decided() {
    Recovered recovered = Settings.of(3).member(0);
    recovered.onVoted(new JournalRecord.Voted(V1, 0, Batches.batch("a")));
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(1));
    recovered.damaged(1, V1, "segment 7, offset 512");
    Single idle = new Single(Settings.of(3), recovered);
    long end = idle.nowNanos() + 3 * Settings.PATIENCE_NANOS;
    while (idle.nowNanos() < end) {
      idle.heartbeat(V2, 1).pass(Settings.HEARTBEAT_NANOS);
    }
    assertThat(idle.out.lines()).noneMatch(line -> line.startsWith("stop"));
    idle.heartbeat(V2, 2).pass(Settings.PATIENCE_NANOS);
    assertThat(idle.out.lines()).as("somebody knows it").anyMatch(line -> line.startsWith("stop"));
  }

  @Test
  void a_snapshot_may_take_longer_to_fetch_than_patience_lasts() {
    int keeper = 1;
    for (int from : new int[] {2, keeper, 2}) {
      single.receive(from, new Decided(5, 9, List.of()));
    }
    assertThat(single.out.sent(FetchSnapshot.class)).isNotEmpty();
    for (int part = 0; part < 10; part++) {
      single.pass(Settings.PATIENCE_NANOS / 2);
      single.receive(keeper, new SnapshotPart(9, 1_000, 10L * part, new byte[10]));
      single.step(new Event.PartStored(9, 10L * (part + 1), false));
    }
    assertThat(single.out.lines()).noneMatch(line -> line.startsWith("stop"));
    // Its peer falls silent.
    single.passAwake(3 * Settings.PATIENCE_NANOS);
    assertThat(single.out.lines()).anyMatch(line -> line.startsWith("stop"));
  }

  @Test
  void a_whole_cluster_goes_on_while_one_is_damaged_and_repairs_it() {
    TestCluster cluster = cluster();
    cluster.node(2).crash();
    cluster.node(2).disk().damage(1);
    cluster.node(2).start();
    assertThat(cluster.replica(2).firstDamaged()).isEqualTo(1);
    cluster.propose(0, "d");
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).firstDamaged()).isEqualTo(-1);
    assertThat(cluster.node(2).delivered()).containsExactly("a", "b", "c", "d");
    assertThat(cluster.node(2).disk().records(JournalRecord.Learnt.class))
        .filteredOn(learnt -> learnt.slot() == 1)
        .hasSize(1);
  }

  @Test
  void all_may_be_damaged_in_different_slots() {
    TestCluster cluster = cluster();
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).crash();
      cluster.node(replica).disk().records().add(new JournalRecord.DecidedUpTo(3));
      cluster.node(replica).disk().damage(replica);
    }
    cluster.nodes().forEach(node -> node.start());
    cluster.elapse(Settings.PATIENCE_NANOS);
    for (int replica = 0; replica < 3; replica++) {
      assertThat(cluster.node(replica).stopped()).isNull();
      assertThat(cluster.node(replica).delivered()).containsExactly("a", "b", "c");
    }
  }

  @Test
  void a_slot_that_all_have_lost_stops_all() {
    TestCluster cluster = cluster();
    for (int replica = 0; replica < 3; replica++) {
      cluster.node(replica).crash();
      cluster.node(replica).disk().damage(1);
    }
    cluster.nodes().forEach(node -> node.start());
    cluster.elapse(Settings.PATIENCE_NANOS + Settings.ELECTION_NANOS);
    cluster.nodes().forEach(node -> assertThat(node.stopped()).contains("slot 1 "));
  }

  @Test
  void damage_below_the_end_of_a_snapshot_is_nothing() {
    TestCluster cluster = new TestCluster(Settings.of(3).snapshotSlots(2));
    cluster.elect(0);
    for (String text : List.of("a", "b", "c")) {
      cluster.proposeAndDeliver(0, text);
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).disk().snapshotEnds()).containsExactly(2L);
    cluster.node(2).crash();
    cluster.node(2).disk().damage(1);
    cluster.node(2).start();
    assertThat(cluster.replica(2).firstDamaged()).isEqualTo(-1);
    assertThat(cluster.node(2).disk().isWhole()).isTrue();
  }

  @Test
  void a_snapshot_repairs_it() {
    TestCluster cluster = new TestCluster(Settings.of(3).logBytes(1).withoutJournalReads());
    cluster.elect(0);
    for (String text : List.of("a", "b", "c", "d", "e")) {
      cluster.proposeAndDeliver(0, text);
    }
    cluster.node(2).crash();
    cluster.node(2).disk().damage(1);
    cluster.node(2).start();
    cluster.elapse(2 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).effects().events(ProtocolEvent.SnapshotFetched.class)).hasSize(1);
    assertThat(cluster.replica(2).firstDamaged()).isEqualTo(-1);
    assertThat(cluster.node(2).delivered()).containsExactly("a", "b", "c", "d", "e");
    assertThat(cluster.node(2).stopped()).isNull();
  }

  @Test
  void a_lost_decision_is_not_made_up_from_the_vote_before_it() {
    TestCluster cluster = cluster();
    cluster.node(2).crash();
    cluster.node(2).disk().records().add(new JournalRecord.Voted(V1, 3, Batches.batch("x")));
    cluster.node(2).disk().records().add(new JournalRecord.Learnt(3, Batches.batch("y")));
    cluster.node(2).disk().records().add(new JournalRecord.DecidedUpTo(4));
    cluster.node(2).disk().damage(3);
    cluster.partition(2);
    cluster.node(2).start();
    assertThat(cluster.replica(2).decided()).isEqualTo(3);
    assertThat(cluster.replica(2).firstDamaged()).isEqualTo(3);
  }

  private static TestCluster cluster() {
    TestCluster cluster = new TestCluster(Settings.of(3).marginBytes(1 << 20));
    cluster.elect(0);
    for (String text : List.of("a", "b", "c")) {
      cluster.proposeAndDeliver(0, text);
    }
    cluster.elapse(Settings.ELECTION_NANOS);
    return cluster;
  }

  /** Slots 0 and 2 are decided, 1 too, as others know. */
  private static Recovered damaged() {
    Recovered recovered = Settings.of(3).member(0);
    recovered.onVoted(new JournalRecord.Voted(V1, 0, Batches.batch("a")));
    recovered.damaged(1, V1, "segment 7, offset 512");
    recovered.onVoted(new JournalRecord.Voted(V1, 2, Batches.batch("c")));
    recovered.onDecidedUpTo(new JournalRecord.DecidedUpTo(3));
    return recovered;
  }
}
