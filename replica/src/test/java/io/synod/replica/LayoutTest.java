package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.uring.IoUring;
import io.synod.client.SynodClient;
import io.synod.core.settings.BatchPolicy;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.ThreadLayout;
import io.synod.replica.config.TransportChoice;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users see is the same in every layout of threads. */
@Timeout(60)
class LayoutTest {

  @ParameterizedTest
  @EnumSource
  void requests_are_executed_once_and_in_order(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config.threadLayout(layout));
        SynodClient client = cluster.client()) {
      Sums.assertSums(Sums.sendOnes(client, 5_000), 1);
      Sums.awaitSums(cluster, 5_000, List.of(0, 1, 2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void executed_slots_are_decided_in_every_status(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                1, config -> config.threadLayout(layout).set("batch.max-bytes", "256B"));
        SynodClient client = cluster.client()) {
      CompletableFuture<byte[]> last = Sums.sendOnes(client, 10_000).get(9_999);
      while (!last.isDone()) {
        ReplicaState state = cluster.replica(0).state();
        assertThat(state.executed()).isLessThanOrEqualTo(state.decided());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "NIO", "IO_URING"})
  void every_transport_carries_them(TransportChoice transport) throws Exception {
    assumeTrue(transport != TransportChoice.IO_URING || IoUring.isAvailable());
    try (LocalCluster cluster =
            new LocalCluster(
                3, config -> config.networkTransport(transport).threadLayout(ThreadLayout.MERGED));
        SynodClient client = cluster.client()) {
      Sums.assertSums(Sums.sendOnes(client, 3_000), 1);
      Sums.awaitSums(cluster, 3_000, List.of(0, 1, 2));
    }
  }

  @ParameterizedTest
  @EnumSource
  void requests_outlive_the_leader(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config.threadLayout(layout));
        SynodClient client = cluster.client()) {
      int leader = cluster.leader();
      List<CompletableFuture<byte[]>> before = Sums.sendOnes(client, 2_000);
      before.get(100).get(30, TimeUnit.SECONDS);
      cluster.replica(leader).close();
      List<CompletableFuture<byte[]>> after = Sums.sendOnes(client, 2_000);
      Sums.assertSums(before, 1);
      Sums.assertSums(after, 2_001);
      Sums.awaitSums(cluster, 4_000, Sums.others(cluster, leader));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_leader_that_has_stopped_says_so_and_may_be_closed_again(ThreadLayout layout) {
    try (LocalCluster cluster = new LocalCluster(3, config -> config.threadLayout(layout))) {
      SynodReplica leader = cluster.replica(cluster.leader());
      leader.close();
      assertThatThrownBy(() -> leader.transferLeadership(0).get())
          .hasMessageContaining("has stopped");
      leader.close();
    }
  }

  /** It must not, but a replica that stands still for ever helps nobody. */
  @ParameterizedTest
  @EnumSource
  void a_service_that_closes_its_replica_ends_it(ThreadLayout layout) throws Exception {
    CompletableFuture<SynodReplica> self = new CompletableFuture<>();
    SynodConfig config = LocalCluster.addresses(1).threadLayout(layout).build();
    Closing service = new Closing(self);
    SynodReplica replica = SynodReplica.builder().config(config).id(0).service(service).start();
    self.complete(replica);
    try (SynodClient client = LocalCluster.client(config)) {
      client.send(new byte[1]);
      assertThat(replica.closed()).succeedsWithin(Duration.ofSeconds(30));
    }
  }

  /** Closes its replica at a request. */
  private record Closing(CompletableFuture<SynodReplica> replica) implements Service {

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      replica.join().close();
      return new byte[0];
    }

    @Override
    public byte[] query(ByteBuffer request) {
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {
      // It has no state.
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_read_sees_what_was_acknowledged_before_it(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config.threadLayout(layout));
        SynodClient client = cluster.client()) {
      for (int round = 1; round <= 200; round++) {
        client.execute(SumService.number(1));
        byte[] read = client.query(new byte[0]).get(30, TimeUnit.SECONDS);
        assertThat(SumService.number(read)).isEqualTo(round);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_refusal_of_the_service_is_an_answer(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config.threadLayout(layout));
        SynodClient client = cluster.client()) {
      assertThatThrownBy(() -> client.execute(SumService.number(0)))
          .isInstanceOf(ServiceException.class)
          .hasMessage("nothing to add");
      assertThat(SumService.number(client.execute(SumService.number(7)))).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_full_queue_delays_requests_and_loses_none(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    config
                        .threadLayout(layout)
                        .batchPolicy(BatchPolicy.NAGLE)
                        .networkMaxFrame(4096)
                        .networkPeerBuffer(65536)
                        .catchUpMaxBytes(1024)
                        .snapshotPartBytes(1024)
                        .batchMaxBytes(2048)
                        .queueMaxBytes(16_384)
                        .pipelineWindow(1));
        SynodClient client = cluster.client()) {
      Sums.assertSums(Sums.sendOnes(client, 3_000), 1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_replica_alone_is_a_cluster(ThreadLayout layout) throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config.threadLayout(layout));
        SynodClient client = cluster.client()) {
      assertThat(SumService.number(client.execute(SumService.number(3)))).isEqualTo(3);
    }
  }
}
