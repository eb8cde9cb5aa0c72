package io.synod.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.replica.config.ThreadLayout;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Replicas and clients as they ship, in one thread on virtual time. */
class HostedClusterTest {
  private static final int REQUESTS = 50;

  @ParameterizedTest
  @EnumSource
  void a_cluster_answers_in_every_layout(ThreadLayout layout) throws Exception {
    HostedCluster cluster = new HostedCluster(1, 3, layout);
    cluster.startAll();
    SynodClient client = cluster.client(0);
    for (int request = 1; request <= REQUESTS; request++) {
      assertThat(Ledger.number(cluster.await(client.send(Ledger.request(request)))))
          .isEqualTo(request);
    }
    assertThat(cluster.leader()).isNotNegative();
  }

  @Test
  void the_same_seed_gives_the_same_run() throws Exception {
    assertThat(fingerprint(7)).isEqualTo(fingerprint(7));
    assertThat(fingerprint(7)).isNotEqualTo(fingerprint(8));
  }

  private static String fingerprint(long seed) throws Exception {
    HostedCluster cluster = new HostedCluster(seed, 3, ThreadLayout.STAGED);
    cluster.startAll();
    SynodClient client = cluster.client(0);
    for (int request = 0; request < REQUESTS; request++) {
      cluster.await(client.send(Ledger.request(request)));
    }
    return cluster.scheduler.now() + " ns, " + cluster.scheduler.run() + " events";
  }

  @Test
  void what_was_acknowledged_survives_the_power_cut_of_all_replicas() throws Exception {
    HostedCluster cluster = new HostedCluster(3, 3, ThreadLayout.STAGED);
    cluster.startAll();
    SynodClient client = cluster.client(0);
    for (int request = 1; request <= REQUESTS; request++) {
      cluster.await(client.send(Ledger.request(request)));
    }
    for (int id = 0; id < 3; id++) {
      cluster.powerCut(id);
    }
    cluster.startAll();
    assertThat(Ledger.number(cluster.await(client.send(Ledger.request(9)))))
        .isEqualTo(REQUESTS + 1);
  }

  @Test
  void a_cluster_goes_on_without_its_leader_and_takes_it_back() throws Exception {
    HostedCluster cluster = new HostedCluster(5, 3, ThreadLayout.STAGED);
    cluster.startAll();
    SynodClient client = cluster.client(0);
    cluster.await(client.send(Ledger.request(1)));
    int leader = cluster.leader();
    cluster.kill(leader);
    assertThat(Ledger.number(cluster.await(client.send(Ledger.request(2))))).isEqualTo(2);
    cluster.start(leader);
    cluster.pass(Duration.ofSeconds(5));
    assertThat(Ledger.number(cluster.await(client.send(Ledger.request(3))))).isEqualTo(3);
    cluster.pass(Duration.ofSeconds(2));
    for (int id = 0; id < 3; id++) {
      assertThat(cluster.ledger(id).count()).as("replica %d", id).isEqualTo(3);
      assertThat(cluster.ledger(id).mixed()).isEqualTo(cluster.ledger(leader).mixed());
    }
  }
}
