package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.message.CatchUp;
import io.synod.core.message.Decided;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.HeartbeatAck;
import io.synod.core.message.PreVote;
import io.synod.core.message.SnapshotPart;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Effect;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A replica that lags behind what the others keep fetches a snapshot. */
class SnapshotScenarioTest extends SnapshotFixture {
  @Test
  void one_that_lags_behind_the_log_fetches_a_snapshot_part_by_part() {
    leaveBehind();
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    converged();
    assertThat(cluster.node(2).effects().events(ProtocolEvent.SnapshotFetched.class)).hasSize(1);
    List<FetchSnapshot> asked = cluster.node(2).effects().sent(FetchSnapshot.class);
    assertThat(asked).extracting(FetchSnapshot::offset).contains(0L, 16L, 32L);
    assertThat(asked).filteredOn(part -> part.offset() > 0).doesNotHaveDuplicates();
  }

  @Test
  void a_peer_without_a_snapshot_takes_one_when_it_is_asked_and_not_before() {
    leaveBehind();
    for (int replica = 0; replica < 2; replica++) {
      assertThat(cluster.node(replica).disk().snapshotEnds()).isEmpty();
    }
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    long taken = 0;
    for (int replica = 0; replica < 2; replica++) {
      taken += cluster.node(replica).effects().lines().stream().filter(this::takes).count();
    }
    assertThat(taken).isEqualTo(1);
    converged();
  }

  @Test
  void lost_parts_are_asked_for_again() {
    leaveBehind();
    cluster.heal();
    int[] parts = new int[1];
    cluster.lose(envelope -> envelope.is(SnapshotPart.class) && parts[0]++ % 3 < 2);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    converged();
    assertThat(cluster.node(2).effects().events(ProtocolEvent.SnapshotFetched.class)).hasSize(1);
  }

  @Test
  void repeated_parts_change_nothing() {
    leaveBehind();
    cluster.heal();
    cluster.hold(envelope -> envelope.is(SnapshotPart.class));
    for (int round = 0; round < 60; round++) {
      cluster.elapse(Settings.MILLI);
      cluster.flying().stream()
          .filter(e -> e.is(SnapshotPart.class))
          .toList()
          .forEach(cluster::repeat);
      cluster.deliver(envelope -> envelope.is(SnapshotPart.class));
    }
    cluster.healAndElapse(Settings.ELECTION_NANOS);
    converged();
  }

  @Test
  void a_peer_that_dies_is_followed_by_another() {
    leaveBehind();
    cluster.heal();
    cluster.await("has begun", () -> fetches() > 1);
    int first = lastPeer();
    cluster.lose(e -> e.is(SnapshotPart.class) && e.from() == first);
    cluster.lose(e -> e.is(CatchUp.class) && e.to() == first);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(lastPeer()).isNotEqualTo(first);
    converged();
  }

