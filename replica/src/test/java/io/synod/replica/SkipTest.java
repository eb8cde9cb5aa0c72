package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.ReplicaStatus;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.core.settings.Durability;
import io.synod.core.settings.OnException;
import io.synod.log.LogEntry;
import io.synod.log.LogListener;
import io.synod.log.LogSnapshot;
import io.synod.log.SynodLog;
import io.synod.service.ServiceException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A request at which the service of every replica throws, where that stops it. */
@Timeout(300)
class SkipTest {
  private static final Pattern HALTED =
      Pattern.compile("\"halted\":\\{\"slot\":(\\d+),\"request\":(\\d+),");
  private static final Pattern DECIDED = Pattern.compile("\"decided\":(\\d+)");
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  // For requests behind that one: they wait while the test has replicas restart.
  private static final Duration LONG = Duration.ofSeconds(200);

  @TempDir private Path folder;

  private LocalCluster cluster() {
    return new LocalCluster(
        3,
        config ->
            config
                .durability(Durability.SYNC)
                .storageDirectory(folder)
                .journalSegmentBytes(1 << 16)
                .pipelineWindow(2)
                .executionBacklog(5)
                .snapshotLogSlots(4)
                .serviceOnException(OnException.STOP));
  }

  /** Waits until all replicas wait at the same request; returns its slot and its number there. */
  private static Matcher awaitHalt(LocalCluster cluster) {
    List<String> found = new ArrayList<>();
    Matcher last = null;
    while (found.size() < 3) {
      found.clear();
      for (int id = 0; id < 3; id++) {
        last = HALTED.matcher(cluster.replica(id).statusJson());
        if (last.find() && (found.isEmpty() || found.get(0).equals(last.group()))) {
          found.add(last.group());
        }
      }
      Pause.once();
    }
    return last;
  }

  private static void skip(LocalCluster cluster, Matcher halt) throws Exception {
    int leader = cluster.leader();
    ReplicaStatus.skip(
        cluster.config().cluster().replica(leader).client(),
        cluster.config().cluster().name(),
        Long.parseLong(halt.group(1)),
        Integer.parseInt(halt.group(2)),
        PATIENCE);
  }

  @Test
  void it_is_skipped_by_all_also_when_they_execute_it_again() throws Exception {
    try (LocalCluster cluster = cluster()) {
      try (SynodClient client = cluster.client()) {
        client.execute(SumService.number(1));
        CompletableFuture<byte[]> poison = client.send(SumService.number(-5));
        // More than the backlog holds.
        List<CompletableFuture<byte[]>> behind = new ArrayList<>();
        for (int request = 0; request < 300; request++) {
          behind.add(client.send(SumService.number(1)));
        }
        Matcher halt = awaitHalt(cluster);
        CompletableFuture<byte[]> read = client.query(SumService.number(0), Consistency.LEADER);
        assertThat(poison).isNotDone();
        assertThat(behind.get(299)).isNotDone();
        assertThat(read).isNotDone();
        skip(cluster, halt);
        assertThatThrownBy(() -> poison.get(60, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class)
            .cause()
            .isInstanceOf(ServiceException.class)
            .hasMessage(
                "the service failed at this request, which was skipped: slot %s, request %s",
                halt.group(1), halt.group(2));
        assertThat(SumService.number(behind.get(299).get(60, TimeUnit.SECONDS))).isEqualTo(301);
        assertThat(SumService.number(read.get(60, TimeUnit.SECONDS))).isPositive();
      }
      awaitSums(cluster, 301);
      for (int id = 0; id < 3; id++) {
        cluster.replica(id).close();
      }
      for (int id = 0; id < 3; id++) {
        cluster.restart(id);
      }
      awaitSums(cluster, 301);
    }
  }

  @Test
  void a_learner_waits_and_goes_on_as_well() throws Exception {
    SumService followed = new SumService();
    try (LocalCluster cluster = cluster();
        SynodLearner learner =
            SynodLearner.builder()
                .config(cluster.config())
                .service(followed)
                .listen(new InetSocketAddress("127.0.0.1", 0))
                .start();
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(1));
      client.send(SumService.number(-5));
      Matcher halt = awaitHalt(cluster);
      Pause.until(() -> learner.statusJson().contains(halt.group()));
      skip(cluster, halt);
      client.execute(SumService.number(1));
      Pause.until(() -> followed.sum() == 2);
      assertThat(learner.statusJson()).contains("\"halted\":null");
    }
  }

