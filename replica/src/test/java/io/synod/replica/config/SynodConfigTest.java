package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.learner.LearnerSettings;
import io.synod.core.membership.MemberEntry;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.Relay;
import io.synod.core.message.Vote;
import io.synod.core.recovery.RecoverySettings;
import io.synod.core.replica.ClientBounds;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.AdminFrom;
import io.synod.core.settings.AnswerLimits;
import io.synod.core.settings.BatchLimits;
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
import io.synod.network.wire.Frame;
import io.synod.network.wire.MessageCodec;
import io.synod.replica.assembly.CoreSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SynodConfigTest {
  private static final String EVERY_KEY =
      """
      cluster.phase1-quorum = 3
      cluster.phase2-quorum = 1
      cluster.begin = join
      membership.alpha = 600
      member.lag-max = 55
      member.linger = 3min
      durability = sync
      storage.directory = /var/lib/synod
      storage.max-bytes = 7GiB
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
                7L << 30,
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
                new RelaySettings(List.of(), 2, 0, 70_000_000),
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
  void a_cluster_begins_with_all_replicas_of_the_file_and_one_that_joins_with_the_others() {
    SynodConfigBuilder builder =
        Configs.builder().replica(7, "127.0.0.1", 7107, 7207).priority(2, 9).quorums(4, 1);
    ReplicaSettings forms = CoreSettings.replica(builder.build(), 7);
    ReplicaSettings joins =
        CoreSettings.replica(builder.clusterBegin(ClusterBegin.JOIN).build(), 7);

    assertThat(forms.quorums()).isEqualTo(new Quorums(ReplicaSet.all(3).with(7), 4, 1));
    assertThat(forms.membership().member(2).priority()).isEqualTo(9);
    assertThat(forms.membership().member(7).peerAddress()).isEqualTo("127.0.0.1:7107");
    assertThat(forms.standby().lingerNanos()).isEqualTo(60_000_000_000L);
    assertThat(joins.quorums()).isEqualTo(new Quorums(ReplicaSet.all(3), 3, 1));
    assertThat(joins.standby().lingers()).isFalse();
    assertThat(joins.membership().cluster()).isEqualTo(forms.membership().cluster());
  }

  @Test
  void a_majority_of_the_file_is_a_majority_of_the_members_whatever_their_number() {
    SynodConfig four =
        Configs.builder()
            .replica(3, "127.0.0.1", 7103, 7203)
            .clusterBegin(ClusterBegin.JOIN)
            .build();
    assertThat(CoreSettings.replica(four, 3).membership().phase2()).isEqualTo(Membership.MAJORITY);
    assertThat(CoreSettings.replica(four, 3).quorums()).isEqualTo(Quorums.majority(3));
  }

  @Test
  void a_wide_window_widens_what_a_membership_may_have_open() {
    assertThat(Configs.builder().build().membership().alpha()).isEqualTo(512);
    SynodConfig wide = Configs.builder().pipelineWindow(700).executionBacklog(1400).build();
    assertThat(wide.membership().alpha()).isEqualTo(700);
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
            .storageMaxBytes(7L << 30)
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

  @Test
  void an_unset_key_has_its_default() {
    SynodConfig config = SynodConfig.load(Configs.three(folder));
    assertThat(config.batch())
        .isEqualTo(new BatchSettings(1 << 20, 10_000_000_000L, BatchPolicy.ADAPTIVE, 16L << 20));
    assertThat(config.autopilot().on()).isTrue();
    assertThat(config.autopilot().start()).isEqualTo(AutopilotConfig.START);
    assertThat(config.autopilot().most()).isEqualTo(new BatchLimits(1 << 20, 512));
    assertThat(config.autopilot().least()).isEqualTo(new BatchLimits(1 << 10, 1));
    assertThat(config.cluster().quorums()).isEqualTo(Quorums.majority(3));
    assertThat(config.limits()).isEqualTo(new LimitsConfig(256L << 20, 16L << 20, 1024, 10_000));
    assertThat(config.durability()).isEqualTo(Durability.SYNC);
    assertThat(config.storage())
        .isEqualTo(
            new StorageConfig(
                Path.of("data"),
                Long.MAX_VALUE,
                256L << 20,
                60_000_000_000L,
                64L << 20,
                DirectIo.AUTO,
                SyncMethod.AUTO));
    assertThat(config.snapshot())
        .isEqualTo(
            new SnapshotConfig(
                256L << 20, 1_000_000, 3_600_000_000_000L, 64L << 20, 256L << 20, 256 << 10));
  }

  @Test
  void each_replica_has_a_file_and_a_port_of_its_own() {
    InstrumentationConfig config =
        SynodConfig.load(Configs.three(folder, EVERY_KEY)).instrumentation();
    assertThat(config.csvOf(2)).contains(Path.of("/var/log/synod/cpu-2.csv"));
    assertThat(config.metricsPortOf(2)).isEqualTo(9402);

    InstrumentationConfig none = SynodConfig.load(Configs.three(folder)).instrumentation();
    assertThat(none.csvOf(2)).isEmpty();
    assertThat(none.metricsPortOf(2)).isZero();
    assertThat(none.on()).isTrue();
    SynodConfig off = SynodConfig.load(Configs.three(folder, "instrumentation = off"));
    assertThat(off.instrumentation().on()).isFalse();
    assertThat(off).isEqualTo(Configs.builder().instrumentation(false).build());
  }

  @Test
  void a_file_without_an_ending_gets_its_number_behind() {
    SynodConfig config = Configs.builder().instrumentationCsv(Path.of("a.b/.rows")).build();
    assertThat(config.instrumentation().csvOf(0)).contains(Path.of("a.b/.rows-0"));
  }

  @ParameterizedTest
  @EnumSource
  void every_level_of_durability_can_be_chosen(Durability level) {
    String written = "durability = " + level.name().toLowerCase(Locale.ROOT);
    SynodConfig config = SynodConfig.load(Configs.three(folder, written));
    assertThat(config.durability()).isEqualTo(level);
    assertThat(config).isEqualTo(Configs.builder().durability(level).build());
    assertThat(config.toProperties()).contains(written + "\n");
  }

  @ParameterizedTest
  @EnumSource
  void snapshots_are_taken_as_the_journal_grows_and_only_there(Durability level) {
    SnapshotSettings settings =
        CoreSettings.replica(Configs.builder().durability(level).build(), 0).snapshot();
    boolean grows = level == Durability.SYNC;
    assertThat(settings.logBytes()).isEqualTo(grows ? 256L << 20 : SnapshotSettings.NEVER);
    assertThat(settings.logSlots()).isEqualTo(grows ? 1_000_000 : SnapshotSettings.NEVER);
    assertThat(settings.onDemand()).isEqualTo(level == Durability.MEMORY);
    assertThat(settings.partBytes()).isEqualTo(256 << 10);
  }

  @Test
  void a_single_replica_may_keep_everything_or_nothing() {
    for (Durability level : List.of(Durability.MEMORY, Durability.SYNC)) {
      SynodConfig config =
          SynodConfig.builder().clusterName("one").replica(0, "h", 1, 2).durability(level).build();
      assertThat(config.durability()).isEqualTo(level);
    }
  }

  @Test
  void each_replica_has_a_directory_of_its_own() {
    SynodConfig config = Configs.builder().storageDirectory(Path.of("/srv/a b")).build();
    assertThat(config.storage().directoryOf(2)).isEqualTo(Path.of("/srv/a b/replica-2"));
    assertThat(SynodConfig.load(Configs.file(folder, config.toProperties()))).isEqualTo(config);
  }

  @Test
  void the_largest_request_fits_every_message_of_the_largest_cluster() {
    int replicas = Quorums.REPLICAS_MAX;
    int payload = Configs.builder().build().network().requestBytesMax();
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + payload];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payload, 1, 1, 1);
    Batch batch = Batch.close(bytes, 0, 1);
    List<Vote> votes = List.of(new Vote(0, View.NONE, false, batch));
    Promise promise =
        new Promise(View.NONE, 0, 1, 1, votes, Incarnations.unknown(ReplicaSet.all(replicas)));
    for (Message message :
        List.of(
            new Accept(View.NONE, 0, 0, batch),
            new Decided(0, 1, List.of(batch)),
            promise,
            new Promises(View.NONE, List.of(new Promises.Gathered(0, promise))),
            new Relay(ReplicaSet.of(1), 1, List.of(new Accept(View.NONE, 0, 0, batch))))) {
      ByteBuf frame =
          new MessageCodec(ReplicaSet.all(replicas)).encode(message, ByteBufAllocator.DEFAULT);
      int bodyBytes = frame.readableBytes() - Frame.HEADER_BYTES;
      frame.release();
      assertThat(bodyBytes)
          .as(message.getClass().getSimpleName())
          .isLessThanOrEqualTo(Configs.builder().build().network().frameBytes());
    }
  }

  @Test
  void priorities_are_those_of_the_replicas() {
    SynodConfig config = Configs.builder().priority(2, 255).priority(0, 1).build();
    assertThat(config.election().priorities())
        .isEqualTo(new PrioritySettings(Map.of(0, 1, 2, 255), 10_000_000_000L));
    assertThat(config.toProperties()).contains("replica.0.priority = 1\nreplica.2.priority = 255");
  }

  @Test
  void regions_are_relay_groups() {
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName("regions")
            .dissemination(DisseminationChoice.RELAY)
            .relayGroupsByRegion();
    for (int id = 0; id < 6; id++) {
      builder.replica(id, "127.0.0.1", 7100 + id, 7200 + id).region(id, id % 3 == 0 ? "eu" : "us");
    }
    SynodConfig config = builder.build();
    assertThat(config.relay().groups())
        .containsExactly(ReplicaSet.of(0).with(3), ReplicaSet.of(1).with(2).with(4).with(5));
    assertThat(SynodConfig.load(Configs.file(folder, config.toProperties()))).isEqualTo(config);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "5, 1", "6, 2", "10, 2", "25, 5"})
  void elections_take_longer_where_there_are_more_replicas_unless_said(int replicas, int times) {
    SynodConfigBuilder builder = SynodConfig.builder().clusterName("many");
    for (int id = 0; id < replicas; id++) {
      builder.replica(id, "127.0.0.1", 7100 + id, 7200 + id);
    }
    assertThat(builder.build().election().timeoutNanos()).isEqualTo(times * 300_000_000L);
    assertThat(builder.build().election().heartbeatNanos()).isEqualTo(times * 50_000_000L);
    builder.electionTimeout(Duration.ofSeconds(7));
    assertThat(builder.build().election().timeoutNanos()).isEqualTo(7_000_000_000L);
  }

  @Test
  void an_override_replaces_the_file_and_an_earlier_override() {
    SynodConfig config =
        SynodConfig.load(
            Configs.three(folder, "pipeline.window = 3"),
            List.of("pipeline.window=4", "pipeline.window = 5", "replica.2=[::1]:1:2"));
    assertThat(config.pipeline().window()).isEqualTo(5);
    assertThat(config.cluster().replica(2)).isEqualTo(new ReplicaAddress("::1", 1, 2));
  }

  @Test
  void comments_blanks_and_line_ends_do_not_matter() {
    SynodConfig config =
        SynodConfig.load(
            Configs.file(
                folder,
                "\ufeff# comment\r\n! comment\r\n\r\n  cluster.name=x  \r\n"
                    + "replica.0\t=\th:1:2\r\npipeline.window =  16"));
    assertThat(config.cluster().name()).isEqualTo("x");
    assertThat(config.cluster().replicas()).containsExactly(new ReplicaAddress("h", 1, 2));
    assertThat(config.pipeline().window()).isEqualTo(16);
  }

  @Test
  void an_address_is_written_as_it_is_read() {
    ReplicaAddress address = ReplicaAddress.parse("[::1]:7100:7200");
    assertThat(address.host()).isEqualTo("::1");
    assertThat(address).hasToString("[::1]:7100:7200");
    assertThat(address.clientText()).isEqualTo("[::1]:7200");
    assertThat(address.peerText()).isEqualTo("[::1]:7100");
    assertThat(address.peer().getPort()).isEqualTo(7100);
    assertThat(address.client().isUnresolved()).isTrue();
  }

  @Test
  void an_address_of_a_port_is_read_as_it_is_written() {
    for (String host : List.of("a-b.example", "fe80::1%eth0", "10.0.0.1")) {
      ReplicaAddress address = new ReplicaAddress(host, 7100, 7200);
      assertThat(ReplicaAddress.unresolved(address.peerText())).isEqualTo(address.peer());
      assertThat(ReplicaAddress.unresolved(address.clientText())).isEqualTo(address.client());
    }
    for (String none : List.of("", "host", "host:", ":7100", "a:b:1", "host:65536", "[::1]")) {
      assertThat(ReplicaAddress.unresolved(none)).isNull();
    }
  }

  @Test
  void a_policy_that_knows_no_share_of_the_window_has_a_fixed_delay() {
    SynodConfig timed = Configs.builder().set("batch.policy", "timed").build();
    assertThat(timed.batch().maxDelayNanos()).isEqualTo(10_000_000);
    assertThat(timed.autopilot().on()).isTrue();
  }

  @Test
  void a_small_backlog_bounds_the_window() {
    SynodConfig small = Configs.builder().executionBacklog(15).build();
    assertThat(small.autopilot().most().window()).isEqualTo(7);
    assertThat(small.autopilot().start().window()).isEqualTo(7);
  }

  @Test
  void a_builder_made_of_a_configuration_leaves_it_alone() {
    SynodConfig config = Configs.builder().build();
    SynodConfig wider = config.toBuilder().pipelineWindow(32).build();
    assertThat(config.pipeline().window()).isEqualTo(512);
    assertThat(wider.pipeline().window()).isEqualTo(32);
  }

  @Test
  void a_replica_that_is_not_in_the_cluster_has_no_settings() {
    SynodConfig config = Configs.builder().build();
    assertThatThrownBy(() -> CoreSettings.replica(config, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("replica 3 is not configured: cluster test has the replicas {0,1,2}");
  }
}
