package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.effect.ProtocolEvent;
import io.synod.core.event.Event;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A leader that runs for a moment now and then, and to which no message comes any more. */
class HeldUpLeaderTest {
  private static final long MILLI = Settings.MILLI;

  private final TestCluster cluster = new TestCluster(Settings.of(3));

  @ParameterizedTest
  @ValueSource(ints = {20, 60, 75, 90})
  void a_leader_that_is_held_up_again_and_again_without_answers_steps_down(int millis) {
    cluster.elect(0);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    cluster.lose(envelope -> envelope.to() == 0 && envelope.from() != 0);

    long beganNanos = cluster.nowNanos();
    while (cluster.replica(0).leads()) {
      holdUp(millis * MILLI);
      assertThat(cluster.nowNanos() - beganNanos)
          .as("without an answer")
          .isLessThan(5 * Settings.ELECTION_NANOS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 75, 90})
  void a_leader_that_is_held_up_and_receives_answers_leads_on(int millis) {
    cluster.elect(0);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    for (int times = 0; times < 20; times++) {
      holdUp(millis * MILLI);
      assertThat(cluster.replica(0).leads()).isTrue();
    }
  }

  @Test
  void one_that_stood_still_blames_neither_its_disk_nor_the_others() {
    cluster.elect(0);
    cluster.elapse(3 * Settings.HEARTBEAT_NANOS);
    cluster.passTime(3 * Settings.ELECTION_NANOS);
    cluster.node(0).step(Event.WakeUp.INSTANCE);
    assertThat(cluster.node(0).effects().events(ProtocolEvent.SteppedDown.class))
        .extracting(ProtocolEvent.SteppedDown::reason)
        .containsExactly(
            "this process stood still for an election timeout: paused, or without a processor");
  }

  /** The others run all the time; replica 0 does once, at the end. */
  private void holdUp(long nanos) {
    for (long end = cluster.nowNanos() + nanos; cluster.nowNanos() < end; ) {
      for (int other = 1; other < 3; other++) {
        cluster.node(other).step(Event.WakeUp.INSTANCE);
      }
      cluster.deliver(envelope -> envelope.to() != 0);
      cluster.passTime(5 * MILLI);
    }
    cluster.node(0).step(Event.WakeUp.INSTANCE);
    cluster.deliverAll();
  }
}
