package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.SynodClient;
import io.synod.core.cluster.Origin;
import io.synod.core.settings.SessionSettings;
import io.synod.log.LogEntry;
import io.synod.log.LogSubscription;
import io.synod.log.SynodLog;
import io.synod.process.Children;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.backup.Backup;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Backups of three replicas, restored as three others. */
@Timeout(240)
final class BackupCommandTest extends BackupFixture {

  @Test
  void of_a_cluster_that_has_executed_nothing_there_is_no_backup_yet() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "new", "").start()) {
      backup(cluster).assertFailed(1, "have executed nothing yet, so there is nothing to back up");
      assertThat(backup()).doesNotExist();
      List<String> words = new ArrayList<>(backupWords(cluster));
      words.add("--follow");
      try (ReplicaProcess process = ReplicaProcess.start(words)) {
        process.readUntil("have executed nothing yet: the backup begins with their first request");
        cluster.execute("one", 1);
        process.readUntil("holds a snapshot of all slots before");
        process.terminate();
        assertThat(process.exitCode()).isZero();
      }
    }
  }

  @Test
  void one_that_is_interrupted_says_that_it_is_not_whole_and_is_made_anew() throws Exception {
    try (FileCluster cluster = new FileCluster(folder, "old", "").start();
        ServerSocket silent = new ServerSocket(0, 16, InetAddress.getByName("127.0.0.1"))) {
      cluster.execute("one", 3);
      cluster.awaitEqual();
      List<String> words = new ArrayList<>(backupWords(cluster));
      words.addAll(List.of("--from", "127.0.0.1:" + silent.getLocalPort()));
      try (ReplicaProcess process = ReplicaProcess.start(words);
          Socket taken = silent.accept()) {
        assertThat(taken.isConnected()).isTrue();
        // Unlike the process, its handle leaves what it says readable.
        ProcessHandle.of(process.pid()).orElseThrow().destroy();
        assertThat(process.readAll())
            .endsWith(
                "synod: interrupted: %s is no whole backup; the same command makes it anew\n"
                    .formatted(backup()));
        assertThat(process.exitCode()).isEqualTo(143);
      }
      assertThat(backup(cluster).exitCode()).isZero();
      assertThat(verify().exitCode()).isZero();
    }
  }

  @Test
  void a_cluster_that_is_restored_under_another_name_has_the_state_and_goes_on() throws Exception {
    ChainService.State before;
    long end;
    Set<Long> nonces = new HashSet<>();
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 40);
      before = old.state();
      end = old.awaitEqual();
      backup(old).assertWell();
      assertThat(verify().out())
          .contains("cluster 'old'")
          .contains("snapshot of all slots before " + end)
          .contains("the backup is whole: it can be restored up to slot " + (end - 1));
      for (String command : List.of("verify", "stats")) {
        CommandRun.of("log", command, backup().toString()).assertWell();
      }
      CommandRun dump = CommandRun.of("log", "dump", backup().toString());
      assertThat(dump.exitCode()).isZero();
      assertThat(dump.out()).isEmpty();
      assertThat(dump.err().strip())
          .isEqualTo("There is no journal: the snapshots hold all that is kept here.");
      assertThat(CommandRun.of("log", "stats", backup().toString()).out().lines())
          .containsExactly(
              backup() + ": backup of cluster 'old'",
              "There is no journal: the snapshots hold all that is kept here.");
      old.execute("after", 5);
      old.closeReplicas();
      for (int id = 0; id < FileCluster.REPLICAS; id++) {
        nonces.add(ReplicaDirectory.inspect(old.directory(id)).nonce());
      }
      nonces.add(ReplicaDirectory.inspect(backup()).nonce());
    }
    try (FileCluster restored = new FileCluster(folder, "restored", "")) {
      restoreAll(restored);
      Set<Origin> origins = new HashSet<>();
      for (int id = 0; id < FileCluster.REPLICAS; id++) {
        DirectoryInspection directory = ReplicaDirectory.inspect(restored.directory(id));
        nonces.add(directory.nonce());
        origins.add(directory.origin());
      }
      assertThat(nonces).as("no nonce is copied").hasSize(7);
      assertThat(origins).extracting(Origin::end).containsExactly(end);
      restored.start();
      assertThat(restored.state()).isEqualTo(before);
      restored.await(before);
      assertThat(restored.awaitEqual()).as("slots go on").isGreaterThanOrEqualTo(end);
      restored.execute("anew", 3);
      ChainService.State later = restored.state();
      assertThat(later.count()).isEqualTo(before.count() + 3);
      restored.closeReplicas();
      restored.start();
      restored.await(later);
      assertOldNameIsRefused(restored);
    }
  }

  private static void assertOldNameIsRefused(FileCluster restored) throws InterruptedException {
    List<InetSocketAddress> addresses = restored.config.cluster().clientAddresses();
    try (SynodClient client = SynodClient.builder().cluster("old").replicas(addresses).build()) {
      assertThat(client.awaitReady(Duration.ofSeconds(2))).isFalse();
    }
  }

  @Test
  void the_slot_of_until_is_the_last_one_that_is_executed() throws Exception {
    ConcurrentLinkedQueue<LogEntry> entries = new ConcurrentLinkedQueue<>();
    List<ChainService.State> states = new ArrayList<>();
    try (FileCluster old = new FileCluster(folder, "old", "").start();
        SynodLog log = log(old);
        LogSubscription all = log.subscribe(0, entries::add)) {
      old.execute("before", 10);
      ChainService.State state = new ChainService().state();
      String printed = follow(old, () -> old.execute("followed", 10));
      assertThat(printed).contains("holds a snapshot of all slots before ");
      FileCluster.await("all entries", () -> all.next() > 0 && executed(entries).size() == 20);
      for (LogEntry entry : executed(entries)) {
        state = state.after(entry.payload().duplicate());
        states.add(state);
      }
      assertThat(old.state()).isEqualTo(states.get(19));
    }
    List<LogEntry> followed = executed(entries);
    assertThat(verify().out()).contains("it can be restored up to any slot from");
    // Each request has a slot of its own, because the client waits for the answer.
    long slot = followed.get(14).slot();
    assertThat(followed.get(13).slot()).isLessThan(slot);
    assertThat(followed.get(15).slot()).isGreaterThan(slot);
    assertRestored("until-15", states.get(14), "--until", Long.toString(slot));
    assertRestored("until-14", states.get(13), "--until", Long.toString(slot - 1));
    assertRestored("all", states.get(19));
    long first = followed.get(0).slot();
    try (FileCluster early = new FileCluster(folder, "early", "")) {
      assertThat(restore(early, 0, "--until", Long.toString(first)).err())
          .contains("slot " + first + " is not in this backup: it can be restored up to slot ");
      String late = Long.toString(followed.get(19).slot() + 1000);
      assertThat(restore(early, 0, "--until", late).err()).contains("is not in this backup");
      assertThat(restore(early, 0, "--until", "-1").exitCode()).isEqualTo(2);
      assertThat(early.directory(0).resolve("identity")).doesNotExist();
    }
  }

  /** The first entry of each request: a client that gets no answer in time sends it again. */
  private static List<LogEntry> executed(Collection<LogEntry> entries) {
    Map<List<Long>, LogEntry> first = new LinkedHashMap<>();
    for (LogEntry entry : entries) {
      first.putIfAbsent(List.of(entry.session(), entry.sequence()), entry);
    }
    return List.copyOf(first.values());
  }

  private void assertRestored(String name, ChainService.State expected, String... until)
      throws Exception {
    try (FileCluster restored = new FileCluster(folder, name, "")) {
      restoreAll(restored, until);
      restored.start();
      restored.await(expected);
      assertThat(restored.state()).isEqualTo(expected);
      restored.execute("anew", 2);
      assertThat(restored.state().count()).isEqualTo(expected.count() + 2);
    }
  }

  private static SynodLog log(FileCluster cluster) {
    return SynodLog.builder()
        .cluster(cluster.config.cluster().name())
        .replicas(cluster.config.cluster().clientAddresses())
        .build();
  }

  @Test
  void versions_and_limits_hold_in_a_restored_cluster_from_the_same_slots_on() throws Exception {
    ConcurrentLinkedQueue<LogEntry> entries = new ConcurrentLinkedQueue<>();
    ChainService.State raised;
    SessionSettings limits;
    try (FileCluster old = new FileCluster(folder, "old", "").start();
        SynodLog log = log(old);
        LogSubscription all = log.subscribe(0, entries::add)) {
      old.execute("old build", 2);
      old.closeReplicas();
      old.knowing(2).start();
      follow(
          old,
          () -> {
            old.execute("new build", 2);
            assertThat(old.admin().finishUpgrade(LONG).service()).isEqualTo(2);
            old.admin().changeSessionLimits(now -> sessions(now, 70_000), LONG);
            old.execute("new version", 2);
          });
      raised = old.state();
      limits = old.admin().sessionLimits(LONG);
      FileCluster.await("all entries", () -> all.next() > 0 && executed(entries).size() == 6);
    }
    ChainService.State state = new ChainService().state();
    List<LogEntry> before = executed(entries).subList(0, 4);
    for (LogEntry entry : before) {
      state = state.after(entry.payload().duplicate());
    }
    String slot = Long.toString(before.get(3).slot());
    assertRestored("before", 1, state, sessions(limits, 65_536), "--until", slot);
    assertRestored("behind", 2, raised, limits);
  }

  private static SessionSettings sessions(SessionSettings now, int most) {
    return new SessionSettings(
        now.idleMillis(), now.outstandingMax(), most, now.answers(), now.eventBytesMax());
  }

  private void assertRestored(
      String name, int version, ChainService.State state, SessionSettings limits, String... until)
      throws Exception {
    try (FileCluster restored = new FileCluster(folder, name, "").knowing(2)) {
      restoreAll(restored, until);
      restored.start();
      restored.await(state);
      assertThat(restored.state()).isEqualTo(state);
      assertThat(restored.admin().versions(LONG).service()).isEqualTo(version);
      assertThat(restored.admin().sessionLimits(LONG)).isEqualTo(limits);
    }
  }

  @Test
  void following_goes_on_where_it_was() throws Exception {
    ChainService.State end;
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 5);
      follow(old, () -> old.execute("first", 5));
      old.execute("between", 5);
      String printed = follow(old, () -> old.execute("second", 5));
      assertThat(printed).doesNotContain("holds a snapshot");
      end = old.state();
      assertThat(backup(old).err()).contains("holds a backup already");
    }
    verify().assertWell();
    assertRestored("restored", end);
  }

  /** Its replicas have begun with the snapshot of that backup. */
  @Test
  void a_backup_of_a_restored_cluster_holds_the_slots_behind_the_snapshot_too() throws Exception {
    ChainService.State state;
    long end;
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 5);
      follow(old, () -> old.execute("followed", 5));
      state = old.state();
      end = old.awaitEqual();
    }
    try (FileCluster restored = new FileCluster(folder, "restored", "")) {
      restoreAll(restored);
      restored.start();
      restored.await(state);
      Children.deleteAll(backup());
      backup(restored).assertWell();
      assertThat(Backup.open(backup()).description().end()).isGreaterThanOrEqualTo(end);
    }
  }

  @Test
  void following_goes_on_when_a_replica_was_added_to_the_file() throws Exception {
    ChainService.State end;
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 5);
      follow(old, () -> old.execute("first", 5));
      SynodConfig more = SynodConfig.load(old.file, List.of("replica.3=127.0.0.1:1:2"));
      String printed = follow(old, more, null, () -> old.execute("second", 5));
      assertThat(printed).contains("keeps the slots from").doesNotContain("holds a snapshot");
      end = old.state();
    }
    assertRestored("restored", end);
  }

  @Test
  void slots_that_no_replica_keeps_end_a_backup_that_stays_whole() throws Exception {
    ChainService.State end;
    // A reader of the log that is silent for 160 of these timeouts, 1.6 s, counts as gone.
    String small = "log.margin-bytes = 0B\ncatch-up.timeout = 10ms\n";
    try (FileCluster old = new FileCluster(folder, "old", small).start()) {
      old.execute("before", 5);
      follow(old, () -> old.execute("first", 5));
      end = old.state();
      List<Path> files = filesIn(backup().resolve("snapshots"));
      long gone = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
      while (System.nanoTime() < gone) {
        old.execute("meanwhile", 1);
        LockSupport.parkNanos(10_000_000);
      }
      // Each attempt is sent a newer snapshot, and none of them takes the place of the backup's.
      for (int attempt = 0; attempt < 3; attempt++) {
        old.execute("between", 200);
        old.awaitEqual();
        old.takeSnapshots();
        CommandRun gap = backup(old, "--follow");
        assertThat(gap.exitCode()).isEqualTo(1);
        assertThat(gap.err())
            .contains("no replica keeps slot ")
            .contains("is whole and holds the slots before ")
            .contains("begin another backup in another directory");
        assertThat(filesIn(backup().resolve("snapshots"))).isEqualTo(files);
      }
    }
    verify().assertWell();
    assertRestored("restored", end);
  }

  @Test
  void a_learner_is_a_source_and_slots_come_from_the_replicas() throws Exception {
    ChainService.State end;
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 10);
      old.awaitEqual();
      InetSocketAddress learner = new AddressOption().convert(old.learn());
      String printed = follow(old, learner, () -> old.execute("followed", 10));
      assertThat(printed).contains("holds a snapshot of all slots before ");
      for (int id = 0; id < FileCluster.REPLICAS; id++) {
        assertThat(old.replica(id).statusJson()).contains("\"snapshotsTaken\":0");
      }
      end = old.state();
    }
    verify().assertWell();
    assertRestored("restored", end);
  }

  @Test
  void a_learner_gives_no_snapshot_that_is_older_than_max_age() throws Exception {
    // Whatever is younger than 80 timeouts counts as recent.
    String settings = "snapshot.max-age = 100ms\ncatch-up.timeout = 10ms\n";
    try (FileCluster old = new FileCluster(folder, "old", settings).start()) {
      old.execute("before", 5);
      old.awaitEqual();
      String learner = old.learn();
      backup(old, "--from", learner).assertWell();
      Children.deleteAll(backup());
      old.execute("later", 5);
      long end = old.awaitEqual();
      old.awaitLearners(end);
      Thread.sleep(800);
      backup(old, "--from", learner).assertWell();
      assertThat(verify().out()).contains("snapshot of all slots before " + end);
    }
  }

  @Test
  void replicas_of_different_origin_never_form() throws Exception {
    ChainService.State end;
    long last;
    try (FileCluster old = new FileCluster(folder, "old", "").start()) {
      old.execute("before", 5);
      follow(old, () -> old.execute("followed", 5));
      end = old.state();
      last = old.awaitEqual() - 1;
    }
    try (FileCluster restored = new FileCluster(folder, "restored", "")) {
      restoreAll(restored);
      Children.deleteAll(restored.directory(2));
      restore(restored, 2, "--until", Long.toString(last - 1)).assertWell();
      restored.start();
      assertThat(restored.client().awaitReady(Duration.ofSeconds(3))).isFalse();
      for (int id = 0; id < FileCluster.REPLICAS; id++) {
        assertThat(restored.replica(id).statusJson()).contains("\"role\":\"recovering\"");
      }
      restored.replica(2).close();
      Children.deleteAll(restored.directory(2));
      // Without any state it does not form with those that were restored either.
      restored.start(2);
      assertThat(restored.client().awaitReady(Duration.ofSeconds(2))).isFalse();
      restored.replica(2).close();
      Children.deleteAll(restored.directory(2));
      restore(restored, 2).assertWell();
      restored.start(2);
      restored.await(end);
      assertThat(restored.state()).isEqualTo(end);

      // An answer shows that the cluster has formed: one of its replicas fetches what it lost from
      // the others.
      restored.replica(1).close();
      Children.deleteAll(restored.directory(1));
      restore(restored, 1).assertWell();
      assertThat(restored.start(1).closed())
          .failsWithin(Duration.ofSeconds(30))
          .withThrowableThat()
          .withMessageContaining("the cluster has formed before");
      Children.deleteAll(restored.directory(1));
      restored.start(1);
      restored.await(end);
    }
  }
}
