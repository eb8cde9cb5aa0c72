package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.JournalRecord;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.recovery.Recovered;
import io.synod.core.replica.Replica;
import io.synod.replica.assembly.CoreSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.ManualExecutor;
import io.synod.replica.instrumentation.StageTally;
import io.synod.storage.Journal;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decisions that peers miss are read behind what waits for the disk. */
final class JournalReadTest {
  private static final JournalIdentity IDENTITY = new JournalIdentity("test", 0, 7);

  @TempDir Path folder;

  private final List<Object> orders = new ArrayList<>();

  private static JournalRecord vote(long round, long leaderTime) {
    return new JournalRecord.Voted(new View(round, 1), 0, batch(leaderTime));
  }

  private static Batch batch(long leaderTime) {
    return Batch.close(new byte[Batch.HEADER_BYTES], leaderTime, 0);
  }

  private static void write(SlowJournal journal, WriteAheadLog log) {
    journal.records.subList((int) journal.durable, journal.records.size()).forEach(log::append);
    log.commit();
    journal.durable = journal.appended();
  }

  /** Slot 0 is decided as the vote that is not written yet; the disk still has one that lost. */
  @Test
  void a_vote_that_lost_is_not_read_while_a_later_one_waits_for_the_disk() {
    Disk disk = FileDisk.of(folder);
    try (WriteAheadLog log =
        WriteAheadLog.open(
            disk,
            new JournalSettings(1 << 16, 0),
            IDENTITY,
            JournalRecovery.read(disk, IDENTITY, Recovered.nothing(7), damage -> {}))) {
      SlowJournal journal = new SlowJournal();
      ManualExecutor executor = new ManualExecutor();
      TransferStage transfers =
          new TransferStage(executor, "replica 0", 1 << 16, 1, () -> null, TestStages::fail);
      transfers.serve(log.decisions(disk));
      CoreEffects effects = effects(journal, transfers);
      effects.persist(vote(1, 11));
      write(journal, log);
      effects.sendDurable(0);
      effects.persist(vote(2, 22));

      effects.readDecisions(new DecisionsWanted(2, 0, 1, 1 << 16, 8));
      effects.sendDurable(0);
      executor.run(transfers);
      assertThat(orders).as("the later vote is not written").isEmpty();

      write(journal, log);
      effects.sendDurable(0);
      executor.run(transfers);
      assertThat(orders).containsExactly(new Event.DecisionsRead(2, 0, List.of(batch(22))));

      effects.readDecisions(new DecisionsWanted(2, 0, 1, 1 << 16, 8));
      executor.run(transfers);
      assertThat(orders).as("nothing waits for the disk").hasSize(2);
    }
  }

  private CoreEffects effects(Journal journal, TransferStage transfers) {
    SynodConfig config =
        SynodConfig.builder()
            .set("cluster.name", "test")
            .replica(0, "127.0.0.1", 7100, 7200)
            .replica(1, "127.0.0.1", 7101, 7201)
            .replica(2, "127.0.0.1", 7102, 7202)
            .build();
    CoreEffects effects =
        new CoreEffects(
            new Replica(CoreSettings.replica(config, 0), Recovered.nothing(7), 1),
            CoreSettings.replica(config, 0),
            journal,
            new ProtocolStage.Hooks(
                event -> {},
                new SharedStatus(id -> "", 0, leadership -> {}, membership -> {}),
                new StageTally(false),
                TestStages::fail,
                new MembershipListener() {},
                new ProtocolStage.Bounds(1, 1, 1),
                ReplicaWatch.NONE),
            orders::add,
            () -> 0);
    Execution execution = new Execution(new FixedAnswers(0), config.session());
    ServiceStage service = TestStages.service(new ManualExecutor(), execution, TestStages::fail);
    effects.connect(null, null, service, transfers);
    return effects;
  }
}
