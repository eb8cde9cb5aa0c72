package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.cluster.View;
import io.synod.core.election.PromiseTally;
import io.synod.core.recovery.Recovered;
import io.synod.core.testing.Settings;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of {@link Transitions}: what is not in it stops the replica. */
class RoleTransitionsTest {
  private static final View VIEW = new View(1, 0);

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"RECOVERING", "CANDIDATE", "LEADER"})
  void only_followers_and_pre_candidates_pre_vote(Role role) {
    refused(in(role)::becomePreCandidate);
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"RECOVERING", "FOLLOWER", "CANDIDATE", "LEADER"})
  void only_pre_candidates_become_candidates(Role role) {
    Transitions transitions = in(role);
    refused(() -> transitions.becomeCandidate(VIEW));
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"RECOVERING", "FOLLOWER", "PRE_CANDIDATE", "LEADER"})
  void only_candidates_become_leaders(Role role) {
    Transitions transitions = in(role);
    refused(() -> transitions.becomeLeader(new PromiseTally(VIEW, 0, Settings.incarnations(3))));
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"RECOVERING", "FOLLOWER", "PRE_CANDIDATE", "CANDIDATE"})
  void only_leaders_step_down(Role role) {
    Transitions transitions = in(role);
    refused(() -> transitions.stepDown("a test says so"));
  }

  @Test
  void the_whole_way_to_leadership_and_back_is_legal() {
    Single single = new Single(Settings.of(3));
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
    single.wake();
    assertThat(single.replica.currentRole()).isEqualTo(Role.PRE_CANDIDATE);
    single.lead(2);
    assertThat(single.replica.currentRole()).isEqualTo(Role.LEADER);
    single.passAwake(Settings.ELECTION_NANOS + 1);
    assertThat(single.replica.currentRole()).isEqualTo(Role.FOLLOWER);
  }

  @ParameterizedTest
  @EnumSource(
      value = Role.class,
      names = {"FOLLOWER", "PRE_CANDIDATE", "CANDIDATE", "LEADER"})
  void only_joiners_join(Role role) {
    Transitions transitions = in(role);
    refused(() -> transitions.join(Settings.incarnations(3), VIEW));
  }

  private static Transitions in(Role role) {
    Settings settings = Settings.of(3);
    Single single =
        role == Role.RECOVERING
            ? new Single(settings, Recovered.nothing(Settings.nonce(0)))
            : new Single(settings);
    switch (role) {
      case RECOVERING, FOLLOWER -> {}
      case PRE_CANDIDATE -> single.preVote();
      case CANDIDATE -> single.candidate(2);
      case LEADER -> single.lead(2);
    }
    assertThat(single.replica.currentRole()).isEqualTo(role);
    return single.replica.transitions;
  }

  private static void refused(ThrowingCallable transition) {
    assertThatThrownBy(transition).isInstanceOf(BrokenInvariant.class);
  }
}
