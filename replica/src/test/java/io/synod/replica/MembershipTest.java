package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.settings.Durability;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that change while the cluster runs, with real sockets and files. */
@Timeout(120)
class MembershipTest {
  private static final ReplicaSet NONE = ReplicaSet.EMPTY;

  // Not as many requests as come, for the sake of the processors.
  private static final long BETWEEN_REQUESTS_NANOS = 1_000_000;

  @TempDir Path directory;

  private final ExecutorService sender = Executors.newSingleThreadExecutor();
  private final AtomicBoolean done = new AtomicBoolean();
  private final AtomicLong acknowledged = new AtomicLong();

  @AfterEach
  void end() {
    sender.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void members_are_added_removed_and_all_replaced_while_requests_run(Durability level)
      throws Exception {
    try (ChangingCluster cluster = new ChangingCluster(directory, level);
        SynodClient client = cluster.client()) {
      cluster.form(0, 1, 2);
      Future<?> load = sender.submit(() -> addOnes(client));
      cluster.join(3, 0, 1, 2);
      cluster.change(1, ReplicaSet.of(3), NONE);
      awaitProgress();
      cluster.change(2, NONE, ReplicaSet.of(0));
      cluster.replica(0).closed().get(30, TimeUnit.SECONDS);
      awaitProgress();

      for (int number : new int[] {4, 5, 6}) {
        cluster.join(number, 1, 2, 3);
      }
      cluster.change(3, ReplicaSet.of(4).with(5).with(6), ReplicaSet.of(1).with(2).with(3));
      for (int removed : new int[] {1, 2}) {
        cluster.replica(removed).closed().get(30, TimeUnit.SECONDS);
      }
      awaitProgress();
      done.set(true);
      load.get(30, TimeUnit.SECONDS);
      for (int number : new int[] {4, 5, 6}) {
        cluster.awaitSum(number, acknowledged.get());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_member_comes_back_into_the_current_membership_with_its_old_file(boolean leases)
      throws Exception {
    try (ChangingCluster cluster = new ChangingCluster(directory, Durability.SYNC, leases);
        SynodClient client = cluster.client()) {
      cluster.form(0, 1, 2);
      cluster.join(3, 0, 1, 2);
      add(client, 10);
      cluster.change(1, ReplicaSet.of(3), NONE);
      add(client, 10);
      for (int number : new int[] {0, 1, 3}) {
        cluster.awaitSum(number, 20);
        cluster.replica(number).close();
        cluster.start(number);
      }
      cluster.replica(2).close();
      // Three of four decide.
      add(client, 10);
      cluster.awaitSum(1, 30);
      cluster.start(2);
      cluster.awaitSum(2, 30);
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void a_member_comes_back_with_a_file_that_lists_the_replica_that_was_added(Durability level)
      throws Exception {
    try (ChangingCluster cluster = new ChangingCluster(directory, level);
        SynodClient client = cluster.client()) {
      cluster.form(0, 1, 2);
      cluster.join(3, 0, 1, 2);
      add(client, 10);
      cluster.change(1, ReplicaSet.of(3), NONE);
      add(client, 10);
      cluster.awaitSum(0, 20);
      cluster.replica(0).close();
      cluster.startListing(0, 0, 1, 2, 3);
      add(client, 10);
      cluster.awaitSum(0, 30);
    }
  }

  /** One file of a service manager may be for all replicas. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MEMORY")
  void a_member_that_starts_again_with_join_stays_a_member(Durability level) throws Exception {
    try (ChangingCluster cluster = new ChangingCluster(directory, level);
        SynodClient client = cluster.client()) {
      cluster.form(0, 1, 2);
      add(client, 10);
      cluster.awaitSum(0, 10);
      cluster.replica(0).close();
      cluster.join(0, 1, 2);
      cluster.awaitMember(0);
      cluster.replica(2).close();
      // Two of three decide.
      add(client, 10);
      cluster.awaitSum(0, 20);
    }
  }

  @Test
  void a_removed_member_that_comes_back_with_its_old_directory_ends_by_itself() throws Exception {
    try (ChangingCluster cluster = new ChangingCluster(directory, Durability.SYNC);
        SynodClient client = cluster.client()) {
      cluster.form(0, 1, 2);
      add(client, 10);
      cluster.awaitSum(0, 10);
      cluster.replica(0).close();
      cluster.change(1, NONE, ReplicaSet.of(0));
      add(client, 10);
      cluster.start(0);

      cluster.replica(0).closed().get(30, TimeUnit.SECONDS);

      add(client, 10);
      cluster.awaitSum(1, 30);
    }
  }

  @Test
  void a_removed_member_says_that_it_is_none_and_waits_for_no_leader() throws Exception {
    try (LogLines log = new LogLines("io.synod.replica")) {
      try (ChangingCluster cluster = new ChangingCluster(directory, Durability.SYNC);
          SynodClient client = cluster.client()) {
        cluster.form(0, 1, 2);
        add(client, 10);
        cluster.change(1, NONE, ReplicaSet.of(0));
        cluster.replica(0).closed().get(30, TimeUnit.SECONDS);
      }
      List<String> ofIt =
          log.all().stream()
              .filter(line -> line.startsWith("replica 0: "))
              .dropWhile(line -> !line.contains("entered membership 1 as a standby"))
              .toList();
      assertThat(ofIt)
          .contains(
              "replica 0: is no member any more: the members {1,2} go on without it; it answers no"
                  + " requests")
          .noneMatch(line -> line.contains("no leader is known"));
    }
  }

  /** Each request adds 1, so the answers count without a gap or a repetition. */
  private Void addOnes(SynodClient client) throws Exception {
    while (!done.get()) {
      long sum = SumService.number(client.execute(SumService.number(1)));
      assertThat(sum).isEqualTo(acknowledged.get() + 1);
      acknowledged.set(sum);
      LockSupport.parkNanos(BETWEEN_REQUESTS_NANOS);
    }
    return null;
  }

  private static void add(SynodClient client, int requests) throws Exception {
    for (int request = 0; request < requests; request++) {
      client.execute(SumService.number(1));
    }
  }

  /** The test's time-out bounds the wait. */
  private void awaitProgress() {
    long before = acknowledged.get();
    Pause.until(() -> acknowledged.get() >= before + 100);
  }
}
