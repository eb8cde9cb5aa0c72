package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.client.ReplicaStatus;
import io.synod.client.SynodClient;
import io.synod.core.settings.Durability;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.TransportChoice;
import io.synod.service.ExecutionContext;
import io.synod.service.Lifecycle;
import io.synod.service.Role;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services with a lifecycle. */
@Timeout(120)
class LifecycleTest {

  /** Adds each call to a queue, with the name of its replica. */
  private record Living(String name, BlockingQueue<String> calls) implements Service, Lifecycle {
    @Override
    public void onStart() {
      calls.add(name + " starts on " + Thread.currentThread().getName());
    }

    @Override
    public void onRole(Role role) {
      calls.add(name + " " + role);
    }

    @Override
    public void onStop() {
      calls.add(name + " stops");
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      return out -> {};
    }

    @Override
    public void restore(InputStream in) {}
  }

  private final BlockingQueue<String> calls = new LinkedBlockingQueue<>();

  private String next() throws InterruptedException {
    return calls.poll(60, TimeUnit.SECONDS);
  }

  @Test
  void they_are_called_at_start_leadership_and_end() throws Exception {
    SynodConfig config = LocalCluster.addresses(3).build();
    List<SynodReplica> replicas = new ArrayList<>();
    for (int id = 0; id < 3; id++) {
      Living service = new Living("replica " + id, calls);
      replicas.add(SynodReplica.builder().config(config).id(id).service(service).start());
      assertThat(next()).isEqualTo("replica %d starts on synod-test-%d-service".formatted(id, id));
      assertThat(next()).isEqualTo("replica %d FOLLOWER".formatted(id));
    }
    String first = next();
    assertThat(first).endsWith(" LEADER");
    int leader = Integer.parseInt(first.split(" ")[1]);
    replicas.get(leader).close();
    // It transfers its leadership; the other one leads on a thread of its own.
    List<String> ofOthers = new ArrayList<>();
    List<String> ofLeader = new ArrayList<>();
    while (ofOthers.isEmpty() || !ofLeader.contains("replica %d stops".formatted(leader))) {
      String call = next();
      assertThat(call).isNotNull();
      (call.startsWith("replica " + leader) ? ofLeader : ofOthers).add(call);
    }
    // On a busy machine another election may follow.
    assertThat(ofOthers)
        .anyMatch(call -> call.endsWith(" LEADER"))
        .allMatch(call -> call.endsWith(" LEADER") || call.endsWith(" FOLLOWER"));
    assertThat(ofLeader).last().isEqualTo("replica %d stops".formatted(leader));
    replicas.forEach(SynodReplica::close);
    assertThat(calls).contains("replica %d stops".formatted((leader + 1) % 3));
    assertThat(calls).contains("replica %d stops".formatted((leader + 2) % 3));
  }

  @Test
  void a_learner_is_a_learner() throws Exception {
    SynodConfig config = LocalCluster.addresses(1).build();
    SynodLearner learner =
        SynodLearner.builder()
            .config(config)
            .listen(new InetSocketAddress("127.0.0.1", 0))
            .service(new Living("it", calls))
            .start();
    assertThat(next()).startsWith("it starts on synod-test-learner-");
    assertThat(next()).isEqualTo("it LEARNER");
    learner.close();
    assertThat(next()).isEqualTo("it stops");
  }

  /** Its snapshots read what it frees when it is stopped. */
  private class Store implements Service, Lifecycle {
    private final CountDownLatch isWritten = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private volatile Thread thread;

    @Override
    public void onStart() {
      thread = Thread.currentThread();
    }

    @Override
    public void onStop() {
      calls.add("stops");
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      return new Snapshot() {
        @Override
        public void writeTo(OutputStream out) throws IOException {
          isWritten.countDown();
          try {
            goesOn.await();
          } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
          }
          if (calls.contains("stops")) {
            throw new IllegalStateException("the store is closed");
          }
          out.write(1);
        }

        @Override
        public void close() {
          calls.add("frees a snapshot");
        }
      };
    }

    @Override
    public void restore(InputStream in) {}
  }

  @Test
  void a_service_is_stopped_once_its_last_snapshot_is_closed() throws Exception {
    SynodConfig config = LocalCluster.addresses(1).build();
    Store store = new Store();
    int port = config.cluster().replica(0).client().getPort();
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
    try (SynodReplica replica =
        SynodReplica.builder().config(config).id(0).service(store).start()) {
      try (SynodClient client =
          SynodClient.builder().cluster("test").replicas(List.of(address)).build()) {
        client.execute(new byte[0]);
      }
      ReplicaStatus.takeSnapshot(address, "test", Duration.ofSeconds(60));
      store.isWritten.await();
      Thread closing = new Thread(replica::close);
      closing.start();
      store.thread.join();
      store.goesOn.countDown();
      closing.join();
      assertThat(calls).containsExactly("frees a snapshot", "stops");
      assertThat(replica.closed()).isCompleted();
    } finally {
      store.goesOn.countDown();
    }
  }

  @Test
  void one_whose_start_has_failed_is_stopped_too() {
    SynodConfig config = LocalCluster.addresses(1).build();
    Service failing =
        new Store() {
          @Override
          public void onStart() {
            throw new IllegalStateException("no store");
          }
        };
    SynodReplica replica = SynodReplica.builder().config(config).id(0).service(failing).start();
    assertThat(replica.closed())
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .havingRootCause()
        .withMessage("no store");
    assertThat(calls).containsExactly("stops");
    replica.close();
  }

  @Test
  void a_start_that_is_refused_leaves_no_descriptor_open(@TempDir Path folder) throws Exception {
    SynodConfig config =
        LocalCluster.addresses(1)
            .durability(Durability.SYNC)
            .storageDirectory(folder)
            .networkTransport(TransportChoice.NIO)
            .build();
    SynodReplica.Builder twin =
        SynodReplica.builder().config(config).id(0).service(new Living("replica", calls));
    try (SynodReplica first = twin.start()) {
      assertThat(first.closed()).isNotDone();
      twin.service(new Living("replica", calls));
      assertThatThrownBy(twin::start).hasMessageContaining("in use");
      long before = descriptors();
      for (int start = 0; start < 20; start++) {
        assertThatThrownBy(twin::start).hasMessageContaining("in use");
      }
      // Event loops end on threads of their own.
      while (descriptors() >= before + 20) {
        Pause.once();
      }
    }
  }

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }
}