  @Test
  void a_peer_that_cannot_take_one_is_followed_by_another() {
    leaveBehind();
    cluster.heal();
    cluster.node(1).failSnapshots(true);
    cluster.node(0).failSnapshots(true);
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).isEmpty();
    cluster.node(0).failSnapshots(false);
    cluster.elapse(40 * Settings.ELECTION_NANOS);
    converged();
  }

  @Test
  void another_leader_meanwhile_changes_nothing() {
    leaveBehind();
    cluster.heal();
    cluster.await("has begun", () -> fetches() > 1);
    cluster.lose(envelope -> envelope.is(PreVote.class) && envelope.from() != 1);
    cluster.node(0).restart();
    cluster.await("1 leads", () -> cluster.replica(1).leads());
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    converged();
  }

  @Test
  void a_snapshot_that_is_replaced_meanwhile_is_fetched_from_its_beginning() {
    leaveBehind();
    cluster.heal();
    cluster.hold(envelope -> envelope.is(SnapshotPart.class) && envelope.to() == 2);
    cluster.await("has begun", () -> fetches() > 0);
    cluster.deliver(envelope -> envelope.is(SnapshotPart.class));
    cluster.elapse(Settings.MILLI);
    int peer = lastPeer();
    long before = cluster.node(peer).disk().snapshotEnds().get(0);
    propose("later");
    cluster.node(peer).disk().loseNewestSnapshot();
    cluster.node(peer).step(new Event.Received(1 - peer, new FetchSnapshot(0, 0, 16)));
    cluster.healAndElapse(20 * Settings.ELECTION_NANOS);
    converged();
    assertThat(before).isGreaterThan(0);
  }

  @Test
  void one_part_is_on_its_way_at_a_time() {
    leaveBehind();
    cluster.heal();
    cluster.hold(envelope -> envelope.is(SnapshotPart.class));
    cluster.elapse(Settings.PART_NANOS);
    cluster.drop(envelope -> envelope.is(SnapshotPart.class));
    cluster.elapse(Settings.PART_NANOS - 1);
    assertThat(cluster.flying().stream().filter(e -> e.is(SnapshotPart.class)).count())
        .isLessThanOrEqualTo(1);
  }

  @Test
  void deliveries_are_frozen_while_the_service_is_restored_and_then_go_on_without_a_gap() {
    leaveBehind();
    cluster.heal();
    cluster.node(2).stallService();
    cluster.await("is fetched", () -> count(2, ProtocolEvent.SnapshotFetched.class) == 1);
    long end = cluster.replica(2).snapshotEnd();
    propose("more");
    cluster.elapse(Settings.ELECTION_NANOS);
    assertThat(cluster.node(2).delivered()).isEmpty();
    assertThat(cluster.replica(2).delivered()).isLessThan(end);
    cluster.node(2).resumeService();
    cluster.elapse(Settings.ELECTION_NANOS);
    converged();
    List<Effect.Delivered> delivered = cluster.node(2).effects().of(Effect.Delivered.class);
    assertThat(delivered).extracting(Effect.Delivered::slot).first().isEqualTo(end);
  }

  @Test
  void a_leader_that_misses_what_nobody_keeps_steps_down_and_fetches_it() {
    Single leader = new Single(Settings.of(3));
    View view = leader.lead(2);
    leader.receive(1, new HeartbeatAck(view, 1, 5, 5, 0));
    leader.pass(Settings.CATCH_UP_NANOS);
    leader.receive(1, new Decided(5, 5, List.of()));
    assertThat(leader.replica.leads()).as("2 may keep it").isTrue();
    leader.receive(2, new Decided(5, 5, List.of()));
    leader.pass(0);
    assertThat(leader.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    assertThat(leader.out.events(ProtocolEvent.SteppedDown.class))
        .extracting(ProtocolEvent.SteppedDown::reason)
        .containsExactly("a snapshot is being fetched");
    assertThat(leader.out.sent(FetchSnapshot.class)).hasSize(1);
  }

  @Test
  void a_snapshot_before_the_log_in_memory_serves_if_the_journal_has_the_slots_behind_it() {
    Single follower = new Single(Settings.of(3).logBytes(1));
    View view = new View(1, 1);
    follower.accept(view, 0, "a").accept(view, 1, "b").accept(view, 2, "c");
    follower.receive(1, new Heartbeat(view, 3, 3, 0, 1)).step(new Event.Executed(3));
    follower.receive(1, new Heartbeat(view, 3, 3, 0, 2)).step(new Event.SnapshotTaken(1, true));
    assertThat(follower.replica.firstKept()).isGreaterThan(1);
    follower.out.clear();
    follower.receive(2, new FetchSnapshot(0, 0, 1000));
    assertThat(follower.out.lines())
        .containsExactly(
            "send snapshot part to 2 FetchSnapshot[end=0, offset=0, bytesMax=1000]",
            "take snapshot");
  }

  @Test
  void a_snapshot_that_is_lost_is_taken_again_for_the_next_one_that_needs_it() {
    Single follower = new Single(Settings.of(3).logBytes(1));
    View view = new View(1, 1);
    follower.accept(view, 0, "a").accept(view, 1, "b").heartbeat(view, 2);
    follower.step(new Event.Executed(2)).step(new Event.SnapshotTaken(2, true));
    follower.receive(2, new FetchSnapshot(0, 0, 1000));
    assertThat(follower.out.lines()).noneMatch(this::takes);
    follower.step(new Event.SnapshotLost(0));
    follower.receive(2, new FetchSnapshot(0, 0, 1000));
    assertThat(follower.out.lines()).filteredOn(this::takes).hasSize(1);
    follower.step(new Event.SnapshotTaken(2, true));
    follower.out.clear();
    follower.receive(2, new FetchSnapshot(0, 0, 1000));
    assertThat(follower.out.lines())
        .containsExactly("send snapshot part to 2 FetchSnapshot[end=0, offset=0, bytesMax=1000]");
  }

  @Test
  void one_that_reaches_further_is_taken_for_a_peer_that_can_use_no_other() {
    View view = new View(1, 1);
    Single follower = new Single(Settings.of(3)).accept(view, 0, "a").heartbeat(view, 1);
    follower.step(new Event.Executed(1)).step(new Event.SnapshotTaken(1, true));
    follower.receive(2, new FetchSnapshot(2, 0, 1000));
    assertThat(follower.out.lines()).as("it knows no more").noneMatch(this::takes);
    follower.accept(view, 1, "b").heartbeat(view, 2).step(new Event.Executed(2));
    follower.receive(2, new FetchSnapshot(2, 0, 1000));
    assertThat(follower.out.lines()).filteredOn(this::takes).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEW", "EPOCH", "MEMORY"})
  void under_load_the_log_is_kept_for_one_that_fetches_a_snapshot(Durability level) {
    cluster = new TestCluster(Settings.of(3).durability(level).marginBytes(0).parts(64, 1 << 12));
    elected();
    for (int slot = 0; slot < 100; slot++) {
      propose("s" + slot);
    }
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(cluster.leads()).firstKept()).isGreaterThan(90);
    cluster.addStandby();
    for (int slot = 100; slot < 500 && cluster.replica(3).decided() < slot - 9; slot++) {
      propose("s" + slot);
      cluster.elapse(4 * Settings.MILLI);
    }
    assertThat(cluster.replica(3).decided()).isGreaterThanOrEqualTo(all.size() - 9);
    propose("last");
    cluster.await("all of it", () -> cluster.node(3).delivered().equals(all));
    cluster.elapse(100 * Settings.PART_NANOS);
    propose("later");
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    assertThat(cluster.replica(cluster.leads()).firstKept()).isGreaterThan(all.size() - 9);
  }

  @Test
  void one_that_is_overtaken_while_it_is_stored_is_kept_but_not_restored() {
    View view = new View(1, 1);
    Single lagging = new Single(Settings.of(3));
    lagging.heartbeat(view, 2).pass(Settings.CATCH_UP_NANOS);
    lagging.receive(1, new Decided(2, 2, List.of())).receive(2, new Decided(2, 2, List.of()));
    lagging.receive(1, new SnapshotPart(2, 10, 0, new byte[10]));
    lagging.accept(view, 0, "a").accept(view, 1, "b").accept(view, 2, "c").heartbeat(view, 3);
    assertThat(lagging.replica.decided()).isEqualTo(3);
    lagging.out.clear();
    lagging.step(new Event.PartStored(2, 10, true));
    assertThat(lagging.out.lines()).containsExactly("cut journal #0");
    assertThat(lagging.replica.snapshotEnd()).isEqualTo(2);
    assertThat(lagging.replica.decided()).isEqualTo(3);
  }

  @Test
  void a_replica_behind_the_kept_log_is_not_elected() {
    leaveBehind();
    cluster.heal();
    cluster.lose(e -> e.is(SnapshotPart.class));
    cluster.node(0).crash();
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    assertThat(cluster.replica(2).leads()).isFalse();
    cluster.heal();
    cluster.node(0).start();
    cluster.elapse(20 * Settings.ELECTION_NANOS);
    converged();
  }

  @Test
  void a_snapshot_by_bytes_or_by_age_is_taken_as_well() {
    cluster = new TestCluster(Settings.of(3).snapshotBytes(200));
    elected();
    for (int slot = 0; slot < 8; slot++) {
      propose("s" + slot);
    }
    assertThat(cluster.node(0).disk().snapshotEnds()).isNotEmpty();
    all.clear();
    cluster = new TestCluster(Settings.of(3).snapshotNanos(10 * Settings.ELECTION_NANOS));
    elected();
    propose("one");
    cluster.elapse(11 * Settings.ELECTION_NANOS);
    assertThat(cluster.node(0).disk().snapshotEnds()).containsExactly(1L);
  }

  private int fetches() {
    return cluster.node(2).effects().sent(FetchSnapshot.class).size();
  }

  private int lastPeer() {
    List<ProtocolEvent.FetchingSnapshot> begun =
        cluster.node(2).effects().events(ProtocolEvent.FetchingSnapshot.class);
    return begun.get(begun.size() - 1).peer();
  }
}
