package io.synod.core.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.message.Accept;
import io.synod.core.message.Accepted;
import io.synod.core.settings.Durability;
import io.synod.core.testing.Settings;
import io.synod.core.testing.TestCluster;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each scenario against its file; docs/testing.md says how to read and to write one. */
final class TranscriptsTest {
  private TestCluster cluster;

  /** Replica 0 leads, and everybody knows. */
  private Transcript led(Settings settings) {
    cluster = new TestCluster(settings);
    cluster.elect(0);
    cluster.deliverAll();
    return new Transcript(settings, cluster);
  }

  private void finish(String name, Transcript transcript, String... executed) {
    GoldenFile.check(name, transcript.lines());
    for (int self = 0; self < 3; self++) {
      if (!cluster.node(self).isDown()) {
        assertThat(cluster.node(self).delivered()).as("replica %d", self).containsExactly(executed);
      }
    }
  }

  @Test
  void normal_operation() {
    Settings settings = Settings.of(3);
    // Of this seed one replica is much earlier than the others.
    cluster = new TestCluster(settings, 7);
    Transcript transcript = new Transcript(settings, cluster);
    transcript.run(60);
    int leader = cluster.leader();
    transcript.propose(leader, "a");
    transcript.run(1);
    transcript.propose(leader, "b");
    transcript.run(45);
    finish("normal-operation", transcript, "a", "b");
  }

  @Test
  void pipelining_with_loss() {
    Transcript transcript = led(Settings.of(3).window(4));
    transcript.propose(0, "a");
    transcript.lose(envelope -> envelope.message() instanceof Accept && envelope.to() != 0);
    transcript.propose(0, "b");
    transcript.loseNothing();
    transcript.propose(0, "c");
    transcript.lose(
        envelope -> envelope.message() instanceof Accepted && envelope.to() != envelope.from());
    transcript.run(2);
    transcript.loseNothing();
    transcript.propose(0, "d");
    transcript.run(65);
    finish("pipelining-with-loss", transcript, "a", "b", "c", "d");
  }

  @Test
  void leader_crash_with_an_open_window() {
    Transcript transcript = led(Settings.of(3).window(4));
    transcript.propose(0, "a");
    transcript.lose(envelope -> envelope.message() instanceof Accept && envelope.to() != 0);
    transcript.propose(0, "b");
    transcript.loseNothing();
    transcript.lose(envelope -> envelope.message() instanceof Accept && envelope.to() == 2);
    transcript.propose(0, "c");
    transcript.loseNothing();
    transcript.run(2);
    transcript.crash(0);
    transcript.disconnect(0, 1, 2);
    transcript.run(20);
    transcript.propose(cluster.leader(), "d");
    transcript.run(10);
    transcript.restart(0);
    transcript.run(40);
    finish("leader-crash-with-open-window", transcript, "a", "no-op", "c", "d");
  }

  @Test
  void duelling_candidates() {
    Settings settings = Settings.of(3);
    // Of this seed two replicas wake up within one latency.
    cluster = new TestCluster(settings, 1);
    Transcript transcript = new Transcript(settings, cluster);
    transcript.run(20);
    transcript.propose(cluster.leader(), "a");
    transcript.run(10);
    finish("duelling-candidates", transcript, "a");
  }

  @Test
  void catch_up_by_the_log() {
    Transcript transcript = led(Settings.of(3));
    transcript.crash(2);
    for (String text : new String[] {"a", "b", "c"}) {
      transcript.propose(0, text);
      transcript.run(3);
    }
    transcript.restart(2);
    transcript.run(60);
    finish("catch-up-by-log", transcript, "a", "b", "c");
  }

  @Test
  void catch_up_by_a_snapshot() {
    Settings settings =
        Settings.of(3).snapshotSlots(2).logBytes(1).parts(20, 1 << 20).withoutJournalReads();
    Transcript transcript = led(settings);
    transcript.crash(2);
    for (String text : new String[] {"a", "b", "c", "d", "e"}) {
      transcript.propose(0, text);
      transcript.run(3);
    }
    transcript.restart(2);
    transcript.run(80);
    finish("catch-up-by-snapshot", transcript, "a", "b", "c", "d", "e");
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void recovery(Durability level) {
    Transcript transcript = led(Settings.of(3).durability(level));
    transcript.propose(0, "a");
    transcript.run(4);
    transcript.crash(2);
    transcript.propose(0, "b");
    transcript.run(4);
    transcript.restart(2);
    transcript.run(40);
    transcript.propose(0, "c");
    transcript.run(30);
    finish("recovery-" + level.name().toLowerCase(Locale.ROOT), transcript, "a", "b", "c");
  }
}
