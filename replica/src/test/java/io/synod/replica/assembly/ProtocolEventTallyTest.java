package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.effect.ProtocolEvent;
import io.synod.core.message.Accepted;
import io.synod.core.message.Prepare;
import io.synod.replica.instrumentation.Total;
import org.junit.jupiter.api.Test;

class ProtocolEventTallyTest {
  private static final View VIEW = new View(3, 1);

  private final ProtocolEventTally tally = new ProtocolEventTally();

  @Test
  void a_gap_that_several_peers_are_asked_for_counts_once() {
    tally.accept(new ProtocolEvent.CatchingUp(10, 1));
    tally.accept(new ProtocolEvent.CatchingUp(10, 2));
    tally.accept(new ProtocolEvent.CatchingUp(20, 1));
    assertThat(tally.count(Total.HOLES)).isEqualTo(2);
    assertThat(tally.count(Total.CATCH_UPS)).isEqualTo(3);
  }

  @Test
  void a_stale_vote_is_an_ignored_message_too() {
    tally.accept(new ProtocolEvent.Ignored(Accepted.class, "late"));
    tally.accept(new ProtocolEvent.Ignored(Prepare.class, "late"));
    assertThat(tally.count(Total.STALE_VOTES)).isEqualTo(1);
    assertThat(tally.count(Total.IGNORED_MESSAGES)).isEqualTo(2);
  }

  @Test
  void each_member_whose_state_differs_counts() {
    tally.accept(new ProtocolEvent.StateDiffers(1, 0, 1023));
    tally.accept(new ProtocolEvent.StateDiffers(2, 0, 1023));
    assertThat(tally.count(Total.STATE_DIFFERENCES)).isEqualTo(2);
  }

  @Test
  void each_phase_has_its_timeouts() {
    tally.accept(new ProtocolEvent.PreVoting(VIEW));
    tally.accept(new ProtocolEvent.Preparing(VIEW));
    tally.accept(new ProtocolEvent.PreparingAgain(VIEW));
    tally.accept(new ProtocolEvent.PreparingAgain(VIEW));
    tally.accept(new ProtocolEvent.Leading(VIEW, 5));
    tally.accept(new ProtocolEvent.Retransmitted(4));
    tally.accept(new ProtocolEvent.SteppedDown(VIEW, "no quorum"));

    assertThat(tally.count(Total.ELECTION_TIMEOUTS)).isEqualTo(1);
    assertThat(tally.count(Total.PHASE1_STARTED)).isEqualTo(1);
    assertThat(tally.count(Total.PHASE1_TIMEOUTS)).isEqualTo(2);
    assertThat(tally.count(Total.LEADERSHIPS)).isEqualTo(1);
    assertThat(tally.count(Total.SLOTS_TAKEN_OVER)).isEqualTo(5);
    assertThat(tally.count(Total.PHASE2_TIMEOUTS)).isEqualTo(4);
    assertThat(tally.count(Total.STEP_DOWNS)).isEqualTo(1);
  }
}
