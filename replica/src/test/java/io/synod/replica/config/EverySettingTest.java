package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.AdminFrom;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.CatchUpSettings;
import io.synod.core.settings.DirectIo;
import io.synod.core.settings.Durability;
import io.synod.core.settings.ElectionSettings;
import io.synod.core.settings.LeaseSettings;
import io.synod.core.settings.OnException;
import io.synod.core.settings.PipelineSettings;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.RelaySettings;
import io.synod.core.settings.ServiceSettings;
import io.synod.core.settings.SessionSettings;
import io.synod.core.settings.StandbySettings;
import io.synod.core.settings.SyncMethod;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.core.version.KnownVersions;
import io.synod.replica.assembly.CoreSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every key of a file, and what the builder and the replica make of it. */
final class EverySettingTest {
  static final String EVERY_KEY =
      """
      cluster.phase1-quorum = 3
      cluster.phase2-quorum = 1
      cluster.begin = join
      membership.alpha = 600
      member.lag-max = 55
      member.linger = 3min
      durability = sync
      storage.directory = /var/lib/synod
      storage.max-bytes = 13GiB
      storage.reserve = 1GiB
      storage.repair-timeout = 5min
      journal.segment-bytes = 1MiB
      journal.direct = on
      journal.sync = dsync
      snapshot.log-bytes = 3GiB
      snapshot.log-slots = 777
      snapshot.max-age = 30min
      snapshot.max-rate = 3GiB
      snapshot.write-rate = 2GiB
      snapshot.part-bytes = 96KiB
      batch.max-bytes = 64KiB
      batch.max-delay = 1500us
      batch.policy = nagle
      queue.max-bytes = 20MiB
      pipeline.window = 12
      tuning.max-latency = 250ms
      tuning.trials = on
      pipeline.retransmit = 1s
      dissemination = relay
      relay.groups = 0,1; 1,2
      relay.answers = 0
      relay.timeout = 70ms
      election.timeout = 2min
      election.heartbeat = 70ms
      leader.settle = 20s
      catch-up.max-bytes = 2MiB
      catch-up.timeout = 300ms
      log.max-bytes = 3GiB
      log.margin-bytes = 2500MiB
      execution.backlog = 77
      reads.max-waiting = 5
      reads.lease = on
      reads.clock-drift = 1500ppm
      session.idle-timeout = 2h
      session.max-outstanding = 99
      session.max-count = 1234
      session.max-answer-bytes = 3MiB
      session.max-kept-bytes = 11MiB
      session.max-all-kept-bytes = 77MiB
      session.max-event-bytes = 9MiB
      service.on-exception = stop
      service.max-timers = 77
      service.digest-slots = 88
      admin.from = any
      network.max-frame = 16MiB
      network.peer-buffer = 33MiB
      network.client-buffer = 5MiB
      network.replies-max = 99MiB
      network.unfinished-max = 98MiB
      network.idle-timeout = 97s
      network.max-connections = 44
      network.client-threads = 3
      network.transport = nio
      network.datagram-max-bytes = 60KiB
      network.bandwidth = 10Mbit
      instrumentation = on
      instrumentation.interval = 5s
      instrumentation.csv = /var/log/synod/cpu.csv
      metrics.port = 9400
      threads.layout = merged
      """;

  @TempDir Path folder;

  @Test
  void every_key_reaches_its_slice() {
    SynodConfig config = SynodConfig.load(Configs.three(folder, EVERY_KEY));

    assertThat(config.cluster().name()).isEqualTo("test");
    assertThat(config.cluster().quorums()).isEqualTo(new Quorums(3, 3, 1));
    assertThat(config.cluster().replica(2)).isEqualTo(new ReplicaAddress("127.0.0.1", 7102, 7202));
    assertThat(config.durability()).isEqualTo(Durability.SYNC);
    assertThat(config.storage())
        .isEqualTo(
            new StorageConfig(
                Path.of("/var/lib/synod"),
                13L << 30,
                1L << 30,
                300_000_000_000L,
                1L << 20,
                DirectIo.ON,
                SyncMethod.DSYNC));
    assertThat(config.snapshot())
        .isEqualTo(
            new SnapshotConfig(3L << 30, 777, 1_800_000_000_000L, 3L << 30, 2L << 30, 96 << 10));
    assertThat(config.limits()).isEqualTo(new LimitsConfig(3L << 30, 2500L << 20, 77, 5));
    assertThat(config.batch())
        .isEqualTo(new BatchSettings(64 << 10, 1_500_000, BatchPolicy.NAGLE, 20L << 20));
    assertThat(config.session())
        .isEqualTo(
            new SessionSettings(
                7_200_000, 99, 1234, new AnswerLimits(3 << 20, 11 << 20, 77 << 20), 9 << 20));
    assertThat(config.service()).isEqualTo(new ServiceSettings(OnException.STOP, 77, 88));
    assertThat(config.adminFrom()).isEqualTo(AdminFrom.ANY);
    assertThat(config.network())
        .isEqualTo(
            new NetworkConfig(
                16 << 20,
                33 << 20,
                5 << 20,
                99 << 20,
                98 << 20,
                97_000_000_000L,
                44,
                3,
                TransportChoice.NIO,
                60 << 10));
    assertThat(config.threads()).isEqualTo(new ThreadsConfig(ThreadLayout.MERGED));
    assertThat(config.instrumentation())
        .isEqualTo(
            new InstrumentationConfig(
                true,
                5_000_000_000L,
                Optional.of(Path.of("/var/log/synod/cpu.csv")),
                9400,
                10_000_000));
    assertThat(CoreSettings.replica(config, 1))
        .isEqualTo(
            new ReplicaSettings(
                1,
                new Membership(
                    0,
                    0,
                    600,
                    List.of(member(0), member(2)),
                    Membership.MAJORITY,
                    1,
                    ReplicaSet.EMPTY,
                    0xf9e6e6ef197c2b25L),
                new StandbySettings(
                    "127.0.0.1:7101", "127.0.0.1:7201", 55, StandbySettings.FOREVER),
                new ElectionSettings(
                    120_000_000_000L,
                    70_000_000,
                    new PrioritySettings(Map.of(), 20_000_000_000L),
                    new LeaseSettings(true, 1_500)),
                new PipelineSettings(12, 1_000_000_000),
                new RelaySettings(
                    List.of(ReplicaSet.of(0).with(1), ReplicaSet.of(1).with(2)), 0, 0, 70_000_000),
                new CatchUpSettings(2 << 20, 300_000_000),
                new LearnerSettings(77, 3L << 30, 3L << 30, 2500L << 20),
                new RecoverySettings(Durability.SYNC, 300_000_000_000L),
                new SnapshotSettings(
                    3L << 30, 777, 1_800_000_000_000L, 3L << 30, 96 << 10, 5 * 300_000_000L),
                new ClientBounds(5, 5 << 20),
                KnownVersions.FIRST));
  }

