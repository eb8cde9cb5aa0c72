package io.synod.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.benchmarks.process.NullService;
import io.synod.cli.CommandRun;
import io.synod.cli.ReplicaProcess;
import io.synod.core.settings.Durability;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code synod tune --measure} against clusters that run; too short for figures. */
@Timeout(300)
final class TuneMeasureTest {
  private static final int REPLICAS = 3;
  private static final String PER_LOAD = "100ms";

  @TempDir Path folder;

  private SynodConfigBuilder settings() {
    SynodConfigBuilder settings =
        SynodConfig.builder()
            .clusterName("measured")
            .durability(Durability.MEMORY)
            // On a loaded machine, too, one leads from the beginning to the end.
            .electionTimeout(Duration.ofSeconds(3))
            .storageDirectory(folder.resolve("data"));
    List<Integer> ports = FreePorts.find(2 * REPLICAS);
    for (int id = 0; id < REPLICAS; id++) {
      settings.replica(id, "127.0.0.1", ports.get(2 * id), ports.get(2 * id + 1));
    }
    return settings;
  }

  private Path file(SynodConfig config) throws IOException {
    return Files.writeString(folder.resolve("cluster.properties"), config.toProperties());
  }

  private CommandRun tune(Path config, String... options) {
    List<String> arguments = new ArrayList<>(List.of("tune", "--measure"));
    arguments.addAll(List.of("--config", config.toString(), "--warm-up", "0s"));
    arguments.addAll(List.of("--per-load", PER_LOAD, "--out", path("profile.properties")));
    arguments.addAll(List.of("--profile-plot", path("profile.png"), "--plot", path("tune.png")));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Three replicas in this JVM; waits until one leads. */
  private final class Cluster implements AutoCloseable {
    final List<SynodReplica> replicas = new ArrayList<>();
    final Path file;

    Cluster(SynodConfig config, Supplier<Service> service) throws IOException {
      file = file(config);
      for (int id = 0; id < REPLICAS; id++) {
        replicas.add(SynodReplica.builder().config(config).id(id).service(service.get()).start());
      }
      while (replicas.stream().noneMatch(Cluster::leads)) {
        LockSupport.parkNanos(10_000_000);
      }
    }

    private static boolean leads(SynodReplica replica) {
      return replica.statusJson().contains("\"role\":\"leader\"");
    }

    @Override
    public void close() {
      replicas.forEach(SynodReplica::close);
    }
  }

  @Test
  void a_running_cluster_of_processes_is_measured_and_settings_recommended() throws Exception {
    Path config = file(settings().build());
    boolean off;
    try (ReplicaProcess zero = ReplicaProcess.replica(config, 0, NullService.class);
        ReplicaProcess one = ReplicaProcess.replica(config, 1, NullService.class);
        ReplicaProcess two = ReplicaProcess.replica(config, 2, NullService.class)) {
      assertThat(List.of(zero.pid(), one.pid(), two.pid())).doesNotHaveDuplicates();
      awaitLeader(config);

      CommandRun run = tune(config, "--request", "512");

      assertThat(run.exitCode()).as(run.err()).isZero();
      off = run.out().contains("so no profile is written");
      assertThat(run.err()).contains("round 1 of 1: requests of 4,096 bytes, 1,000 in flight\n");
      assertThat(run.out())
          .containsPattern("cluster measured: replica \\d leads 3 replicas in view \\d")
          .containsPattern("to replica \\d: \\d+\\.\\d{3} ms, (at least )?[\\d,.]+ Mbit/s\n")
          .containsPattern("to a majority and back: \\d+\\.\\d{3} ms\n")
          .contains("9 intervals of the leader under load", "n = 3, ")
          .containsPattern("b_rep +[\\d.]+ ")
          .contains("Not tried on this cluster, so nothing is recommended", "tuning.trials = on")
          .doesNotContainPattern("(?m)^pipeline\\.window =");
    }
    assertThat(folder.resolve("profile.png")).isNotEmptyFile();
    assertThat(folder.resolve("tune.png")).isNotEmptyFile();
    // A machine that does something else meanwhile may be off.
    if (off) {
      assertThat(folder.resolve("profile.properties")).doesNotExist();
    } else {
      assertThatProfileIsRead();
    }
  }

  private static void awaitLeader(Path config) {
    while (!CommandRun.of("status", "--config", config.toString())
        .out()
        .contains("3 of 3 replicas answer, one of them leads")) {
      LockSupport.parkNanos(50_000_000);
    }
  }

  private void assertThatProfileIsRead() {
    CommandRun run =
        CommandRun.of(
            "tune",
            path("profile.properties"),
            "--rtt",
            "1ms",
            "--bandwidth",
            "1Gbit",
            "--request",
            "512",
            "--plot",
            path("again.png"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("n = 3, B = 1,000 Mbit/s to each", "S_ans = 29 B");
  }

  @Test
  void configured_values_are_not_measured_and_json_lists_all_values() throws Exception {
    SynodConfig config = settings().set("network.bandwidth", "940Mbit").build();
    try (Cluster cluster = new Cluster(config, NullService::new)) {
      CommandRun run = tune(cluster.file, "--rtt", "100ms", "--json");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).doesNotContain("bandwidth of its links");
      Map<String, Object> fields = JSON.std.mapFrom(run.out());
      assertThat((Map<?, ?>) fields.get("measured"))
          .extracting("replicas", "bandwidth", "bitsPerSecond", "intervals")
          .containsExactly(3, "configured", 940e6, 9);
      assertThat((Map<?, ?>) fields.get("predicted")).extracting("bottleneck").isNotNull();
      assertThat(fields).doesNotContainKeys("recommended", "verified");
    }
  }

  @Test
  void the_advice_is_tried_against_the_default_before_it_is_recommended() throws Exception {
    SynodConfig config =
        settings()
            .set("batch.max-bytes", "auto")
            .set("pipeline.window", "auto")
            .set("tuning.trials", "on")
            .build();
    try (Cluster cluster = new Cluster(config, NullService::new)) {
      CommandRun run = tune(cluster.file, "--json");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.err()).contains("trial 5 of 5, ", " requests/s: batches of 131,072 bytes");
      Map<String, Object> fields = JSON.std.mapFrom(run.out());
      List<Object> tried = List.copyOf((List<?>) ((Map<?, ?>) fields.get("verified")).get("tried"));
      assertThat(tried).hasSizeGreaterThan(2).contains(fields.get("recommended"));
      assertThat((Map<?, ?>) tried.get(0))
          .extracting("batchMaxBytes", "pipelineWindow", "throughputOfDefault", "latencyOfDefault")
          .containsExactly(128 << 10, 8, 1.0, 1.0);
      for (Object one : tried) {
        assertThat(((Number) ((Map<?, ?>) one).get("throughput")).doubleValue()).isPositive();
      }
    }
  }

  @Test
  void a_cluster_that_does_not_run_is_reported() throws Exception {
    CommandRun run = tune(file(settings().build()));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("synod: only 0 of 3 replicas report their status: 127.0.0.1:");
  }

  @Test
  void the_error_for_a_cluster_without_instrumentation_says_how_to_start_it() throws Exception {
    SynodConfig config = settings().set("instrumentation", "off").build();
    try (Cluster cluster = new Cluster(config, NullService::new)) {
      CommandRun run = tune(cluster.file);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .containsPattern(
              "synod: replica \\d has no instrumentation: start the replicas with"
                  + " instrumentation = on\n");
    }
  }

  @Test
  void the_error_says_that_the_service_refuses_zeros() throws Exception {
    try (Cluster cluster = new Cluster(settings().build(), Refusing::new)) {
      CommandRun run = tune(cluster.file, "--bandwidth", "10Mbit");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .doesNotContain("bandwidth of its links")
          .contains("synod: no request was answered: ", "not a command", "NullService")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void measuring_and_a_profile_exclude_each_other() {
    CommandRun run = CommandRun.of("tune", "--measure", "some.properties");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("omit PROFILE");
  }

  /** No cluster runs. */
  @Test
  void a_request_that_fits_no_batch_is_refused_before_anything_is_measured() throws Exception {
    CommandRun run = tune(file(settings().build()), "--request", "4MiB");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("a request of 4,194,304 bytes fits no batch of up to 4,194,304");
  }

  @Test
  void measuring_needs_a_cluster() {
    CommandRun run = CommandRun.of("tune", "--measure");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--config FILE");
  }

  @Test
  void without_measuring_all_values_are_required() {
    CommandRun run = CommandRun.of("tune", "some.properties", "--request", "1KiB");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("without --measure these are also required: --rtt, --bandwidth\n");
  }

  private static final class Refusing implements Service {

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
      throw new ServiceException("not a command");
    }

    @Override
    public byte[] query(ByteBuffer request) {
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      throw new UnsupportedOperationException("there is no state");
    }

    @Override
    public void restore(InputStream in) {
      throw new UnsupportedOperationException("there is no state");
    }
  }
}
