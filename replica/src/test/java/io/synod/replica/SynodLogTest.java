package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.log.LogEntry;
import io.synod.log.LogListener;
import io.synod.log.LogSnapshot;
import io.synod.log.LogSubscription;
import io.synod.log.SynodLog;
import io.synod.log.SynodLogBuilder;
import io.synod.replica.config.ReplicaAddress;
import io.synod.replica.config.SynodConfigBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

@Timeout(300)
class SynodLogTest {

  @Test
  void entries_come_in_order_with_their_places_and_go_on_from_a_slot() throws Exception {
    try (LocalCluster cluster = new LocalCluster(3, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      Received first = new Received();
      log.subscribe(0, first);
      for (int number = 1; number <= 20; number++) {
        client.execute(SumService.number(number));
      }
      assertThat(first.takeOnce(20)).isEqualTo(numbers(1, 20));
      LogEntry tenth = first.once().get(9);
      assertThat(tenth.sequence()).isEqualTo(10);
      assertThat(tenth.leaderTimeMillis()).isBetween(1L, System.currentTimeMillis() + 60_000);
      assertThat(first.entries).isSortedAccordingTo(SynodLogTest::byPlace);

      Received again = new Received();
      log.subscribe(tenth.slot(), again);
      List<Long> rest = again.takeOnce(first.onceFrom(tenth.slot()));
      assertThat(rest).endsWith(18L, 19L, 20L).isSubsetOf(numbers(1, 20));
    }
  }

  @Test
  void a_subscription_from_now_receives_only_later_entries() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      client.execute(SumService.number(1));
      Received received = new Received();
      LogSubscription subscription = log.subscribe(SynodLog.FROM_NOW_ON, received);
      // Until it has begun, what is decided is before it.
      while (received.entries.isEmpty()) {
        client.execute(SumService.number(2));
      }
      assertThat(received.numbers()).containsOnly(2L);
      assertThat(subscription.next()).isPositive();
    }
  }

  @Test
  void a_subscription_from_now_that_fails_at_once_keeps_its_position() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      client.execute(SumService.number(1));
      LogListener failing =
          entry -> {
            throw new IllegalStateException("not now");
          };
      LogSubscription idle = log.subscribe(SynodLog.FROM_NOW_ON, failing);
      Pause.until(() -> idle.next() >= 0);
      client.execute(SumService.number(2));
      assertThatThrownBy(() -> idle.closed().get(30, TimeUnit.SECONDS))
          .hasRootCauseMessage("not now");
      Received again = new Received();
      log.subscribe(idle.next(), again);
      assertThat(again.take(1)).containsExactly(2L);
    }
  }

  @Test
  void two_listeners_may_close_the_log_at_once() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client()) {
      SynodLog log = log(cluster);
      CyclicBarrier both = new CyclicBarrier(2);
      LogListener closing =
          entry -> {
            both.await();
            log.close();
          };
      LogSubscription one = log.subscribe(0, closing);
      LogSubscription other = log.subscribe(0, closing);
      client.execute(SumService.number(1));
      one.closed().get(30, TimeUnit.SECONDS);
      other.closed().get(30, TimeUnit.SECONDS);
    }
  }

  /** An event loop that is shut down closes the connections that are left. */
  @Test
  void a_log_that_its_listener_closes_reports_no_lost_source() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger("io.synod.network.subscriber");
    logger.setLevel(Level.INFO);
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        LogLines lines = LogLines.silent(logger.getName())) {
      SynodLog log = log(cluster);
      String loop = "synod-log-" + cluster.config().cluster().name();
      LogSubscription subscription =
          log.subscribe(
              0,
              entry -> {
                log.close();
                Pause.until(() -> hasEnded(loop));
              });
      client.execute(SumService.number(1));
      subscription.closed().get(30, TimeUnit.SECONDS);
      assertThat(lines.all())
          .anyMatch(line -> line.startsWith("follows "))
          .noneMatch(line -> line.startsWith("stopped following"));
    } finally {
      logger.setLevel(null);
    }
  }

  private static boolean hasEnded(String threadName) {
    return Thread.getAllStackTraces().keySet().stream()
        .noneMatch(thread -> thread.getName().equals(threadName));
  }

  @Test
  void no_entry_is_missed_or_repeated_while_the_leader_and_the_source_change(
      @TempDir Path directory) throws Exception {
    int last = 3_000;
    try (LocalCluster cluster =
            new LocalCluster(
                3,
                config ->
                    config
                        .durability(Durability.SYNC)
                        .journalSegmentBytes(1 << 16)
                        .set("storage.directory", directory.toString()));
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      Received received = new Received();
      log.subscribe(0, received);
      List<CompletableFuture<byte[]>> answers = new ArrayList<>();
      for (int number = 1; number <= last; number++) {
        answers.add(client.send(SumService.number(number)));
        if (number % 500 == 0) {
          answers.get(number - 400).get(30, TimeUnit.SECONDS);
          cluster.restart(number / 500 % 3);
        }
        if (number % 10 == 0) {
          answers.get(number - 1).get(30, TimeUnit.SECONDS);
        }
      }
      assertThat(received.takeOnce(last)).isEqualTo(numbers(1, last));
      assertThat(received.entries).isSortedAccordingTo(SynodLogTest::byPlace);
      assertThat(received.places()).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_source_that_says_nothing_is_left() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        MuteReplica mute = new MuteReplica();
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(3));
      int subscriptions = 0;
      while (mute.greeted() == 0) {
        ReplicaAddress real = cluster.config().cluster().replica(0);
        String addresses = real.clientText() + ",127.0.0.1:" + mute.port();
        try (SynodLog log =
            SynodLog.builder()
                .cluster("test")
                .replicas(addresses)
                .silence(Duration.ofMillis(300))
                .build()) {
          Received received = new Received();
          log.subscribe(0, received);
          assertThat(received.take(1)).containsExactly(3L);
        }
        subscriptions++;
        assertThat(subscriptions).as("it is as likely as the other one").isLessThan(100);
      }
    }
  }

  @Test
  void entries_that_a_listener_does_not_take_wait_at_the_replicas() throws Exception {
    byte[] request = one(8 << 10);
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = builder(cluster).creditBytes(64 << 10).build()) {
      CountDownLatch held = new CountDownLatch(1);
      BlockingQueue<Long> taken = new LinkedBlockingQueue<>();
      LogListener slow =
          entry -> {
            taken.add(entry.sequence());
            held.await();
          };
      LogSubscription subscription = log.subscribe(0, slow);
      assertThat(taken.poll(0, TimeUnit.SECONDS)).isNull();
      for (int count = 0; count < 200; count++) {
        client.execute(request);
      }
      assertThat(taken.poll(30, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(taken).isEmpty();
      assertThat(subscription.heldBytes()).isLessThan((64 << 10) + 2 * request.length);
      held.countDown();
      for (long sequence = 2; sequence <= 200; sequence++) {
        assertThat(takeAfter(sequence - 1, taken)).isEqualTo(sequence);
      }
    }
  }

  /** The next sequence but those that the client has sent again; null if none comes. */
  private static Long takeAfter(long last, BlockingQueue<Long> taken) throws InterruptedException {
    Long sequence = taken.poll(30, TimeUnit.SECONDS);
    while (sequence != null && sequence <= last) {
      sequence = taken.poll(30, TimeUnit.SECONDS);
    }
    return sequence;
  }

  @Test
  void a_source_whose_buffer_is_smaller_than_the_credit_goes_on() throws Exception {
    byte[] request = one(8 << 10);
    try (LocalCluster cluster =
            new LocalCluster(
                1,
                config ->
                    config.set("network.client-buffer", "64KiB").set("batch.max-bytes", "16KiB"));
        SynodClient client = cluster.client();
        SynodLog log = builder(cluster).creditBytes(16 << 20).build()) {
      Received received = new Received();
      log.subscribe(0, received);
      for (int count = 0; count < 200; count++) {
        client.execute(request);
      }
      assertThat(received.takeOnce(200)).hasSize(200);
    }
  }

  @Test
  void where_the_log_no_longer_reaches_back_the_snapshot_comes_first() throws Exception {
    byte[] request = one(4 << 10);
    try (LocalCluster cluster = new LocalCluster(3, SynodLogTest::forgetsSoon);
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      for (int count = 0; count < 200; count++) {
        client.execute(request);
      }
      Received received = new Received();
      log.subscribe(0, received);
      assertThat(received.snapshots.poll(30, TimeUnit.SECONDS)).isNotNull();
      long inSnapshot = SumService.number(received.state);
      assertThat(inSnapshot).isPositive();
      client.execute(request);
      // What the snapshot holds may stand behind it too, where the client has sent it again.
      received.await(() -> received.once().stream().anyMatch(entry -> entry.sequence() == 201));
      assertThat(received.once())
          .extracting(LogEntry::sequence)
          .filteredOn(sequence -> sequence > inSnapshot)
          .isEqualTo(numbers(inSnapshot + 1, 201));
      assertThat(received.entries.get(0).slot()).isGreaterThanOrEqualTo(received.snapshotEnd);
    }
  }

  @Test
  void a_listener_that_does_not_want_the_state_goes_on_behind_it_and_nothing_is_fetched(
      @TempDir Path folder) throws Exception {
    byte[] request = one(4 << 10);
    Path scratch = folder.resolve("scratch");
    try (LocalCluster cluster = new LocalCluster(3, SynodLogTest::forgetsSoon);
        SynodClient client = cluster.client();
        SynodLog log = builder(cluster).directory(scratch).build()) {
      for (int count = 0; count < 200; count++) {
        client.execute(request);
      }
      CompletableFuture<Long> end = new CompletableFuture<>();
      CompletableFuture<Long> slot = new CompletableFuture<>();
      log.subscribe(
          0,
          new LogListener() {
            @Override
            public boolean wantsSnapshot(long next, long behind) {
              assertThat(next).isLessThan(behind);
              end.complete(behind);
              return false;
            }

            @Override
            public void onEntry(LogEntry entry) {
              slot.complete(entry.slot());
            }
          });
      assertThat(end.get(30, TimeUnit.SECONDS)).isPositive();
      client.execute(request);
      assertThat(slot.get(30, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(end.get());
      assertThat(scratch).doesNotExist();
    }
  }

  @Test
  void a_subscription_without_snapshots_ends_with_the_reason() throws Exception {
    byte[] request = one(4 << 10);
    try (LocalCluster cluster = new LocalCluster(1, SynodLogTest::forgetsSoon);
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      for (int count = 0; count < 100; count++) {
        client.execute(request);
      }
      LogSubscription subscription = log.subscribe(0, entry -> {});
      assertThatThrownBy(() -> subscription.closed().get(30, TimeUnit.SECONDS))
          .hasRootCauseInstanceOf(IOException.class)
          .hasMessageContaining("kept in a snapshot only");
    }
  }

  @Test
  void an_exception_of_a_listener_ends_only_its_subscription() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client();
        SynodLog log = log(cluster)) {
      Received other = new Received();
      LogSubscription goesOn = log.subscribe(0, other);
      LogSubscription fails =
          log.subscribe(
              0,
              entry -> {
                throw new IllegalStateException("no more");
              });
      client.execute(SumService.number(7));
      assertThatThrownBy(() -> fails.closed().get(30, TimeUnit.SECONDS))
          .hasRootCauseMessage("no more");
      client.execute(SumService.number(8));
      assertThat(other.take(2)).containsExactly(7L, 8L);
      goesOn.close();
      assertThat(goesOn.closed()).isCompleted();
    }
  }

  @Test
  void the_longest_times_do_not_pass_at_once() throws Exception {
    try (LocalCluster cluster = new LocalCluster(1, config -> config);
        SynodClient client = cluster.client()) {
      client.execute(SumService.number(3));
      for (Duration time : List.of(Duration.ofDays(30), ChronoUnit.FOREVER.getDuration())) {
        try (SynodLog log = builder(cluster).connectTimeout(time).silence(time).build()) {
          Received received = new Received();
          log.subscribe(0, received);
          assertThat(received.take(1)).containsExactly(3L);
        }
      }
    }
  }

  private static int byPlace(LogEntry one, LogEntry other) {
    int bySlot = Long.compare(one.slot(), other.slot());
    return bySlot != 0 ? bySlot : Integer.compare(one.index(), other.index());
  }

  private static List<Long> numbers(long first, long last) {
    List<Long> numbers = new ArrayList<>();
    for (long number = first; number <= last; number++) {
      numbers.add(number);
    }
    return numbers;
  }

  /** Keeps a few requests of 4 KiB. */
  static SynodConfigBuilder forgetsSoon(SynodConfigBuilder config) {
    return config
        .set("network.max-frame", "64KiB")
        .set("snapshot.part-bytes", "16KiB")
        .set("catch-up.max-bytes", "16KiB")
        .set("batch.max-bytes", "8KiB")
        .set("log.max-bytes", "64KiB")
        .set("log.margin-bytes", "16KiB");
  }

  /** Adds one, in so many bytes. */
  private static byte[] one(int bytes) {
    return ByteBuffer.allocate(bytes).putLong(0, 1).array();
  }

  static SynodLog log(LocalCluster cluster) {
    return builder(cluster).build();
  }

  private static SynodLogBuilder builder(LocalCluster cluster) {
    return SynodLog.builder()
        .cluster(cluster.config().cluster().name())
        .replicas(cluster.config().cluster().clientAddresses())
        .silence(Duration.ofSeconds(3));
  }

  /** Keeps what comes. */
  private static final class Received implements LogListener {
    final List<LogEntry> entries = new CopyOnWriteArrayList<>();
    final BlockingQueue<Long> snapshots = new LinkedBlockingQueue<>();
    volatile byte[] state;
    volatile long snapshotEnd;

    @Override
    public void onEntry(LogEntry entry) {
      entries.add(entry);
      synchronized (entries) {
        entries.notifyAll();
      }
    }

    /** Waits for entries until {@code enough} holds. */
    void await(BooleanSupplier enough) throws InterruptedException {
      synchronized (entries) {
        while (!enough.getAsBoolean()) {
          entries.wait();
        }
      }
    }

    @Override
    public void onSnapshot(long next, LogSnapshot snapshot) throws IOException {
      state = snapshot.state().readAllBytes();
      snapshotEnd = snapshot.end();
      snapshots.add(next);
    }

    List<Long> numbers() {
      return entries.stream().map(entry -> entry.payload().getLong(0)).toList();
    }

    List<String> places() {
      return entries.stream().map(entry -> entry.slot() + "." + entry.index()).toList();
    }

    /** The entries without those that the client has sent again. */
    List<LogEntry> once() {
      Set<String> requests = new HashSet<>();
      return entries.stream().filter(entry -> requests.add(request(entry))).toList();
    }

    /** How many different requests there are from a slot on. */
    int onceFrom(long slot) {
      return (int)
          entries.stream()
              .filter(entry -> entry.slot() >= slot)
              .map(Received::request)
              .distinct()
              .count();
    }

    private static String request(LogEntry entry) {
      return entry.session() + "." + entry.sequence();
    }

    List<Long> take(int count) throws InterruptedException {
      await(() -> entries.size() >= count);
      return numbers();
    }

    /** The numbers without those that the client has sent again, once that many are there. */
    List<Long> takeOnce(int count) throws InterruptedException {
      await(() -> once().size() >= count);
      return once().stream().map(entry -> entry.payload().getLong(0)).toList();
    }
  }
}
