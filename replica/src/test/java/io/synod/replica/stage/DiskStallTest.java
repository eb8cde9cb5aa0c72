package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.EventLoopGroup;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.Effects;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.Accepted;
import io.synod.core.message.Heartbeat;
import io.synod.core.message.Message;
import io.synod.core.replica.Replica;
import io.synod.network.transport.Transport;
import io.synod.replica.executor.ManualExecutor;
import io.synod.storage.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heartbeats pass a slow disk, and wait for one that has stopped. */
final class DiskStallTest {
  private static final View V1 = new View(1, 0);
  private static final ReplicaSet PEER = ReplicaSet.of(1);
  private static final Message HEARTBEAT = new Heartbeat(V1, 0, 0, 0, 1);
  private static final Message VOTE = new Accepted(V1, 0, ReplicaSet.of(0));

  private final EventLoopGroup loops = Transport.chosen().eventLoops(1, "test");
  private final ManualExecutor executor = new ManualExecutor();
  private final SlowDisk disk = new SlowDisk();
  private final List<Message> sent = new ArrayList<>();
  private ProtocolStage protocol;
  private Effects effects;
  private long timeoutNanos;

  @BeforeEach
  void start() {
    ProtocolStages stages = new ProtocolStages(loops.next());
    timeoutNanos = stages.config.election().timeoutNanos();
    ProtocolStage.Bounds bounds = new ProtocolStage.Bounds(1 << 20, 1 << 20, 1 << 20);
    protocol = stages.stage(executor, disk, event -> {}, bounds, new SentMessages());
  }

  @AfterEach
  void close() {
    loops.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void a_heartbeat_waits_for_the_promise_before_it() {
    effects.persist(new JournalRecord.Promised(V1));
    effects.persist(vote(0));
    effects.sendHeartbeat(PEER, HEARTBEAT);
    becomesDurable(1);
    assertThat(sent).as("the promise alone").isEmpty();

    becomesDurable(2);
    assertThat(sent).containsExactly(HEARTBEAT);
  }

  @Test
  void a_heartbeat_passes_votes_that_wait_for_the_disk() {
    effects.persist(new JournalRecord.Promised(V1));
    becomesDurable(1);
    effects.persist(vote(0));
    effects.sendWhenDurable(PEER, VOTE);
    executor.pass(2 * timeoutNanos);

    effects.sendHeartbeat(PEER, HEARTBEAT);
    assertThat(sent).containsExactly(HEARTBEAT);

    becomesDurable(2);
    assertThat(sent).containsExactly(HEARTBEAT, VOTE);
  }

  @Test
  void a_heartbeat_waits_for_a_disk_that_has_stopped() {
    effects.persist(vote(0));
    executor.pass(DiskPatience.TIMEOUTS_MIN * timeoutNanos + 1);
    effects.sendHeartbeat(PEER, HEARTBEAT);
    assertThat(sent).isEmpty();

    becomesDurable(1);
    assertThat(sent).containsExactly(HEARTBEAT);
    effects.persist(vote(1));
    executor.pass(2 * DiskPatience.TIMEOUTS_MIN * timeoutNanos);
    effects.sendHeartbeat(PEER, HEARTBEAT);
    assertThat(sent).as("it is known to take so long").hasSize(2);
  }

  private static JournalRecord vote(long slot) {
    return new JournalRecord.Voted(V1, slot, Batch.NOOP);
  }

  private void becomesDurable(long records) {
    disk.durable = records;
    protocol.sendDurable(executor.nanoTime());
  }

  private final class SentMessages implements ReplicaWatch {
    @Override
    public Effects begins(ProtocolStage stage, Replica core, Journal journal, Effects wiring) {
      effects = wiring;
      return wiring;
    }

    @Override
    public ReplicaSet sends(ReplicaSet to, Message message) {
      sent.add(message);
      return to;
    }
  }

  /** As far as a test says. */
  private static final class SlowDisk implements Journal {
    private long appended;
    long durable;

    @Override
    public void append(JournalRecord record) {
      appended++;
    }

    @Override
    public void cut(long slot) {}

    @Override
    public void giveBack() {}

    @Override
    public long appended() {
      return appended;
    }

    @Override
    public long durable() {
      return durable;
    }
  }
}
