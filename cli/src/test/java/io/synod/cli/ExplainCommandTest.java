package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class ExplainCommandTest {
  private static final String LOCAL = Path.of("..", "config", "local.properties").toString();

  private static CommandRun explain(StatusSource source) {
    CommandLine command = SynodCommand.withErrors(new CommandLine(new ExplainCommand(source)));
    return CommandRun.of(command, "--config", LOCAL);
  }

  private static StatusSource led(int leader) {
    return (address, timeout) -> {
      int replica = address.getPort() - 7200;
      String role = replica == leader ? "leader" : "follower";
      return """
          {"cluster":"local","replica":%d,"role":"%s","explanation":"of %d\\nin lines\\n"}"""
          .formatted(replica, role, replica);
    };
  }

  @Test
  void the_leader_s_explanation_is_printed() {
    CommandRun run = explain(led(1));
    assertThat(run.out()).isEqualToNormalizingNewlines("of 1\nin lines\n");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void without_a_leader_it_fails_and_says_what_to_do() {
    CommandRun run = explain(led(3));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("3 of 3 replicas answer, and none of them leads; 'synod status' shows more");
  }

  @Test
  void a_leader_that_does_not_answer_is_none() {
    CommandRun run =
        explain(
            (address, timeout) -> {
              if (address.getPort() == 7201) {
                throw new IOException("127.0.0.1:7201: Connection refused");
              }
              return led(1).fetch(address, timeout);
            });
    assertThat(run.err())
        .contains(
            "2 of 3 replicas answer, and none of them leads; replica 1 does not answer: Connection"
                + " refused; 'synod status'");
  }

  @Test
  void replicas_of_another_cluster_are_not_said_to_follow() {
    CommandRun run =
        explain(
            (address, timeout) -> led(1).fetch(address, timeout).replace("\"local\"", "\"other\""));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("0 of 3 replicas answer; replica 0 does not answer: this is cluster other: check")
        .doesNotContain("leads");
  }
}
