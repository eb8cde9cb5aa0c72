package io.synod.replica;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SynodClient;
import io.synod.log.BackupListener;
import io.synod.log.LogBackup;
import io.synod.log.LogSubscription;
import io.synod.log.SynodLog;
import io.synod.replica.config.SharedSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program meets that makes backups by itself; {@code synod backup} has tests of its own. */
@Timeout(300)
class LogBackupTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final BackupListener SILENT = new BackupListener() {};

  @TempDir Path folder;

  @Test
  void a_backup_that_is_refused_leaves_its_directory_free() throws Exception {
    try (SynodLog log = SynodLog.builder().cluster("test").replicas("127.0.0.1:1").build()) {
      assertThatThrownBy(() -> log.backup(settings("a = 1", true, 0), SILENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("in a second");
      log.backup(settings("a = 1", true, 1 << 20), SILENT).close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a = 1\nb = 2"})
  void terms_that_cannot_be_recorded_are_refused(String terms) {
    assertRefused(settings(terms, true, 1 << 20), "the terms are empty, too long or not one line");
  }

  /** Not when the snapshot was fetched. */
  @Test
  void a_length_that_no_file_of_slots_can_have_is_refused() {
    assertRefused(
        new LogBackup.Settings(
            folder.resolve("backup"), "a = 1", true, false, 1 << 20, 64 << 10, 1000),
        "segments of 1000 bytes are out of range");
  }

  private static void assertRefused(LogBackup.Settings settings, String reason) {
    try (SynodLog log = SynodLog.builder().cluster("test").replicas("127.0.0.1:1").build()) {
      assertThatThrownBy(() -> log.backup(settings, SILENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(reason);
    }
    assertThat(settings.directory()).doesNotExist();
  }

  @Test
  void a_listener_is_called_on_the_thread_of_its_backup_and_what_it_throws_ends_that()
      throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = SynodLogTest.log(cluster)) {
      client.execute(SumService.number(1));
      String terms = SharedSettings.of(cluster.config());
      assertThat(log.backup(settings(terms, false, 1 << 30), SILENT).closed()).succeedsWithin(LONG);
      AtomicReference<Thread> called = new AtomicReference<>();
      BackupListener failing =
          new BackupListener() {
            @Override
            public void onFollowing(long first) {
              called.set(Thread.currentThread());
              throw new IllegalStateException("not now");
            }
          };
      LogBackup ended = log.backup(settings(terms, true, 1 << 30), failing);
      assertThat(ended.closed())
          .failsWithin(LONG)
          .withThrowableThat()
          .havingRootCause()
          .withMessage("not now");
      assertThat(called.get()).isNotSameAs(Thread.currentThread());
      LogBackup next = log.backup(settings(terms, true, 1 << 30), SILENT);
      next.close();
      assertThat(next.closed()).isCompleted();
    }
  }

  /** Two listeners that wait for each other would wait for ever. */
  @Test
  void a_listener_that_closes_the_log_does_not_wait_for_another_one() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client()) {
      SynodLog log = SynodLogTest.log(cluster);
      client.execute(SumService.number(1));
      CountDownLatch isCalled = new CountDownLatch(1);
      CountDownLatch isClosed = new CountDownLatch(1);
      BackupListener waiting =
          new BackupListener() {
            @Override
            public void onFollowing(long first) {
              isCalled.countDown();
              try {
                isClosed.await();
              } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
              }
            }
          };
      String terms = SharedSettings.of(cluster.config());
      LogBackup backup = log.backup(settings(terms, true, 1 << 30), waiting);
      LogSubscription subscription =
          log.subscribe(
              0,
              entry -> {
                isCalled.await();
                log.close();
                isClosed.countDown();
              });
      assertThat(subscription.closed()).succeedsWithin(LONG);
      assertThat(backup.closed()).succeedsWithin(LONG);
    }
  }

  /** Code that catches an InterruptedException interrupts its thread again. */
  @Test
  void a_backup_ends_well_although_its_listener_leaves_the_thread_interrupted() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = SynodLogTest.log(cluster)) {
      client.execute(SumService.number(1));
      CompletableFuture<Void> kept = new CompletableFuture<>();
      LogBackup backup =
          following(
              log,
              cluster,
              () -> {
                kept.complete(null);
                Thread.currentThread().interrupt();
              });
      client.execute(SumService.number(2));
      assertThat(kept).succeedsWithin(LONG);
      backup.close();
      assertThat(backup.closed()).isCompletedWithValue(null);
    }
  }

  @Test
  void an_error_of_a_listener_ends_its_backup() throws Exception {
    assertThat(endedBy(new AssertionError("an error"))).hasRootCauseMessage("an error");
  }

  /** It is called once more at the end. */
  @Test
  void an_exception_that_a_listener_throws_again_ends_its_backup() throws Exception {
    assertThat(endedBy(new IllegalStateException("again"))).hasRootCauseMessage("again");
  }

  /** A backup that has its snapshot, and calls {@code onSlots} whenever slots are kept. */
  private LogBackup following(SynodLog log, LocalCluster cluster, Runnable onSlots)
      throws Exception {
    CompletableFuture<Long> follows = new CompletableFuture<>();
    BackupListener listener =
        new BackupListener() {
          @Override
          public void onFollowing(long first) {
            follows.complete(first);
          }

          @Override
          public void onSlots(long next, long bytes) {
            onSlots.run();
          }
        };
    String terms = SharedSettings.of(cluster.config());
    LogBackup backup = log.backup(settings(terms, true, 1 << 30), listener);
    assertThat(follows).succeedsWithin(LONG);
    return backup;
  }

  /** What ends a backup whose listener throws {@code thrown} whenever slots are kept. */
  private Throwable endedBy(Throwable thrown) throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client()) {
      // Closed below: it would wait for a backup that does not end.
      SynodLog log = SynodLogTest.log(cluster);
      client.execute(SumService.number(1));
      LogBackup backup =
          following(log, cluster, () -> LogBackupTest.<RuntimeException>sneak(thrown));
      client.execute(SumService.number(2));
      Throwable end =
          backup.closed().handle((done, failure) -> failure).get(LONG.toSeconds(), SECONDS);
      log.close();
      return end;
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private LogBackup.Settings settings(String terms, boolean follows, long bytesPerSecond) {
    return new LogBackup.Settings(
        folder.resolve("backup"), terms, follows, false, bytesPerSecond, 64 << 10, 1 << 20);
  }
}
