package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accepted;
import io.synod.core.message.Message;
import io.synod.replica.stage.WaitingMessages.Waiting;
import org.junit.jupiter.api.Test;

/** Heartbeats pass a slow disk, and wait for one that has stalled. */
final class DurabilityGateTest {
  private static final View V1 = new View(1, 0);
  private static final long TIMEOUT = 300_000_000L;
  private static final Message VOTE = new Accepted(V1, 0, ReplicaSet.of(0));

  private final SlowJournal disk = new SlowJournal();
  private final DurabilityGate gate = new DurabilityGate(disk, () -> TIMEOUT);

  @Test
  void a_heartbeat_waits_for_the_promise_before_it_and_not_for_the_vote() {
    gate.persist(new JournalRecord.Promised(V1), 0);
    gate.persist(vote(0), 0);
    assertThat(gate.letsHeartbeatsPass(1)).isFalse();

    disk.durable = 1;
    assertThat(gate.letsHeartbeatsPass(1)).isTrue();
    assertThat(gate.isAllDurable()).isFalse();
  }

  @Test
  void a_message_waits_for_all_records_before_it() {
    gate.persist(vote(0), 0);
    gate.persist(vote(1), 0);
    Waiting waiting = new Waiting(disk.appended(), 0, ReplicaSet.of(1), VOTE);
    assertThat(gate.hold(waiting)).isTrue();
    disk.durable = 1;
    gate.observe(1);
    assertThat(gate.poll()).isNull();

    disk.durable = 2;
    gate.observe(2);
    assertThat(gate.poll()).isSameAs(waiting);
    assertThat(gate.poll()).isNull();
    assertThat(gate.isAllDurable()).isTrue();
  }

  @Test
  void a_heartbeat_waits_for_a_disk_that_has_stalled() {
    gate.persist(vote(0), 0);
    long stalledNanos = StallDetector.TIMEOUTS_MIN * TIMEOUT + 1;
    assertThat(gate.letsHeartbeatsPass(stalledNanos - 1)).isTrue();
    assertThat(gate.letsHeartbeatsPass(stalledNanos)).isFalse();

    disk.durable = 1;
    gate.observe(stalledNanos);
    assertThat(gate.letsHeartbeatsPass(stalledNanos)).isTrue();
    gate.persist(vote(1), stalledNanos);
    assertThat(gate.letsHeartbeatsPass(3 * stalledNanos)).as("known to take so long").isTrue();
  }

  private static JournalRecord vote(long slot) {
    return new JournalRecord.Voted(V1, slot, Batch.NOOP);
  }
}