  private static MemberEntry member(int number) {
    return new MemberEntry(
        number, 0, "127.0.0.1:710" + number, "127.0.0.1:720" + number, 0, Incarnation.UNKNOWN);
  }

  @Test
  void every_key_of_the_table_is_in_the_test_above() {
    for (Setting setting : Setting.values()) {
      assertThat("cluster.name = test\n" + EVERY_KEY).contains(setting.key() + " = ");
    }
  }

  @Test
  void the_builder_says_the_same_as_a_file() {
    SynodConfig built =
        Configs.builder()
            .quorums(3, 1)
            .clusterBegin(ClusterBegin.JOIN)
            .membershipAlpha(600)
            .memberLagMax(55)
            .memberLinger(Duration.ofMinutes(3))
            .durability(Durability.SYNC)
            .storageDirectory(Path.of("/var/lib/synod"))
            .storageMaxBytes(13L << 30)
            .storageReserve(1L << 30)
            .storageRepairTimeout(Duration.ofMinutes(5))
            .journalSegmentBytes(1L << 20)
            .journalDirect(DirectIo.ON)
            .journalSync(SyncMethod.DSYNC)
            .snapshotLogBytes(3L << 30)
            .snapshotLogSlots(777)
            .snapshotMaxAge(Duration.ofMinutes(30))
            .snapshotMaxRate(3L << 30)
            .snapshotWriteRate(2L << 30)
            .snapshotPartBytes(96 << 10)
            .batchMaxBytes(64 << 10)
            .batchMaxDelay(Duration.ofNanos(1_500_000))
            .batchPolicy(BatchPolicy.NAGLE)
            .queueMaxBytes(20L << 20)
            .pipelineWindow(12)
            .tuningMaxLatency(Duration.ofMillis(250))
            .tuningTrials(true)
            .pipelineRetransmit(Duration.ofSeconds(1))
            .dissemination(DisseminationChoice.RELAY)
            .relayGroups(List.of(Set.of(0, 1), Set.of(1, 2)))
            .relayAnswers(0)
            .relayTimeout(Duration.ofMillis(70))
            .electionTimeout(Duration.ofMinutes(2))
            .electionHeartbeat(Duration.ofMillis(70))
            .leaderSettle(Duration.ofSeconds(20))
            .catchUpMaxBytes(2 << 20)
            .catchUpTimeout(Duration.ofMillis(300))
            .logMaxBytes(3L << 30)
            .logMarginBytes(2500L << 20)
            .executionBacklog(77)
            .readsMaxWaiting(5)
            .readsLease(true)
            .readsClockDrift(1_500)
            .sessionIdleTimeout(Duration.ofHours(2))
            .sessionMaxOutstanding(99)
            .sessionMaxCount(1234)
            .sessionMaxAnswerBytes(3 << 20)
            .sessionMaxKeptBytes(11 << 20)
            .sessionMaxAllKeptBytes(77 << 20)
            .sessionMaxEventBytes(9 << 20)
            .serviceOnException(OnException.STOP)
            .adminFrom(AdminFrom.ANY)
            .serviceMaxTimers(77)
            .serviceDigestSlots(88)
            .networkMaxFrame(16 << 20)
            .networkPeerBuffer(33 << 20)
            .networkClientBuffer(5 << 20)
            .networkRepliesMax(99 << 20)
            .networkUnfinishedMax(98 << 20)
            .networkIdleTimeout(Duration.ofSeconds(97))
            .networkMaxConnections(44)
            .networkClientThreads(3)
            .networkTransport(TransportChoice.NIO)
            .networkDatagramMaxBytes(60 << 10)
            .networkBandwidth(10_000_000)
            .instrumentation(true)
            .instrumentationInterval(Duration.ofSeconds(5))
            .instrumentationCsv(Path.of("/var/log/synod/cpu.csv"))
            .metricsPort(9400)
            .threadLayout(ThreadLayout.MERGED)
            .build();

    assertThat(built).isEqualTo(SynodConfig.load(Configs.three(folder, EVERY_KEY)));
    assertThat(built).isNotEqualTo(Configs.builder().build());
  }

  @Test
  void a_configuration_written_out_is_read_back_equal() {
    SynodConfig config =
        Configs.builder().replica(3, "fe80::1%eth0", 1, 2).replica(4, "a-b.example", 3, 4).build();
    assertThat(SynodConfig.load(Configs.file(folder, config.toProperties()))).isEqualTo(config);
  }
}
