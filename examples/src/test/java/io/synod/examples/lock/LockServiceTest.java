package io.synod.examples.lock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.ThreeReplicas;
import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.service.SessionEnd;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas, and clients that lock. */
@Timeout(120)
class LockServiceTest {
  private static final int LOCKS = 40_000;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private final ThreeReplicas<LockService> cluster = new ThreeReplicas<>(LockService::new);
  private final ThreeReplicas<LockService>.Talker ann = cluster.talker("ann");
  private final ThreeReplicas<LockService>.Talker bob = cluster.talker("bob");

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void a_lock_goes_to_the_next_one_with_a_larger_token() throws Exception {
    assertThat(ann.asks("acquire door 0")).isEqualTo("granted 1");
    assertThat(bob.asks("acquire door 0")).isEqualTo("waits");
    assertThat(bob.queries("door")).isEqualTo("held 1 0 ann");
    assertThat(ann.asks("release door")).isEqualTo("released");
    assertThat(bob.event()).isEqualTo("granted door 2");
    assertThat(ann.queries("door")).isEqualTo("held 2 0 bob");
    assertThat(bob.asks("release door")).isEqualTo("released");
    assertThat(ann.queries("door")).isEqualTo("free");
  }

  @Test
  void a_lock_of_an_owner_that_goes_is_free_also_when_the_leader_changes() throws Exception {
    ThreeReplicas<LockService>.Talker eve = cluster.talker("eve");
    assertThat(eve.asks("watch door")).isEqualTo("watched");
    assertThat(ann.asks("acquire door 0")).isEqualTo("granted 1");
    assertThat(eve.event()).isEqualTo("held door 1 ann");
    assertThat(bob.asks("acquire door 0")).isEqualTo("waits");
    cluster.closeLeader();
    assertThat(ann.asks("watch window")).isEqualTo("watched");
    ann.client.close();
    assertThat(bob.event()).isEqualTo("granted door 2");
    assertThat(eve.event()).isEqualTo("held door 2 bob");
    assertThat(eve.queries("door")).isEqualTo("held 2 0 bob");
  }

  @Test
  void a_lease_ends_unless_it_is_renewed() throws Exception {
    assertThat(ann.asks("acquire door 600000")).isEqualTo("granted 1");
    assertThat(bob.asks("acquire door 200")).isEqualTo("waits");
    assertThat(ann.queries("door")).startsWith("held 1 ").endsWith(" ann");
    assertThat(ann.asks("renew door 200")).isEqualTo("renewed 1");
    assertThat(ann.event()).isEqualTo("expired door 1");
    assertThat(bob.event()).isEqualTo("granted door 2");
    assertThat(bob.event()).isEqualTo("expired door 2");
    assertThat(ann.queries("door")).isEqualTo("free");
  }

