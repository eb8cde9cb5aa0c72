package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.session.SessionLimits;
import io.synod.core.settings.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SynodAdminTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final FakeOperatorPort cluster = new FakeOperatorPort();
  private final List<String> progress = new ArrayList<>();
  private final SynodAdmin admin =
      new SynodAdmin(
          () -> cluster,
          "fake",
          ReplicaAddresses.parseAll("127.0.0.1:1,127.0.0.1:2,127.0.0.1:3"),
          progress::add);

  private void settleWith(Integer... members) {
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.enter(members));
    cluster.events.add(() -> cluster.settled = true);
  }

  @Test
  void the_members_are_those_that_the_leader_reports() throws Exception {
    cluster.elect(2);
    ClusterMembers members = admin.members(TIMEOUT);
    assertThat(members.number()).isEqualTo(4);
    assertThat(members.leader()).isEqualTo(2);
    assertThat(members.member(1)).isEqualTo(new ClusterMembers.Member(1, "p:2", "127.0.0.1:2", 0));
    assertThat(members.member(3)).isNull();
  }

  @Test
  void a_leader_that_is_no_contact_is_found_through_the_members_that_a_contact_reports()
      throws Exception {
    SynodAdmin stale =
        new SynodAdmin(
            () -> cluster, "fake", ReplicaAddresses.parseAll("127.0.0.1:1"), progress::add);
    cluster.elect(2);
    assertThat(stale.members(TIMEOUT).leader()).isEqualTo(2);
    assertThat(stale.transferLeadership(2, TIMEOUT).leader()).isEqualTo(2);
    assertThat(progress).isEmpty();
  }

  @Test
  void a_change_ends_when_the_new_members_have_decided_a_slot() throws Exception {
    settleWith(0, 1);
    ClusterMembers after = admin.remove(2, TIMEOUT);
    assertThat(after.toString()).isEqualTo("membership 5: replicas 0, 1");
    assertThat(cluster.asked).hasSize(1);
    assertThat(cluster.asked.get(0).number()).isEqualTo(5);
    assertThat(cluster.asked.get(0).remove()).isEqualTo(ReplicaSet.of(2));
    assertThat(progress)
        .containsExactly(
            "membership 5 is decided and begins soon", "membership 5 has not decided a slot yet");
  }

  @Test
  void a_change_ends_when_those_that_were_added_vote() throws Exception {
    settleWith(0, 1, 2, 3);
    cluster.joining.add(3);
    cluster.silent.add(3);
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.silent.remove(3));
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.joining.remove(3));
    assertThat(admin.add(3, TIMEOUT).member(3)).isNotNull();
    assertThat(cluster.events).isEmpty();
    assertThat(progress)
        .endsWith(
            "membership 5: replicas 0, 1, 2, 3 holds, but replica 3 does not answer: r:4:"
                + " Connection refused",
            "membership 5: replicas 0, 1, 2, 3 holds, but replica 3 does not vote yet: it still"
                + " joins");
  }

  @Test
  void an_added_replica_that_never_joins_is_reported() {
    settleWith(0, 1, 2, 3);
    cluster.joining.add(3);
    assertThatThrownBy(() -> admin.add(3, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("replica 3 does not vote yet");
  }

  @Test
  void a_change_that_already_holds_is_not_sent() throws Exception {
    cluster.silent.remove(2);
    assertThat(admin.add(2, TIMEOUT).number()).isEqualTo(4);
    cluster.former.add(7);
    assertThat(admin.remove(7, TIMEOUT).number()).isEqualTo(4);
    assertThat(admin.move(1, "p:2", "127.0.0.1:2", TIMEOUT).number()).isEqualTo(4);
    assertThat(admin.change(MembershipChange.NONE.alpha(64).phase2(0), TIMEOUT).number())
        .isEqualTo(4);
    assertThat(cluster.asked).isEmpty();
  }

  /** On the wire its characters are those of ASCII: a member must not get another one. */
  @Test
  void an_address_that_a_membership_cannot_hold_is_refused_at_once() {
    for (String address : List.of("h\u00f4te:7100", "h".repeat(300) + ":7100")) {
      assertThatThrownBy(() -> admin.move(1, address, "host:7200", TIMEOUT))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> admin.move(1, "host:7100", address, TIMEOUT))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(cluster.asked).isEmpty();
  }

  @Test
  void a_number_that_was_never_a_members_is_not_removed() throws Exception {
    cluster.former.add(8);
    assertThat(admin.remove(8, TIMEOUT).number()).as("removed before").isEqualTo(4);
    assertThatThrownBy(() -> admin.remove(7, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessage("replica 7 is no member and never was one: membership 4: replicas 0, 1, 2");
    assertThat(cluster.asked).isEmpty();
  }

  @Test
  void a_number_that_a_standby_takes_over_is_asked_for_although_it_is_a_member() throws Exception {
    cluster.silent.remove(2);
    settleWith(0, 1, 2);
    assertThat(admin.change(MembershipChange.NONE.add(2).remove(2), TIMEOUT).number()).isEqualTo(5);
    assertThat(cluster.asked).hasSize(1);
  }

  @Test
  void reasons_that_take_turns_are_said_once() throws Exception {
    for (int time = 0; time < 50; time++) {
      cluster.refusals.add("no standby has reported to the leader as replica 3: start it");
      cluster.refusals.add("ask again: another change is being decided already");
    }
    settleWith(0, 1, 2, 3);
    for (int time = 0; time < 100; time++) {
      cluster.events.addFirst(() -> {});
    }
    assertThat(admin.add(3, Duration.ofHours(1)).member(3)).isNotNull();
    assertThat(progress).doesNotHaveDuplicates().hasSizeBetween(3, 8);
  }

  @Test
  void a_standby_that_has_not_reported_or_lags_is_waited_for() throws Exception {
    cluster.refusals.add("no standby has reported to the leader as replica 3: start it");
    cluster.refusals.add(
        "standby 3 lacks 20000 slots, more than the 10000 of member.lag-max: wait");
    settleWith(0, 1, 2, 3);
    cluster.events.addFirst(() -> {});
    cluster.events.addFirst(() -> {});
    assertThat(admin.add(3, TIMEOUT).member(3)).isNotNull();
    assertThat(progress)
        .startsWith(
            "replica 0, the leader, says: no standby has reported to the leader as replica 3: start it",
            "replica 0, the leader, says: standby 3 lacks 20000 slots, more than the 10000 of"
                + " member.lag-max: wait");
  }

  @Test
  void a_leader_that_is_removed_transfers_first_and_the_next_one_is_asked() throws Exception {
    cluster.refusals.add(
        "the leader is to be removed and transfers its leadership to replica 1 first: ask again");
    cluster.events.add(() -> cluster.elect(1));
    settleWith(1, 2);
    assertThat(admin.remove(0, TIMEOUT).leader()).isEqualTo(1);
    assertThat(cluster.asked).hasSize(2).allMatch(request -> request.number() == 5);
  }

  @Test
  void a_change_whose_answer_was_lost_is_not_made_twice() throws Exception {
    cluster.losesAnswers = true;
    settleWith(0, 1);
    assertThat(admin.remove(2, TIMEOUT).number()).isEqualTo(5);
    assertThat(cluster.asked).hasSize(1);
  }

  @Test
  void a_change_that_is_lost_with_its_leader_is_asked_of_the_next_one() throws Exception {
    cluster.losesRequests = true;
    cluster.events.add(() -> {});
    settleWith(0, 1);
    assertThat(admin.remove(2, TIMEOUT).number()).isEqualTo(5);
    assertThat(cluster.asked).hasSize(2);
  }

  @Test
  void an_accepted_change_that_the_next_leader_does_not_know_is_asked_for_again() throws Exception {
    cluster.events.add(
        () -> {
          cluster.next = -1;
          cluster.elect(1);
        });
    settleWith(0, 1);
    assertThat(admin.remove(2, TIMEOUT).number()).isEqualTo(5);
    assertThat(cluster.asked).hasSize(2);
  }

  @Test
  void another_operators_change_that_comes_first_is_reported() {
    settleWith(0, 1, 2, 8);
    assertThatThrownBy(() -> admin.remove(2, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageStartingWith("membership 5: replicas 0, 1, 2, 8 came first")
        .hasMessageContaining("another operator has changed the members");
  }

  @Test
  void a_change_under_way_is_waited_for() throws Exception {
    cluster.next = 5;
    cluster.events.add(() -> cluster.enter(0, 1, 2, 8));
    cluster.events.add(() -> cluster.settled = true);
    settleWith(0, 1, 8);
    assertThat(admin.remove(2, TIMEOUT).number()).isEqualTo(6);
    assertThat(progress).startsWith("an earlier change, membership 5, begins soon");
  }

  @Test
  void a_permanent_refusal_ends_it_with_the_reason() {
    cluster.refusals.add("replica 3 was a member before: take another number");
    assertThatThrownBy(() -> admin.add(3, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessage(
            "replica 0, the leader, refuses: replica 3 was a member before: take another number");
  }

  @Test
  void members_that_are_silent_at_first_may_answer_a_new_leader_later() throws Exception {
    String silent = "of the replicas {0,1}, only {0} answer the leader, and 2 of them are needed:";
    cluster.refusals.add(silent + " start the others first");
    cluster.events.add(() -> {});
    settleWith(0, 1);
    assertThat(admin.remove(2, TIMEOUT).number()).isEqualTo(5);
    for (int time = 0; time < 100; time++) {
      cluster.refusals.add(silent + " start the others first");
    }
    assertThatThrownBy(() -> admin.remove(1, TIMEOUT)).hasMessageContaining("refuses: " + silent);
    assertThat(cluster.asked).hasSizeLessThan(60);
  }

  @Test
  void a_dry_run_asks_once_and_changes_nothing() throws Exception {
    ClusterMembers now = admin.change(MembershipChange.NONE.add(3).dryRun(), TIMEOUT);
    assertThat(now.number()).isEqualTo(4);
    assertThat(cluster.asked).hasSize(1);
    cluster.refusals.add("no standby has reported to the leader as replica 3");
    assertThatThrownBy(() -> admin.change(MembershipChange.NONE.add(3).dryRun(), TIMEOUT))
        .hasMessageContaining("refuses: no standby has reported");
  }

  /** Most of the time the leader is being asked again. */
  @Test
  void when_the_time_ends_while_the_leader_is_asked_again_its_last_refusal_is_named() {
    cluster.refusals.add("no standby has reported to the leader as replica 3: start it");
    cluster.refusals.add(FakeOperatorPort.NO_ANSWER_YET);
    assertThatThrownBy(() -> admin.add(3, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("checks the change")
        .hasMessageContaining("no standby has reported to the leader as replica 3: start it");
  }

  @Test
  void without_a_leader_the_time_ends_with_what_is_missing_and_what_to_do() {
    cluster.leader = -1;
    assertThatThrownBy(() -> admin.remove(2, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("not done after 10000 ms")
        .hasMessageContaining("no replica leads (r:2: Connection refused; r:3: Connection refused)")
        .hasMessageEndingWith(". Nothing was changed: ask again, or give it more time");
  }

  @Test
  void replicas_that_do_not_answer_are_not_said_to_follow() {
    cluster.leader = -1;
    cluster.silent.add(0);
    assertThatThrownBy(() -> admin.sessionLimits(TIMEOUT))
        .hasMessageContaining("waiting for this: no replica answers (r:1: Connection refused; r:2:")
        .hasMessageContaining("Nothing was changed");
  }

  @Test
  void replicas_of_another_cluster_end_it_at_once() {
    cluster.cluster = "other";
    cluster.silent.clear();
    assertThatThrownBy(() -> admin.remove(2, TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessage(
            "no replica of cluster 'fake' answers: this is cluster 'other', not 'fake': check the"
                + " addresses");
    assertThat(cluster.nanoTime()).isZero();
  }

  @Test
  void only_a_request_that_was_sent_and_not_refused_may_yet_be_done() {
    for (int time = 0; time < 1000; time++) {
      cluster.refusals.add("no standby has reported to the leader as replica 3: start it");
    }
    assertThatThrownBy(() -> admin.add(3, TIMEOUT)).hasMessageContaining("Nothing was changed");
    cluster.refusals.clear();
    assertThatThrownBy(() -> admin.remove(2, TIMEOUT))
        .hasMessageContaining("It may yet be done: ask again, which is safe");
    SessionSettings limits = cluster.limits.settings();
    assertThatThrownBy(() -> admin.changeSessionLimits(now -> sessions(limits, 500), TIMEOUT))
        .hasMessageContaining("It may yet be done");
    cluster.newestService.putAll(Map.of(0, 2, 1, 2, 2, 2));
    assertThatThrownBy(() -> admin.finishUpgrade(TIMEOUT))
        .hasMessageContaining("It may yet be done");
    assertThatThrownBy(() -> admin.transferLeadership(2, TIMEOUT))
        .hasMessageContaining("It may yet be done");
  }

  @Test
  void the_leadership_goes_where_it_is_wanted() throws Exception {
    assertThat(admin.transferLeadership(0, TIMEOUT).leader()).isZero();
    assertThat(cluster.movedTo).isEmpty();
    cluster.events.add(() -> cluster.elect(2));
    assertThat(admin.transferLeadership(2, TIMEOUT).leader()).isEqualTo(2);
    cluster.events.add(() -> cluster.elect(1));
    assertThatThrownBy(() -> admin.transferLeadership(0, TIMEOUT))
        .hasMessage("replica 1 leads, not replica 0: it was elected meanwhile");
    cluster.events.add(
        () -> {
          cluster.transfers++;
          cluster.transferFailure = "replica 2 did not take over in time";
        });
    assertThatThrownBy(() -> admin.transferLeadership(2, TIMEOUT))
        .hasMessage("replica 1 leads on: replica 2 did not take over in time");
  }

  @Test
  void an_upgrade_is_asked_for_once_and_ends_when_the_leader_has_executed_it() throws Exception {
    cluster.newestService.putAll(Map.of(0, 3, 1, 2, 2, 3));
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.service = 2);
    ClusterVersions finished = admin.finishUpgrade(TIMEOUT);
    assertThat(finished.service()).isEqualTo(2);
    assertThat(finished.isFinished()).isTrue();
    assertThat(cluster.upgrades).containsExactly(List.of(1, 2));
    assertThat(progress).containsExactly("level 1 and service version 2 are being decided");
  }

  @Test
  void an_upgrade_that_was_lost_is_asked_for_again() throws Exception {
    cluster.newestService.putAll(Map.of(0, 2, 1, 2, 2, 2));
    for (int pauses = 0; pauses < 20; pauses++) {
      cluster.events.add(() -> {});
    }
    cluster.events.add(() -> cluster.service = 2);
    admin.finishUpgrade(TIMEOUT);
    assertThat(cluster.upgrades).containsExactly(List.of(1, 2), List.of(1, 2));
  }

  @Test
  void nothing_is_asked_for_if_the_cluster_has_the_newest_that_all_know() throws Exception {
    assertThat(admin.finishUpgrade(TIMEOUT).builds()).hasSize(3);
    assertThat(cluster.upgrades).isEmpty();
  }

  @Test
  void an_upgrade_waits_for_members_that_are_not_connected() throws Exception {
    cluster.newestService.putAll(Map.of(0, 2, 1, 2));
    cluster.newestService.remove(2);
    cluster.refusals.add("replica 2 is not connected to the leader");
    cluster.events.add(() -> cluster.newestService.put(2, 2));
    cluster.events.add(() -> cluster.service = 2);
    assertThat(admin.versions(TIMEOUT).missing()).containsExactly(2);
    assertThat(admin.finishUpgrade(TIMEOUT).missing()).isEmpty();
    assertThat(progress.get(0)).contains("says: replica 2 is not connected to the leader");
  }

  @Test
  void an_upgrade_that_a_replica_does_not_know_fails_at_once() {
    cluster.newestService.putAll(Map.of(0, 2, 1, 2, 2, 2));
    cluster.refusals.add("replica 2 knows level 1, and not more: start it with a build that does");
    assertThatThrownBy(() -> admin.finishUpgrade(TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("replica 2 knows level 1");
    assertThat(cluster.nanoTime()).isZero();
  }

  private static SessionSettings sessions(SessionSettings now, int sessionsMax) {
    return new SessionSettings(
        now.idleMillis(), now.outstandingMax(), sessionsMax, now.answers(), now.eventBytesMax());
  }

  @Test
  void limits_are_changed_when_the_leader_has_executed_the_change() throws Exception {
    SessionSettings first = cluster.limits.settings();
    SessionLimits wanted = cluster.limits.next(sessions(first, 500));
    assertThat(admin.sessionLimits(TIMEOUT)).isEqualTo(first);
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.limits = wanted);
    assertThat(admin.changeSessionLimits(now -> sessions(now, 500), TIMEOUT))
        .isEqualTo(wanted.settings());
    assertThat(cluster.limitsAsked).containsExactly(wanted);
    assertThat(progress).containsExactly("change 1 of the limits is being decided");
    admin.changeSessionLimits(now -> sessions(now, 500), TIMEOUT);
    assertThat(cluster.limitsAsked).as("they hold already").hasSize(1);
  }

  @Test
  void a_change_of_limits_goes_on_from_one_that_came_first() throws Exception {
    SessionSettings first = cluster.limits.settings();
    SessionSettings others =
        new SessionSettings(7_000, 64, 100, first.answers(), first.eventBytesMax());
    cluster.events.add(() -> cluster.limits = new SessionLimits(1, others));
    for (int pauses = 0; pauses < 10; pauses++) {
      cluster.events.add(() -> {});
    }
    cluster.events.add(() -> cluster.limits = new SessionLimits(2, sessions(others, 500)));
    SessionSettings after = admin.changeSessionLimits(now -> sessions(now, 500), TIMEOUT);
    assertThat(after.idleMillis()).isEqualTo(7_000);
    assertThat(cluster.limitsAsked)
        .containsExactly(
            new SessionLimits(1, sessions(first, 500)),
            new SessionLimits(2, sessions(others, 500)));
  }

  @Test
  void a_change_that_depends_on_the_limits_is_made_once() throws Exception {
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.limits = cluster.limitsAsked.get(0));
    SessionSettings after =
        admin.changeSessionLimits(now -> sessions(now, 2 * now.sessionsMax()), TIMEOUT);
    assertThat(after.sessionsMax()).isEqualTo(200);
    assertThat(cluster.limitsAsked).hasSize(1);
  }

  @Test
  void a_change_of_limits_that_is_refused_fails_at_once() {
    assertThatThrownBy(
            () ->
                admin.changeSessionLimits(
                    now -> new SessionSettings(60_000, 63, 100, now.answers(), Long.MAX_VALUE),
                    TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageStartingWith("session.max-outstanding cannot be lowered");
    cluster.refusals.add("127.0.0.1:1: refused: session.max-count: it takes too much memory");
    assertThatThrownBy(() -> admin.changeSessionLimits(now -> sessions(now, 500), TIMEOUT))
        .isInstanceOf(AdminException.class)
        .hasMessageContaining("it takes too much memory");
    assertThat(cluster.nanoTime()).isZero();
  }

  @Test
  void a_change_of_limits_is_asked_of_the_next_leader() throws Exception {
    cluster.refusals.add("127.0.0.1:1: refused: replica 0 does not lead: ask the leader");
    SessionLimits wanted = cluster.limits.next(sessions(cluster.limits.settings(), 500));
    cluster.events.add(() -> {});
    cluster.events.add(() -> cluster.limits = wanted);
    admin.changeSessionLimits(now -> sessions(now, 500), TIMEOUT);
    assertThat(cluster.limitsAsked).containsExactly(wanted, wanted);
  }
}
