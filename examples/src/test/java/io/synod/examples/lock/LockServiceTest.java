package io.synod.examples.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.examples.ThreeReplicas;
import io.synod.service.ServiceException;
import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas, and clients that lock. */
@Timeout(120)
class LockServiceTest {
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
  void what_makes_no_sense_is_refused() {
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
  void there_are_only_so_many_locks() throws Exception {
    try (ThreeReplicas<LockService> few = new ThreeReplicas<>(() -> new LockService(2))) {
      ThreeReplicas<LockService>.Talker eve = few.talker("eve");
      assertThat(eve.asks("acquire a 0")).isEqualTo("granted 1");
      assertThat(eve.asks("watch b")).isEqualTo("watched");
      assertThatThrownBy(() -> eve.asks("watch c")).hasMessageStartingWith("there are 2 locks");
      assertThat(eve.asks("release a")).isEqualTo("released");
      assertThat(eve.asks("acquire c 0")).isEqualTo("granted 2");
    }
  }
}
