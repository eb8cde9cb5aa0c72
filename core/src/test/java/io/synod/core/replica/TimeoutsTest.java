package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.event.Event;
import io.synod.core.message.Accepted;
import io.synod.core.message.Decided;
import io.synod.core.message.Prepare;
import io.synod.core.testing.Batches;
import io.synod.core.testing.RecordedTimeouts;
import io.synod.core.testing.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The events that a replica reports to its timeouts. */
class TimeoutsTest {
  private static final View V1 = new View(1, 1);
  private static final View V2 = new View(2, 2);

  private final RecordedTimeouts timeouts = new RecordedTimeouts();
  private final Single single = new Single(Settings.of(3), timeouts);

  @Test
  void a_follower_reports_every_heartbeat_even_of_a_replaced_leader() {
    single.heartbeat(V1, 0);
    single.pass(10).accept(V1, 0, "a");
    long at = single.nowNanos();
    assertThat(timeouts.calls())
        .containsExactly("leader of 1.1 at " + (at - 10), "leader of 1.1 at " + at);
    single.receive(2, new Prepare(V2, 0)).heartbeat(V1, 0);
    assertThat(timeouts.calls()).containsExactly("leader of 1.1 at " + at);
  }

  @Test
  void a_candidate_reports_a_failed_election() {
    single.candidate(2);
    timeouts.calls();
    while (single.replica.currentRole() == Role.CANDIDATE) {
      single.wake();
    }
    assertThat(timeouts.calls()).containsExactly("election failed at " + single.nowNanos());
  }

  @Test
  void a_leader_reports_the_time_of_a_decision_and_a_retransmission() {
    View view = single.lead(2);
    single.step(new Event.Proposed(view, Batches.batch("a")));
    timeouts.calls();
    single.pass(Settings.RETRANSMIT_NANOS);
    assertThat(timeouts.calls()).containsExactly("retransmitted");
    single
        .receive(0, new Accepted(view, 0, ReplicaSet.of(0)))
        .receive(1, new Accepted(view, 0, ReplicaSet.of(1)));
    assertThat(timeouts.calls()).containsExactly("decided after " + Settings.RETRANSMIT_NANOS);
  }

  @Test
  void a_leader_reports_the_time_since_a_quorum_answered() {
    View view = single.lead(2);
    timeouts.calls();
    single.pass(30).ack(0, view, 1);
    single.ack(1, view, 1);
    single.pass(40).ack(0, view, 1);
    assertThat(timeouts.calls())
        .containsExactly("quorum after 30", "quorum after 30", "quorum after 40");
  }

  @Test
  void a_replica_reports_the_time_of_a_catch_up_and_a_silent_peer() {
    single.heartbeat(V1, 1);
    timeouts.calls();
    single.pass(Settings.CATCH_UP_NANOS);
    assertThat(timeouts.calls()).as("nobody was asked yet").isEmpty();
    single.pass(Settings.CATCH_UP_NANOS);
    assertThat(timeouts.calls()).containsExactly("not caught up");
    List<Batch> missed = List.of(Batches.batch("a"));
    single.pass(10).receive(1, new Decided(0, 1, missed)).receive(2, new Decided(0, 1, missed));
    assertThat(timeouts.calls()).containsExactly("caught up after 10");
  }
}
