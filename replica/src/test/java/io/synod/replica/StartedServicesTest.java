package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.replica.config.SynodConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service begins without state, so it is used for one start. */
@Timeout(60)
class StartedServicesTest {
  private final SynodConfig config = LocalCluster.addresses(3).build();
  private final SumService service = new SumService();
  private final SynodReplica.Builder builder =
      SynodReplica.builder().config(config).id(0).service(service);

  private void isRefused(SynodReplica.Builder start) {
    assertThatThrownBy(start::start)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("give each start a new one");
  }

  @Test
  void two_replicas_do_not_share_a_service() {
    try (SynodReplica first = builder.start()) {
      isRefused(SynodReplica.builder().config(config).id(1).service(service));
      assertThat(first.closed()).isNotDone();
    }
  }

  @Test
  void a_builder_starts_a_replica_again_only_with_a_new_service() {
    builder.start().close();
    isRefused(builder);
    builder.service(new SumService()).start().close();
  }

  @Test
  void a_learner_does_not_share_a_service_with_a_replica() {
    try (SynodReplica replica = builder.start()) {
      InetSocketAddress any = new InetSocketAddress("127.0.0.1", 0);
      assertThatThrownBy(
              () -> SynodLearner.builder().config(config).service(service).listen(any).start())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("give each start a new one");
      assertThat(replica.closed()).isNotDone();
    }
  }

  @Test
  void a_start_that_failed_can_be_tried_again() throws Exception {
    int port = config.cluster().replica(0).client().getPort();
    try (ServerSocket other = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(other.isBound()).isTrue();
      assertThatThrownBy(builder::start).isInstanceOf(ReplicaException.class);
    }
    builder.start().close();
  }
}
