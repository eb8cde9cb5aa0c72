package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class LeaderCommandTest {
  @TempDir private Path folder;

  private RunningReplicas replicas;

  @BeforeEach
  void start() throws IOException {
    replicas = new RunningReplicas(folder, RunningReplicas.STEADY, request -> new byte[0]);
  }

  @AfterEach
  void end() {
    replicas.close();
  }

  private CommandRun move(String... options) {
    return CommandRun.of(
        List.of("leader", "move", "--config", replicas.file.toString(), "--timeout", "60s"),
        options);
  }

  @Test
  void the_named_replica_leads_and_repeating_it_changes_nothing() throws Exception {
    int to = (replicas.awaitLeader() + 1) % 3;
    CommandRun moved = move("--to", Integer.toString(to));
    assertThat(moved.err()).isEmpty();
    assertThat(moved.out()).startsWith("replica " + to + " leads view ");
    assertThat(moved.exitCode()).isZero();
    assertThat(replicas.leads(to)).isTrue();
    CommandRun again = move("--to", Integer.toString(to));
    assertThat(again.out()).isEqualTo("replica " + to + " leads already" + System.lineSeparator());
  }

  @Test
  void without_a_name_another_replica_leads() throws Exception {
    int before = replicas.awaitLeader();
    assertThat(move().out()).contains(" leads view ");
    assertThat(replicas.leads(before)).isFalse();
  }

  @Test
  void a_replica_that_does_not_run_is_refused_with_the_reason() throws Exception {
    int leader = replicas.awaitLeader();
    int down = (leader + 1) % 3;
    replicas.close(down);
    CommandRun refused = move("--to", Integer.toString(down));
    assertThat(refused.exitCode()).isEqualTo(1);
    // At first the leader does not know yet that it has gone.
    assertThat(refused.err())
        .contains("replica " + leader + " leads on: replica " + down)
        .containsPattern(
            "has lost its connection|has not answered the last heartbeats|did not take over in time");
  }

  @Test
  void wrong_words_are_answered_with_what_to_do() throws Exception {
    replicas.awaitLeader();
    move("--to", "3").assertFailed(2, "replica 3 is no member of membership 0: replicas 0, 1, 2");
    move("--to", "-1").assertFailed(2, "replica -1 is no member");
    assertThat(CommandRun.of("leader").exitCode()).isEqualTo(2);
    assertThat(CommandRun.of("leader").err()).contains("Missing required subcommand: move");
  }
}
