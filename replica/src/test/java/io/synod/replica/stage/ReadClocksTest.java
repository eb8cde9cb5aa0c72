package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.core.settings.Consistency;
import io.synod.replica.assembly.CoreSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.ManualExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.storage.MemoryJournal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A machine that was suspended notices it by its wall clock. */
final class ReadClocksTest {
  private final List<Event> steps = new ArrayList<>();
  private final ManualExecutor executor = new ManualExecutor();
  private final ProtocolStage protocol = protocol();

  @Test
  void the_wall_clock_is_read_before_each_read_whose_age_counts() {
    executor.pass(7_000_000);
    Event wall = new Event.WallClock(7_000_000);
    assertThat(steps(Consistency.bounded(Duration.ofSeconds(1)))).startsWith(wall);
    assertThat(steps(Consistency.QUORUM)).startsWith(wall);
    for (Consistency other : List.of(Consistency.LEADER, Consistency.LEASE, Consistency.STALE)) {
      assertThat(steps(other)).isNotEmpty().doesNotContain(wall);
    }
  }

  /** Of the core, when a read of this consistency comes. */
  private List<Event> steps(Consistency consistency) {
    steps.clear();
    Object ticket = new ProtocolStage.ReadPoint(new QuietClient(), 1);
    protocol.handle(new Event.ReadRequested(ticket, consistency), executor.nanoTime());
    return steps;
  }

  private ProtocolStage protocol() {
    SynodConfig config =
        SynodConfig.builder()
            .set("cluster.name", "test")
            .replica(0, "127.0.0.1", 7100, 7200)
            .build();
    ReplicaWatch watch =
        new ReplicaWatch() {
          @Override
          public void steps(Event event) {
            steps.add(event);
          }
        };
    ProtocolStage alone =
        new ProtocolStage(
            executor,
            new Replica(CoreSettings.replica(config, 0), Recovered.nothing(7), 1),
            CoreSettings.replica(config, 0),
            new MemoryJournal(),
            new ProtocolStage.Hooks(
                event -> {},
                new SharedStatus(id -> "", 0, leadership -> {}, membership -> {}),
                new StageTally(false),
                TestStages::fail,
                new MembershipListener() {},
                new ProtocolStage.Bounds(1, 1, 1),
                watch));
    alone.connect(
        null,
        null,
        TestStages.service(
            executor, new Execution(new FixedAnswers(0), config.session()), TestStages::fail),
        null);
    return alone;
  }
}
