package io.synod.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
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
