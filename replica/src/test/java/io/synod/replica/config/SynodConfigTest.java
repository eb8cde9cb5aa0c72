package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.membership.Membership;
import io.synod.core.message.Accept;
import io.synod.core.message.Decided;
import io.synod.core.message.Message;
import io.synod.core.message.Promise;
import io.synod.core.message.Promises;
import io.synod.core.message.Relay;
import io.synod.core.message.Vote;
import io.synod.core.replica.ReplicaSettings;
import io.synod.core.settings.BatchLimits;
import io.synod.core.settings.BatchPolicy;
import io.synod.core.settings.BatchSettings;
import io.synod.core.settings.DirectIo;
import io.synod.core.settings.Durability;
import io.synod.core.settings.PrioritySettings;
import io.synod.core.settings.SyncMethod;
import io.synod.core.snapshot.SnapshotSettings;
import io.synod.network.wire.Frame;
import io.synod.network.wire.MessageCodec;
import io.synod.replica.assembly.CoreSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class SynodConfigTest {
  @TempDir Path folder;

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
  void null_is_refused_where_it_is_given_and_named() {
    SynodConfigBuilder builder = SynodConfig.builder();
    assertThatThrownBy(() -> builder.set(null, "sync")).hasMessage("key");
    assertThatThrownBy(() -> builder.set("durability", null)).hasMessage("durability");
    assertThatThrownBy(() -> builder.replica(0, null, 7100, 7200)).hasMessage("host");
    assertThatThrownBy(() -> builder.region(0, null)).hasMessage("region");
    assertThatThrownBy(() -> builder.clusterName(null)).hasMessage("cluster.name");
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
        SynodConfig.load(Configs.three(folder, EverySettingTest.EVERY_KEY)).instrumentation();
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
      ByteBuf frame = new MessageCodec().encode(message, ByteBufAllocator.DEFAULT);
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
  void a_later_value_replaces_one_that_could_not_be_used() {
    SynodConfig config =
        SynodConfig.load(
            Configs.three(
                folder, "pipeline.window = 0", "batch.policy = x", "replica.2.priority = x"),
            List.of("pipeline.window = 5", "batch.policy = adaptive", "replica.2.priority = 7"));
    assertThat(config.pipeline().window()).isEqualTo(5);
    assertThat(config.election().priorities().of(2)).isEqualTo(7);
    SynodConfigBuilder builder = Configs.builder().set("replica.2", "x").pipelineWindow(0);
    assertThatThrownBy(builder::build).hasMessageContainingAll("replica.2", "pipeline.window");
    builder.replica(2, "127.0.0.1", 7102, 7202).pipelineWindow(6);
    assertThat(builder.build().pipeline().window()).isEqualTo(6);
    builder.pipelineWindow(-1).pipelineWindow(0);
    assertThatThrownBy(builder::build).hasMessageNotContaining("-1");
  }

  @Test
  void relay_groups_are_groups_of_replicas() {
    for (int number : List.of(-1, 32)) {
      assertThatThrownBy(() -> Configs.builder().relayGroups(List.of(Set.of(0, number))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("a replica has a number from 0 to 31, not " + number);
    }
    assertThatThrownBy(() -> Configs.builder().relayGroups(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no relay groups are given");
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
