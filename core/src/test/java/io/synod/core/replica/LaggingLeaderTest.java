package io.synod.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.Accept;
import io.synod.core.message.CatchUp;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Replica 2 has missed four slots that 0 and 1 know to be decided, and becomes leader. */
class LaggingLeaderTest {
  private final TestCluster cluster = new TestCluster(Settings.of(3).logBytes(1).window(2));

  @BeforeEach
  void electTheOneThatLags() {
    cluster.elect(0);
    cluster.node(0).stallService();
    cluster.node(1).stallService();
    cluster.partition(2);
    for (int slot = 0; slot < 4; slot++) {
      cluster.proposeAndDeliver(0, "s" + slot);
    }
    cluster.elapse(2 * Settings.HEARTBEAT_NANOS);
    cluster.heal();
    cluster.lose(envelope -> envelope.is(CatchUp.class));
    cluster.lose(envelope -> envelope.from() == 0 && envelope.to() != 0);
    cluster.hold(envelope -> envelope.is(Accept.class));
    cluster.elect(2);
    assertThat(cluster.replica(1).decided()).isEqualTo(4);
    assertThat(cluster.replica(2).decided()).isZero();
  }

  @Test
  void it_goes_on_although_its_peers_have_cut_the_promised_slots() {
    cluster.node(0).resumeService();
    cluster.node(1).resumeService();
    assertThat(cluster.replica(1).firstKept()).isEqualTo(4);
    goesOn();
  }

  @Test
  void it_goes_on_with_the_slots_of_the_promises() {
    goesOn();
  }

  private void goesOn() {
    cluster.heal();
    cluster.propose(2, "last");
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster.node(0).resumeService();
    cluster.node(1).resumeService();
    cluster.elapse(Settings.ELECTION_NANOS);
    cluster
        .nodes()
        .forEach(
            node -> assertThat(node.delivered()).containsExactly("s0", "s1", "s2", "s3", "last"));
  }
}
