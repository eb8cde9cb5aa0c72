package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.replica.SynodReplica;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class LeaderCommandTest {
  @TempDir private Path folder;

  private Path file;
  private final List<SynodReplica> replicas = new ArrayList<>();

  private static final class Echo implements Service {
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

  @BeforeEach
  void start() throws IOException {
    StringBuilder text = new StringBuilder("cluster.name = moved\ndurability = memory\n");
    List<Integer> ports = FreePorts.find(6);
    for (int id = 0; id < 3; id++) {
      text.append("replica.%d = 127.0.0.1:%d:%d\n".formatted(id, ports.get(id), ports.get(3 + id)));
    }
    file = Files.writeString(folder.resolve("moved.properties"), text);
    SynodConfig config = SynodConfig.load(file, List.of());
    for (int id = 0; id < 3; id++) {
      replicas.add(SynodReplica.builder().config(config).id(id).service(new Echo()).start());
    }
  }

  @AfterEach
  void end() {
    replicas.forEach(SynodReplica::close);
  }

  private CommandRun move(String... options) {
    List<String> words =
        new ArrayList<>(List.of("leader", "move", "--config", file.toString(), "--timeout", "20s"));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray(new String[0]));
  }

  private int awaitLeader() throws InterruptedException {
    while (true) {
      for (SynodReplica replica : replicas) {
        if (replica.statusJson().contains("\"role\":\"leader\"")) {
          return replica.id();
        }
      }
      Thread.sleep(10);
    }
  }

  @Test
  void the_named_replica_leads_and_repeating_it_changes_nothing() throws Exception {
    int to = (awaitLeader() + 1) % 3;
    CommandRun moved = move("--to", Integer.toString(to));
    assertThat(moved.err()).isEmpty();
    assertThat(moved.out()).startsWith("replica " + to + " leads view ");
    assertThat(moved.exitCode()).isZero();
    assertThat(awaitLeader()).isEqualTo(to);
    CommandRun again = move("--to", Integer.toString(to));
    assertThat(again.out()).isEqualTo("replica " + to + " leads already" + System.lineSeparator());
  }

  @Test
  void without_a_name_another_replica_leads() throws Exception {
    int before = awaitLeader();
    assertThat(move().out()).contains(" leads view ");
    assertThat(awaitLeader()).isNotEqualTo(before);
  }

  @Test
  void a_replica_that_does_not_run_is_refused_with_the_reason() throws Exception {
    int leader = awaitLeader();
    int down = (leader + 1) % 3;
    replicas.get(down).close();
    CommandRun refused = move("--to", Integer.toString(down));
    assertThat(refused.exitCode()).isEqualTo(1);
    // At first the leader does not know yet that it has gone.
    assertThat(refused.err())
        .contains("replica " + leader + " leads on: replica " + down)
        .containsPattern("has not answered the last heartbeats|did not take over in time");
  }

  @Test
  void wrong_words_are_answered_with_what_to_do() {
    assertThat(move("--to", "3").err())
        .contains("the cluster has no replica 3: give one from 0 to 2");
    assertThat(CommandRun.of("leader").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("leader").err()).contains("Missing required subcommand: move");
  }
}
