package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.ReplicaStatus;
import io.synod.client.SynodClient;
import io.synod.core.settings.AdminFrom;
import io.synod.core.settings.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class TransferTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;

  private final ExecutorService sender = Executors.newSingleThreadExecutor();

  @AfterEach
  void end() {
    sender.shutdownNow();
  }

  private LocalCluster cluster(int size) {
    return cluster(size, "auto");
  }

  private LocalCluster cluster(int size, String electionTimeout) {
    return new LocalCluster(
        size,
        config ->
            config
                .durability(Durability.SYNC)
                .storageDirectory(folder)
                .journalSegmentBytes(1 << 16)
                .set("election.timeout", electionTimeout));
  }

  @Test
  void every_replica_leads_in_turn_under_load_and_no_request_is_lost() throws Exception {
    try (LocalCluster cluster = cluster(3);
        SynodClient client = cluster.client()) {
      List<CompletableFuture<byte[]>> sums = new ArrayList<>();
      AtomicBoolean done = new AtomicBoolean();
      client.execute(SumService.number(1));
      Future<?> load =
          sender.submit(
              () -> {
                while (!done.get()) {
                  sums.add(client.sendWaiting(SumService.number(1)));
                }
                return null;
              });
      for (int turn = 0; turn < 9; turn++) {
        cluster.lead((cluster.leader() + 1) % 3);
      }
      done.set(true);
      load.get(60, TimeUnit.SECONDS);
      long expected = 1;
      for (CompletableFuture<byte[]> sum : sums) {
        assertThat(SumService.number(sum.get(60, TimeUnit.SECONDS))).isEqualTo(++expected);
      }
    }
  }

  @Test
  void the_replica_of_the_highest_priority_leads_in_the_end_and_again_after_its_restart() {
    try (LocalCluster cluster =
        new LocalCluster(3, config -> config.priority(1, 9).leaderSettle(Duration.ofMillis(100)))) {
      awaitLeader(cluster, 1);
      cluster.restart(1);
      awaitLeader(cluster, 1);
    }
  }

  @Test
  void a_transfer_that_has_ended_is_forgotten() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config)) {
      cluster.leader();
      CompletableFuture<Void> closed = cluster.replica(0).closed();
      int before = closed.getNumberOfDependents();
      for (int transfer = 0; transfer < 100; transfer++) {
        cluster.replica(0).transferLeadership(0).get(20, TimeUnit.SECONDS);
      }
      // The last one may be about to be removed.
      assertThat(closed.getNumberOfDependents()).isLessThanOrEqualTo(before + 1);
    }
  }

  private static void awaitLeader(LocalCluster cluster, int wanted) {
    Pause.until(() -> cluster.isLeader(wanted));
  }

  @Test
  void a_leader_that_is_closed_leaves_another_leader_behind() throws Exception {
    try (LocalCluster cluster = cluster(3, "3s");
        SynodClient client = cluster.client()) {
      // A machine that stands still may spoil one.
      assertThat(
              anotherLeadsAtOnce(cluster, client)
                  || anotherLeadsAtOnce(cluster, client)
                  || anotherLeadsAtOnce(cluster, client))
          .isTrue();
    }
  }

  private static boolean anotherLeadsAtOnce(LocalCluster cluster, SynodClient client)
      throws Exception {
    long sum = SumService.number(client.execute(SumService.number(1)));
    int first = cluster.leader();
    cluster.replica(first).close();
    long begin = System.nanoTime();
    assertThat(SumService.number(client.execute(SumService.number(1)))).isEqualTo(sum + 1);
    // Without a transfer the others would have waited for an election timeout.
    boolean isAtOnce = System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2);
    assertThat(cluster.leader()).isNotEqualTo(first);
    cluster.restart(first);
    return isAtOnce;
  }

  @Test
  void a_replica_that_cannot_lead_leaves_the_leader_leading() throws Exception {
    // No other is elected meanwhile, however busy the machine is.
    try (LocalCluster cluster = cluster(3, "5s")) {
      int leader = cluster.leader();
      int follower = (leader + 1) % 3;
      assertThatThrownBy(() -> cluster.replica(leader).transferLeadership(7).get())
          .hasCauseInstanceOf(ReplicaException.class)
          .hasMessageContaining("the cluster has no replica 7");
      assertThatThrownBy(() -> cluster.replica(follower).transferLeadership(leader).get())
          .hasMessageContaining("this replica does not lead");
      cluster.replica(leader).transferLeadership(leader).get(60, TimeUnit.SECONDS);
      assertThat(cluster.leader()).isEqualTo(leader);
      cluster.replica(leader).close();
      assertThatThrownBy(() -> cluster.replica(leader).transferLeadership(follower).get())
          .hasMessageContaining("has stopped");
    }
  }

  @Test
  void one_replica_alone_closes_at_once() {
    try (LocalCluster cluster = cluster(1)) {
      assertThat(closesAtOnce(cluster) || closesAtOnce(cluster) || closesAtOnce(cluster)).isTrue();
    }
  }

  private static boolean closesAtOnce(LocalCluster cluster) {
    int leader = cluster.leader();
    long begin = System.nanoTime();
    cluster.replica(leader).close();
    boolean isAtOnce = System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(2);
    cluster.restart(leader);
    return isAtOnce;
  }

  @Test
  void a_port_that_takes_no_operator_s_commands_says_so() throws Exception {
    try (LocalCluster cluster =
        new LocalCluster(
            3, config -> config.durability(Durability.MEMORY).adminFrom(AdminFrom.NONE))) {
      int leader = cluster.leader();
      String name = cluster.config().cluster().name();
      String refusal = "takes no operator's commands from /127.0.0.1";
      var port = cluster.config().cluster().replica(leader).client();
      assertThatThrownBy(() -> ReplicaStatus.moveLeader(port, name, -1, PATIENCE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(refusal)
          .hasMessageContaining("its admin.from is none");
      assertThatThrownBy(() -> ReplicaStatus.skip(port, name, 0, 0, PATIENCE))
          .hasMessageContaining(refusal);
      assertThat(cluster.replica(leader).statusJson())
          .contains("\"transfer\":{\"count\":0,\"failure\":null}");
    }
  }
}
