package io.synod.examples.lock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.SessionListener;
import io.synod.client.SynodClient;
import io.synod.core.settings.Consistency;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.ServiceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three replicas, and clients that lock. */
@Timeout(120)
class LockServiceTest {
  private final List<SynodReplica> replicas = new ArrayList<>();
  private final List<LockService> services = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private SynodConfig config;

  /** A client, and the events that it got. */
  private final class Worker implements SessionListener {
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final SynodClient client;

    private Worker(String name) {
      client =
          SynodClient.builder()
              .cluster("locks")
              .replicas(config.cluster().replicas().stream().map(one -> one.client()).toList())
              .sessionName(name.getBytes(UTF_8))
              .sessionListener(this)
              .build();
      workers.add(this);
    }

    @Override
    public void onEvent(long session, byte[] event) {
      events.add(new String(event, UTF_8));
    }

    private String asks(String request) throws Exception {
      return new String(client.execute(request.getBytes(UTF_8)), UTF_8);
    }

    private String state(String lock) throws Exception {
      return new String(client.executeQuery(lock.getBytes(UTF_8), Consistency.LEADER), UTF_8);
    }

    private String event() throws InterruptedException {
      return events.poll(60, TimeUnit.SECONDS);
    }
  }

  @BeforeEach
  void start() {
    SynodConfigBuilder builder =
        SynodConfig.builder().clusterName("locks").set("durability", "memory");
    List<Integer> ports = FreePorts.find(6);
    for (int id = 0; id < 3; id++) {
      builder.replica(id, "127.0.0.1", ports.get(id), ports.get(3 + id));
    }
    config = builder.build();
    for (int id = 0; id < 3; id++) {
      services.add(new LockService());
      replicas.add(SynodReplica.builder().config(config).id(id).service(services.get(id)).start());
    }
  }

  @AfterEach
  void stop() {
    workers.forEach(worker -> worker.client.close());
    replicas.forEach(SynodReplica::close);
  }

  @Test
  void a_lock_goes_to_the_next_one_with_a_larger_token() throws Exception {
    Worker ann = new Worker("ann");
    Worker bob = new Worker("bob");
    assertThat(ann.asks("acquire door 0")).isEqualTo("granted 1");
    assertThat(bob.asks("acquire door 0")).isEqualTo("waits");
    assertThat(bob.state("door")).isEqualTo("held 1 0 ann");
    assertThat(ann.asks("release door")).isEqualTo("released");
    assertThat(bob.event()).isEqualTo("granted door 2");
    assertThat(ann.state("door")).isEqualTo("held 2 0 bob");
    assertThat(bob.asks("release door")).isEqualTo("released");
    assertThat(ann.state("door")).isEqualTo("free");
  }

  @Test
  void a_lock_of_an_owner_that_goes_is_free_also_when_the_leader_changes() throws Exception {
    Worker ann = new Worker("ann");
    Worker bob = new Worker("bob");
    Worker eve = new Worker("eve");
    assertThat(eve.asks("watch door")).isEqualTo("watched");
    assertThat(ann.asks("acquire door 0")).isEqualTo("granted 1");
    assertThat(eve.event()).isEqualTo("held door 1 ann");
    assertThat(bob.asks("acquire door 0")).isEqualTo("waits");
    for (SynodReplica replica : replicas) {
      if (replica.statusJson().contains("\"role\":\"leader\"")) {
        replica.close();
      }
    }
    assertThat(ann.asks("watch window")).isEqualTo("watched");
    ann.client.close();
    assertThat(bob.event()).isEqualTo("granted door 2");
    assertThat(eve.event()).isEqualTo("held door 2 bob");
    assertThat(eve.state("door")).isEqualTo("held 2 0 bob");
  }

  @Test
  void a_lease_ends_unless_it_is_renewed() throws Exception {
    Worker ann = new Worker("ann");
    Worker bob = new Worker("bob");
    assertThat(ann.asks("acquire door 600000")).isEqualTo("granted 1");
    assertThat(bob.asks("acquire door 200")).isEqualTo("waits");
    assertThat(ann.state("door")).startsWith("held 1 ").endsWith(" ann");
    assertThat(ann.asks("renew door 200")).isEqualTo("renewed 1");
    assertThat(ann.event()).isEqualTo("expired door 1");
    assertThat(bob.event()).isEqualTo("granted door 2");
    assertThat(bob.event()).isEqualTo("expired door 2");
    assertThat(ann.state("door")).isEqualTo("free");
  }

  @Test
  void what_makes_no_sense_is_refused() {
    Worker ann = new Worker("ann");
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
    Worker ann = new Worker("ann");
    ann.asks("acquire door 600000");
    ann.asks("watch window");
    new Worker("bob").asks("acquire door 0");
    replicas.forEach(SynodReplica::close);
    LockService some = services.get(0);
    byte[] bytes = written(some);
    LockService restored = new LockService();
    restored.restore(new ByteArrayInputStream(bytes));
    assertThat(bytes).hasSizeGreaterThan(100);
    assertThat(written(restored)).isEqualTo(bytes);
  }

  private static byte[] written(LockService service) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var snapshot = service.snapshot()) {
      snapshot.writeTo(out);
    }
    return out.toByteArray();
  }
}