  @Test
  void replicas_that_start_again_wait_again() throws Exception {
    try (LocalCluster cluster = cluster()) {
      try (SynodClient client = cluster.client()) {
        client.execute(SumService.number(1));
        client.send(SumService.number(-5));
        String first = awaitHalt(cluster).group();
        for (int id = 0; id < 3; id++) {
          cluster.replica(id).close();
        }
        for (int id = 0; id < 3; id++) {
          cluster.restart(id);
        }
        Matcher halt = awaitHalt(cluster);
        assertThat(halt.group()).isEqualTo(first);
        // Another request is not skipped by this.
        cluster.leader();
        skip(cluster, another());
        assertThat(awaitHalt(cluster).group()).isEqualTo(first);
        skip(cluster, halt);
        assertThat(SumService.number(client.execute(SumService.number(1)))).isEqualTo(2);
      }
    }
  }

  @Test
  void replicas_that_have_lost_their_state_get_that_of_one_that_has_halted() throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    SynodLogTest.forgetsSoon(config)
                        .durability(Durability.EPOCH)
                        .storageDirectory(folder)
                        .journalSegmentBytes(1 << 16)
                        .serviceOnException(OnException.STOP));
        SynodClient client = cluster.client(LONG);
        SynodLog log = SynodLogTest.log(cluster)) {
      for (int request = 0; request < 3_000; request++) {
        client.send(SumService.number(1));
      }
      client.execute(SumService.number(1));
      client.send(SumService.number(-5));
      CompletableFuture<byte[]> behind = client.send(SumService.number(1));
      Matcher halt = awaitHalt(cluster);
      int leader = cluster.leader();
      for (int id = 0; id < 3; id++) {
        if (id != leader) {
          cluster.restart(id);
          assertThat(awaitHalt(cluster).group()).isEqualTo(halt.group());
        }
      }
      CompletableFuture<Long> read = new CompletableFuture<>();
      log.subscribe(0, new SnapshotReader(read));
      // Its sums are those of a whole slot, which there is none of as yet.
      assertThatThrownBy(() -> read.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      int follower = leader == 0 ? 1 : 0;
      cluster.replica(follower).close();
      Path directory = cluster.config().storage().directoryOf(follower);
      assertThat(ForcedQuorum.read(cluster.config(), List.of(directory)).haltedSlot())
          .isEqualTo(Long.parseLong(halt.group(1)));
      cluster.restart(follower);
      skip(cluster, halt);
      assertThat(SumService.number(behind.get(60, TimeUnit.SECONDS))).isEqualTo(3_002);
      awaitSums(cluster, 3_002);
      assertThat(read.get(60, TimeUnit.SECONDS)).isEqualTo(3_002);
      assertThat(SumService.number(client.execute(SumService.number(1)))).isEqualTo(3_003);
    }
  }

  /** The slot that skips the request lies behind those that it has space for. */
  @Test
  void one_with_a_smaller_backlog_goes_on_with_the_state_of_another() throws Exception {
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    config
                        .durability(Durability.SYNC)
                        .storageDirectory(folder)
                        .batchMaxBytes(64)
                        .pipelineWindow(2)
                        .executionBacklog(64)
                        .catchUpTimeout(Duration.ofMillis(10))
                        .serviceOnException(OnException.STOP)
                        // The leader with the waiting query must stay one.
                        .electionTimeout(Duration.ofSeconds(5)));
        SynodClient client = cluster.client(LONG)) {
      int leader = cluster.leader();
      int small = leader == 0 ? 1 : 0;
      cluster.restart(small, cluster.config().toBuilder().executionBacklog(5).build());
      client.execute(SumService.number(1));
      CountDownLatch gate = cluster.service(leader).holdQueries();
      client.query(SumService.number(0), Consistency.LEADER);
      cluster.service(leader).awaitQuery();
      client.send(SumService.number(-5));
      for (int request = 0; request < 40; request++) {
        client.send(SumService.number(1));
      }
      Pause.until(() -> decided(cluster, leader) >= decided(cluster, small) + 20);
      gate.countDown();
      skip(cluster, awaitHalt(cluster));
      awaitSums(cluster, 41);
    }
  }

  private static long decided(LocalCluster cluster, int id) {
    Matcher decided = DECIDED.matcher(cluster.replica(id).statusJson());
    assertThat(decided.find()).isTrue();
    return Long.parseLong(decided.group(1));
  }

  /** Receives the sum in its first snapshot. */
  private record SnapshotReader(CompletableFuture<Long> sum) implements LogListener {
    @Override
    public void onEntry(LogEntry entry) {}

    @Override
    public void onSnapshot(long next, LogSnapshot snapshot) throws IOException {
      sum.complete(ByteBuffer.wrap(snapshot.state().readAllBytes()).getLong());
    }
  }

  private static Matcher another() {
    Matcher other = HALTED.matcher("\"halted\":{\"slot\":0,\"request\":7,");
    assertThat(other.find()).isTrue();
    return other;
  }

  private static void awaitSums(LocalCluster cluster, long sum) {
    for (int id : List.of(0, 1, 2)) {
      Pause.until(() -> cluster.service(id).sum() == sum);
    }
  }
}
