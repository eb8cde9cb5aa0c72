package io.synod.core.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.message.Accept;
import io.synod.core.message.Prepare;
import io.synod.core.message.Relay;
import io.synod.core.settings.RelaySettings;
import io.synod.core.testing.Batches;
import io.synod.core.testing.Effect;
import io.synod.core.testing.RecordedEffects;
import io.synod.core.time.Jitter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RelayGroupsTest {
  private static final View VIEW = new View(5, 0);
  private static final ReplicaSet SELF = ReplicaSet.of(0);
  private static final ReplicaSet LEFT = ReplicaSet.of(0).with(1).with(2).with(3);
  private static final ReplicaSet RIGHT = ReplicaSet.of(4).with(5).with(6);
  private static final long TIMEOUT = 50;

  private final RecordedEffects out = new RecordedEffects();

  private static RelayGroups drawn(int replicas, int count) {
    return groups(replicas, new RelaySettings(List.of(), count, 0, TIMEOUT));
  }

  private static RelayGroups given(ReplicaSet... groups) {
    return groups(7, new RelaySettings(List.of(groups), 0, 0, TIMEOUT));
  }

  private static RelayGroups groups(int replicas, RelaySettings settings) {
    settings.check(Quorums.majority(replicas));
    return new RelayGroups(0, ReplicaSet.all(replicas), settings, 8, 1_000, new Jitter(1));
  }

  private static Accept accept(long slot) {
    return new Accept(VIEW, slot, 0, Batches.batch("slot " + slot));
  }

  private void send(RelayGroups groups, long slot) {
    groups.send(accept(slot), 0, out);
    groups.endCycle(0, out);
  }

  private List<Effect.Sent> relays() {
    return out.of(Effect.Sent.class).stream()
        .filter(sent -> sent.message() instanceof Relay)
        .toList();
  }

  /** Everybody that is reached, by way of relays or directly; each once. */
  private ReplicaSet reached() {
    ReplicaSet reached = ReplicaSet.EMPTY;
    for (Effect.Sent sent : out.of(Effect.Sent.class)) {
      ReplicaSet by = sent.to();
      if (sent.message() instanceof Relay relay) {
        assertThat(relay.members().contains(sent.to())).as("%s", sent).isFalse();
        by = by.with(relay.members());
      }
      assertThat(reached.without(by)).as("%s", sent).isEqualTo(reached);
      reached = reached.with(by);
    }
    return reached;
  }

  @Test
  void a_relay_is_of_one_view_although_the_leadership_comes_back_within_a_cycle() {
    RelayGroups groups = given(LEFT, RIGHT);
    View later = new View(VIEW.round() + 2, 0);
    groups.send(accept(0), 0, out);
    groups.send(new Accept(later, 0, 0, Batches.batch("slot 0")), 0, out);
    groups.endCycle(0, out);
    assertThat(relays().stream().map(sent -> ((Relay) sent.message()).view()))
        .containsExactly(VIEW, VIEW, later, later);
  }

  @Test
  void everybody_is_reached_once_by_one_relay_in_each_group() {
    for (int replicas = 5; replicas <= 25; replicas++) {
      for (int count = 1; count < Math.min(7, replicas - 1); count++) {
        out.clear();
        send(drawn(replicas, count), 1);
        assertThat(reached()).isEqualTo(ReplicaSet.all(replicas));
        assertThat(out.of(Effect.Sent.class)).hasSize(1 + count);
      }
    }
  }

  @Test
  void the_leader_is_in_no_group() {
    send(given(LEFT, RIGHT), 1);
    assertThat(reached()).isEqualTo(ReplicaSet.all(7));
    assertThat(out.of(Effect.Sent.class)).extracting(Effect.Sent::to).contains(SELF);
  }

  @Test
  void relays_alternate() {
    RelayGroups groups = given(LEFT, RIGHT);
    Set<ReplicaSet> relays = new HashSet<>();
    for (long slot = 0; slot < 50; slot++) {
      out.clear();
      send(groups, slot);
      relays().forEach(sent -> relays.add(sent.to()));
    }
    assertThat(relays).hasSize(6);
  }

  @Test
  void slots_opened_in_one_cycle_go_together_up_to_a_bound() {
    RelayGroups groups = given(LEFT, RIGHT);
    for (long slot = 1; slot <= 3; slot++) {
      groups.send(accept(slot), 0, out);
    }
    assertThat(relays()).isEmpty();
    groups.endCycle(0, out);
    assertThat(relays()).hasSize(2);
    assertThat(((Relay) relays().get(0).message()).messages())
        .containsExactly(accept(1), accept(2), accept(3));
    out.clear();
    Accept large = new Accept(VIEW, 4, 0, Batches.batch("x".repeat(600)));
    groups.send(large, 0, out);
    groups.send(large, 0, out);
    assertThat(relays()).as("the first does not wait").hasSize(2);
  }

  @Test
  void a_batch_beyond_the_bound_goes_alone() {
    RelayGroups groups = given(LEFT, RIGHT);
    Accept larger = new Accept(VIEW, 1, 0, Batches.batch("x".repeat(1_200)));
    groups.send(larger, 0, out);
    assertThat(relays()).isEmpty();
    groups.send(accept(2), 0, out);
    groups.endCycle(0, out);
    assertThat(relays())
        .extracting(sent -> ((Relay) sent.message()).messages())
        .containsExactly(List.of(larger), List.of(larger), List.of(accept(2)), List.of(accept(2)));
  }

  @Test
  void a_suspected_replica_relays_nothing_for_a_while() {
    RelayGroups groups = given(LEFT, RIGHT);
    groups.suspect(4, 0);
    groups.suspect(5, 0);
    for (long slot = 0; slot < 20; slot++) {
      out.clear();
      send(groups, slot);
      assertThat(relays()).extracting(Effect.Sent::to).contains(ReplicaSet.of(6));
      assertThat(reached()).isEqualTo(ReplicaSet.all(7));
    }
    long later = 40 * TIMEOUT;
    Set<ReplicaSet> relays = new HashSet<>();
    for (long slot = 20; slot < 60; slot++) {
      out.clear();
      groups.send(accept(slot), later, out);
      groups.endCycle(later, out);
      relays().forEach(sent -> relays.add(sent.to()));
    }
    assertThat(relays).contains(ReplicaSet.of(4), ReplicaSet.of(5));
  }

  @Test
  void a_silent_replica_stays_suspected_without_a_pause() {
    RelayGroups groups = given(LEFT, RIGHT);
    for (long now = 0; now < 200 * TIMEOUT; now += 10 * TIMEOUT) {
      groups.suspect(5, now);
      for (long later = now; later < now + 10 * TIMEOUT; later += TIMEOUT) {
        out.clear();
        groups.send(accept(later), later, out);
        groups.endCycle(later, out);
        assertThat(relays()).extracting(Effect.Sent::to).doesNotContain(ReplicaSet.of(5));
      }
    }
  }

  @Test
  void a_relay_does_not_wait_for_the_vote_of_a_suspected_member() {
    RelayGroups groups = given(LEFT, RIGHT);
    groups.suspect(5, 0);
    send(groups, 1);
    Relay right =
        relays().stream()
            .map(sent -> (Relay) sent.message())
            .filter(relay -> relay.members().contains(5))
            .findFirst()
            .orElseThrow();
    assertThat(right.answers()).isEqualTo(2);
  }

  @Test
  void a_group_of_suspects_is_reached_directly() {
    RelayGroups groups = given(LEFT, RIGHT);
    for (int replica = 4; replica <= 6; replica++) {
      groups.suspect(replica, 0);
    }
    send(groups, 1);
    assertThat(out.of(Effect.Sent.class)).contains(new Effect.Sent(RIGHT, accept(1), false));
    assertThat(reached()).isEqualTo(ReplicaSet.all(7));
  }

  @Test
  void a_relay_that_has_not_voted_when_its_slot_is_sent_again_is_suspected() {
    RelayGroups groups = given(LEFT, RIGHT);
    send(groups, 1);
    ReplicaSet first = relays().get(1).to();
    assertThat(groups.wentBy(Integer.numberOfTrailingZeros(first.bits()), 1)).isTrue();
    out.clear();
    groups.resend(accept(1), LEFT, 100, out);
    groups.endCycle(100, out);
    assertThat(reached()).as("the right group, again").isEqualTo(RIGHT);
    for (long slot = 2; slot < 30; slot++) {
      out.clear();
      groups.send(accept(slot), 100, out);
      groups.endCycle(100, out);
      assertThat(relays()).extracting(Effect.Sent::to).doesNotContain(first);
    }
  }

  @Test
  void slots_resent_in_one_cycle_go_together_where_the_same_have_voted() {
    RelayGroups groups = given(LEFT, RIGHT);
    for (long slot = 1; slot <= 6; slot++) {
      groups.send(accept(slot), 0, out);
    }
    groups.endCycle(0, out);
    out.clear();
    for (long slot = 1; slot <= 4; slot++) {
      groups.resend(accept(slot), SELF.with(LEFT), 100, out);
      // The relay that it went by is found silent as well.
      assertThat(groups.wentBy(4, slot) || groups.wentBy(5, slot) || groups.wentBy(6, slot))
          .isFalse();
    }
    groups.resend(accept(5), SELF.with(6), 100, out);
    groups.resend(accept(6), SELF.with(6), 100, out);
    groups.endCycle(100, out);
    assertThat(relays())
        .extracting(sent -> ((Relay) sent.message()).messages())
        .containsExactly(
            List.of(accept(1), accept(2), accept(3), accept(4)),
            List.of(accept(5), accept(6)),
            List.of(accept(5), accept(6)));
  }

  @Test
  void drawn_groups_are_drawn_anew_when_one_stays_without_votes() {
    RelayGroups groups = drawn(25, 2);
    send(groups, 1);
    ReplicaSet before = ((Relay) relays().get(0).message()).members().with(relays().get(0).to());
    groups.resend(accept(1), SELF, 100, out);
    groups.endCycle(100, out);
    out.clear();
    groups.send(accept(2), 100, out);
    groups.endCycle(100, out);
    ReplicaSet after = ((Relay) relays().get(0).message()).members().with(relays().get(0).to());
    assertThat(after).isNotEqualTo(before);
    assertThat(reached()).isEqualTo(ReplicaSet.all(25));
  }

  @Test
  void overlapping_groups_reach_everybody_in_more_than_one_way() {
    send(given(LEFT.with(4), RIGHT.with(3)), 1);
    ReplicaSet all = SELF;
    ReplicaSet twice = ReplicaSet.EMPTY;
    for (Effect.Sent sent : relays()) {
      ReplicaSet group = sent.to().with(((Relay) sent.message()).members());
      twice = twice.with(group.without(group.without(all)));
      all = all.with(group);
    }
    assertThat(all).isEqualTo(ReplicaSet.all(7));
    assertThat(twice).isEqualTo(ReplicaSet.of(3).with(4));
  }

  @Test
  void a_prepare_waits_for_the_disk() {
    given(LEFT, RIGHT).send(new Prepare(VIEW, 0), 0, out);
    assertThat(out.of(Effect.Sent.class)).hasSize(3).allMatch(Effect.Sent::whenDurable);
    assertThat(reached()).isEqualTo(ReplicaSet.all(7));
  }

  @Test
  void a_prepare_behind_a_transfer_goes_straight_to_all() {
    given(LEFT, RIGHT).send(new Prepare(VIEW, 0, new View(0, 1)), 0, out);
    assertThat(relays()).isEmpty();
    assertThat(out.of(Effect.Sent.class)).hasSize(1).allMatch(Effect.Sent::whenDurable);
    assertThat(reached()).isEqualTo(ReplicaSet.all(7));
  }

  @Test
  void few_replicas_and_groups_of_one_do_not_relay() {
    RelaySettings two = new RelaySettings(List.of(), 2, 0, TIMEOUT);
    assertThat(two.isUsedBy(4)).isFalse();
    assertThat(two.isUsedBy(5)).isTrue();
    assertThat(new RelaySettings(List.of(), 4, 0, TIMEOUT).isUsedBy(5)).isFalse();
    assertThat(RelaySettings.DIRECT.isUsedBy(25)).isFalse();
  }

  @Test
  void groups_must_hold_everybody_and_bring_votes_enough() {
    assertThatThrownBy(() -> given(LEFT, ReplicaSet.of(5)))
        .hasMessage("replicas {4,6} are in no relay group: add each to one");
    assertThatThrownBy(() -> given(LEFT, RIGHT.with(9)))
        .hasMessage("there are no replicas {9} for a relay group");
    RelaySettings thrifty = new RelaySettings(List.of(), 2, 1, TIMEOUT);
    assertThatThrownBy(() -> thrifty.check(Quorums.majority(7)))
        .hasMessage(
            "relays that answer after 1 votes bring 2 votes where 4 decide: more of them, or 0 for all");
    new RelaySettings(List.of(), 2, 2, TIMEOUT).check(Quorums.majority(7));
    ReplicaSet most = ReplicaSet.all(6);
    RelaySettings shared = new RelaySettings(List.of(most, most.with(6)), 0, 4, TIMEOUT);
    assertThatThrownBy(() -> shared.check(Quorums.majority(7)))
        .as("all of the first may be among the second")
        .hasMessageStartingWith("relays that answer after 4 votes bring 3 votes where 4 decide");
  }
}