  @Test
  void answers_and_events_are_the_same_in_every_locale() throws Exception {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(ann.asks("acquire door 0")).isEqualTo("granted 1");
      assertThat(bob.asks("acquire door 0")).isEqualTo("waits");
      assertThat(ann.asks("release door")).isEqualTo("released");
      assertThat(bob.event()).isEqualTo("granted door 2");
      assertThat(ann.queries("door")).isEqualTo("held 2 0 bob");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void an_invalid_command_is_refused() {
    for (String wrong :
        List.of(
            "",
            "acquire",
            "acquire door",
            "acquire door -1",
            "acquire door 1.5",
            "release door",
            "renew door 5",
            "steal door",
            "acquire " + "x".repeat(201) + " 0")) {
      assertThatThrownBy(() -> ann.asks(wrong)).as(wrong).isInstanceOf(ServiceException.class);
    }
  }

  @Test
  void a_restored_service_is_the_same() throws Exception {
    LockService restored = new LockService();
    ann.asks("acquire door 600000");
    ann.asks("watch window");
    bob.asks("acquire door 0");
    byte[] bytes = ThreeReplicas.written(cluster.end());
    restored.restore(new ByteArrayInputStream(bytes));
    assertThat(ThreeReplicas.written(restored)).isEqualTo(bytes);
  }

  @Test
  void the_locks_held_awaited_or_watched_are_bounded() throws Exception {
    try (ThreeReplicas<LockService> few = new ThreeReplicas<>(() -> new LockService(3))) {
      ThreeReplicas<LockService>.Talker eve = few.talker("eve");
      ThreeReplicas<LockService>.Talker joe = few.talker("joe");
      assertThat(eve.asks("acquire a 0")).isEqualTo("granted 1");
      assertThat(eve.asks("watch a")).isEqualTo("watched");
      assertThat(joe.asks("acquire a 0")).isEqualTo("waits");
      assertThat(eve.asks("watch b")).isEqualTo("watched");
      for (String refused : List.of("acquire b 0", "watch b", "acquire c 0")) {
        assertThatThrownBy(() -> joe.asks(refused))
            .isInstanceOf(ServiceException.class)
            .hasMessageStartingWith("the clients use 3 locks");
      }
      assertThat(joe.asks("release a")).isEqualTo("released");
      assertThat(joe.asks("watch b")).isEqualTo("watched");
      assertThatThrownBy(() -> joe.asks("watch a")).hasMessageStartingWith("the clients use 3");
    }
  }

  @Test
  void there_may_be_more_leases_than_timers() throws Exception {
    try (ThreeReplicas<LockService> few =
        new ThreeReplicas<>(LockService::new, "service.max-timers", "2")) {
      ThreeReplicas<LockService>.Talker eve = few.talker("eve");
      assertThat(eve.asks("acquire a 600000")).isEqualTo("granted 1");
      assertThat(eve.asks("acquire b 600000")).isEqualTo("granted 2");
      assertThat(eve.asks("acquire c 600000")).isEqualTo("granted 3");
      assertThat(eve.asks("acquire d 600000")).isEqualTo("granted 4");
      // The last one ends before all others.
      assertThat(eve.asks("renew d 100")).isEqualTo("renewed 4");
      assertThat(eve.event()).isEqualTo("expired d 4");
      // Either may end first, on a slow machine.
      assertThat(eve.asks("renew b 300")).isEqualTo("renewed 2");
      assertThat(eve.asks("renew c 100")).isEqualTo("renewed 3");
      assertThat(List.of(eve.event(), eve.event()))
          .containsExactlyInAnyOrder("expired b 2", "expired c 3");
      assertThat(eve.queries("a")).startsWith("held 1 ");
      assertThat(eve.queries("b")).isEqualTo("free");
    }
  }

  @Test
  void the_end_of_a_lease_or_of_a_session_takes_no_time_for_other_locks() throws Exception {
    for (int warmUp = 0; warmUp < 3; warmUp++) {
      nanosOfEnds(LOCKS / 8);
    }
    double few = nanosOfEnds(LOCKS / 8);
    // Of eight times as many ends; about 64 times as long if each one looked at all locks.
    assertThat(nanosOfEnds(LOCKS) / few).isLessThan(20);
  }

  /** The CPU time in which half of so many leases, and as many sessions, end. */
  private static long nanosOfEnds(int locks) throws ServiceException {
    LockService service = new LockService();
    service.onSessionOpened(1, ByteBuffer.allocate(0), new At(1, 0));
    for (int lease = 1; lease <= locks; lease++) {
      execute(service, "acquire lock-" + lease + " " + lease, new At(1, 0));
    }
    long before = CPU.getCurrentThreadCpuTime();
    for (int now = 1; now <= locks / 2; now++) {
      service.onSessionOpened(1 + now, ByteBuffer.allocate(0), new At(1 + now, now));
      service.onTimer(0, new At(0, now));
      service.onSessionClosed(1 + now, SessionEnd.CLOSED, new At(1 + now, now));
    }
    long nanos = CPU.getCurrentThreadCpuTime() - before;
    assertThat(execute(service, "acquire lock-" + locks / 2 + " 0", new At(1, 0)))
        .isEqualTo("granted " + (locks + 1));
    assertThatThrownBy(() -> execute(service, "acquire lock-" + locks + " 0", new At(1, 0)))
        .hasMessageStartingWith("you have lock-" + locks);
    return nanos;
  }

  private static String execute(LockService service, String request, ExecutionContext context)
      throws ServiceException {
    return new String(service.execute(ByteBuffer.wrap(request.getBytes(UTF_8)), context), UTF_8);
  }

  /** A place in the order, where timers and events go nowhere. */
  private record At(long session, long leaderTimeMillis) implements ExecutionContext {
    @Override
    public long slot() {
      return 0;
    }

    @Override
    public int indexInBatch() {
      return 0;
    }

    @Override
    public void schedule(long id, long atMillis) {}

    @Override
    public boolean cancel(long id) {
      return true;
    }

    @Override
    public boolean publish(long to, byte[] event) {
      return true;
    }
  }
}
