package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.client.SynodClient;
import io.synod.process.Children;
import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/learners.md, as they stand there. */
@Timeout(400)
final class LearnerProcessTest {
  private static final int REPLICAS = 3;
  private static final int REQUESTS = 60;
  private static final String SERVICE = ChainService.class.getName();

  @TempDir Path folder;
  private Path config;
  private String learnerAddress;
  private final List<String> clients = new ArrayList<>();

  @BeforeEach
  void writeConfig() throws IOException {
    List<Integer> ports = FreePorts.find(2 * REPLICAS + 1);
    StringBuilder text = new StringBuilder();
    text.append("cluster.name = followed\ndurability = sync\nsnapshot.log-slots = 20\n");
    text.append("storage.reserve = 1MiB\njournal.segment-bytes = 64KiB\n");
    text.append("storage.directory = ").append(folder.resolve("data")).append('\n');
    for (int id = 0; id < REPLICAS; id++) {
      clients.add("127.0.0.1:" + ports.get(2 * id + 1));
      text.append("replica.%d = 127.0.0.1:%d:".formatted(id, ports.get(2 * id)));
      text.append(ports.get(2 * id + 1)).append('\n');
    }
    learnerAddress = "127.0.0.1:" + ports.get(2 * REPLICAS);
    config = Files.writeString(folder.resolve("followed.properties"), text);
  }

  @Test
  void a_learner_follows_is_shown_and_takes_the_place_of_a_lost_replica() throws Exception {
    try (ReplicaProcess first = replica(0);
        SynodReplica second = replicaHere(1);
        ReplicaProcess third = replica(2);
        SynodClient client = client()) {
      Path directory = folder.resolve("learner");
      try (ReplicaProcess learner = learner(directory)) {
        assertThat(learner.readUntil("follows 127.0.0.1:")).contains("from slot");
        for (int request = 0; request < REQUESTS; request++) {
          client.execute(new byte[] {(byte) request});
        }
        assertTailed();
        assertShown();
        awaitSnapshot(directory);
        end(learner);
      }
      end(third);
      Children.deleteAll(folder.resolve("data").resolve("replica-2"));
      try (ReplicaProcess again = replica(2, "--learner", text(directory))) {
        assertThat(again.readUntil("replica 2 begins with the state of"))
            .contains(", of all slots before ");
        assertThat(again.readUntil("replica 2: is a member")).contains("incarnation");
        assertBecomesMember(directory);
        end(first);
        client.execute(new byte[1]);
        assertThat(second.closed()).as("the other of the majority").isNotDone();
      }
    }
  }

  /** A replica that was none before begins with the learner's state too. */
  private void assertBecomesMember(Path learner) throws Exception {
    List<Integer> ports = FreePorts.find(2);
    Path four =
        Files.writeString(
            folder.resolve("four.properties"),
            Files.readString(config)
                + "replica.3 = 127.0.0.1:%d:%d%n".formatted(ports.get(0), ports.get(1)));
    try (ReplicaProcess fourth =
        ReplicaProcess.replica(four, 3, ChainService.class, "--join", "--learner", text(learner))) {
      assertThat(fourth.readUntil("replica 3 begins with the state of"))
          .contains(", of all slots before ");
      CommandRun added =
          CommandRun.of("member", "add", "--config", text(four), "3", "--timeout", "60s");
      assertThat(added.exitCode()).as(added.err()).isZero();
      assertThat(added.out()).contains("replicas 0, 1, 2, 3");
      CommandRun removed =
          CommandRun.of("member", "remove", "--config", text(four), "3", "--timeout", "60s");
      assertThat(removed.exitCode()).as(removed.err()).isZero();
    }
  }

  private static void end(ReplicaProcess process) throws InterruptedException {
    process.terminate();
    assertThat(process.exitCode()).isZero();
  }

  private void assertTailed() {
    CommandRun tail =
        CommandRun.of("tail", "--config", text(config), "--from", "0", "--count", "3");
    assertThat(tail.exitCode()).as(tail.err()).isZero();
    assertThat(tail.out().lines())
        .hasSize(3)
        .allMatch(line -> line.matches("\\d+\\.\\d+  [0-9a-f]{16} \\d+  1 B  ."));
  }

  private void assertShown() throws IOException {
    CommandRun shown = wellStatus(learnerAddress);
    assertThat(shown.out())
        .contains(
            "3 of 3 replicas answer", "learner at " + learnerAddress + ": follows 127.0.0.1:");
    CommandRun wrong = status(clients.get(0));
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.out()).contains("this is no learner: check the address");
    CommandRun json = wellStatus(learnerAddress, "--json");
    assertThat(JSON.std.listFrom(json.out()))
        .hasSize(REPLICAS + 1)
        .last()
        .asString()
        .contains("role=learner", "address=" + learnerAddress);
  }

  /** On a machine that stalls, a replica may not answer in time, or lead no more for a moment. */
  private CommandRun wellStatus(String learner, String... further) {
    CommandRun[] run = new CommandRun[1];
    FileCluster.await(
        "a status without a problem",
        () -> {
          run[0] = status(learner, further);
          return run[0].exitCode() == 0;
        });
    return run[0];
  }

  private CommandRun status(String learner, String... further) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("status", "--config", text(config), "--learner", learner));
    arguments.addAll(List.of(further));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private ReplicaProcess replica(int id, String... further) throws IOException {
    return ReplicaProcess.replica(config, id, ChainService.class, further);
  }

  private SynodReplica replicaHere(int id) {
    return SynodReplica.builder()
        .config(SynodConfig.load(config, List.of()))
        .id(id)
        .service(new ChainService())
        .start();
  }

  private ReplicaProcess learner(Path directory) throws IOException {
    return ReplicaProcess.start(
        List.of(
            "learner",
            "--config",
            text(config),
            "--listen",
            learnerAddress,
            "--directory",
            text(directory),
            "--service",
            SERVICE));
  }

  private SynodClient client() {
    return SynodClient.builder().cluster("followed").replicas(String.join(",", clients)).build();
  }

  private static void awaitSnapshot(Path directory) throws Exception {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!Files.isDirectory(directory) || !hasSnapshot(directory)) {
      assertThat(System.nanoTime()).isLessThan(giveUp);
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private static boolean hasSnapshot(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.anyMatch(file -> file.toString().endsWith(".snapshot"));
    }
  }

  private static String text(Path path) {
    return path.toString();
  }
}
