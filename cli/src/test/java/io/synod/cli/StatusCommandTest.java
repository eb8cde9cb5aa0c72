package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

final class StatusCommandTest {
  private static final String LOCAL = Path.of("..", "config", "local.properties").toString();

  private static String json(int replica, String role) {
    return """
        {"cluster":"local","replica":%d,"role":"%s","view":"3.0","leader":0,"decided":12,"executed":11,
        "storage":{"durability":"sync","incarnation":1,"firstDamaged":-1,"full":false},
        "window":{"open":1,"size":8},"queue":{"bytes":1536,"limit":16777216},
        "connections":{"peers":2,"clients":4}}"""
        .formatted(replica, role)
        .replace("\n", "");
  }

  private static String role(int replica) {
    return replica == 0 ? "leader" : "follower";
  }

  private static CommandRun status(StatusSource source, String... options) {
    CommandLine command = SynodCommand.withErrors(new CommandLine(new StatusCommand(source)));
    String[] arguments = new String[options.length + 2];
    arguments[0] = "--config";
    arguments[1] = LOCAL;
    System.arraycopy(options, 0, arguments, 2, options.length);
    return CommandRun.of(command, arguments);
  }

  private static final StatusSource ALL_WELL =
      (address, timeout) -> json(address.getPort() - 7200, role(address.getPort() - 7200));

  private static final StatusSource ONE_DOWN =
      (address, timeout) -> {
        if (address.getPort() == 7201) {
          throw new IOException("127.0.0.1:7201: Connection refused");
        }
        return ALL_WELL.fetch(address, timeout);
      };

  @Test
  void every_replica_is_a_line_of_the_table() {
    CommandRun run = status(ALL_WELL);
    assertThat(run.out())
        .isEqualToNormalizingNewlines(
            """
            replica  clients on      role      view  decided  executed  storage  window  queue         peers  clients
            0        127.0.0.1:7200  leader    3.0   12       11        sync     1/8     1.5KiB/16MiB  2      4
            1        127.0.0.1:7201  follower  3.0   12       11        sync     1/8     1.5KiB/16MiB  2      4
            2        127.0.0.1:7202  follower  3.0   12       11        sync     1/8     1.5KiB/16MiB  2      4
            3 of 3 replicas answer, one of them leads
            """);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void the_help_names_each_reason_to_end_with_1() {
    String help = CommandRun.of("status", "--help").out().replaceAll("\\s+", " ");
    assertThat(help)
        .contains("does not answer", "is still joining", "is a standby", "has lost a vote")
        .contains("has no space for its journal", "has halted", "garbage collector");
  }

  @Test
  void a_learner_whose_service_has_halted_says_so_and_ends_with_1() {
    String learner =
        "{\"role\":\"learner\",\"source\":\"127.0.0.1:7200\",\"executed\":7,\"decided\":90,"
            + "\"connections\":{\"clients\":1},\"halted\":%s}";
    String shown = "learner at 127.0.0.1:7300: follows 127.0.0.1:7200, executed 7 of 90, clients 1";
    CommandRun well = withLearner(learner.formatted("null"));
    assertThat(well.out().lines()).contains(shown);
    assertThat(well.exitCode()).isZero();
    CommandRun halted =
        withLearner(learner.formatted("{\"slot\":7,\"request\":2,\"exception\":\"poison\"}"));
    assertThat(halted.out().lines())
        .contains(
            shown + "; it executes nothing: its service threw at request 2 of slot 7: poison");
    assertThat(halted.exitCode()).isEqualTo(1);
  }

  private static CommandRun withLearner(String json) {
    return status(
        (address, timeout) -> address.getPort() == 7300 ? json : ALL_WELL.fetch(address, timeout),
        "--learner",
        "127.0.0.1:7300");
  }

  @Test
  void only_the_round_trips_of_the_leader_are_printed() {
    CommandRun run =
        status(
            (address, timeout) ->
                ALL_WELL
                    .fetch(address, timeout)
                    .replace(
                        "\"window\"",
                        "\"links\":[{\"replica\":1,\"rttMicros\":80},{\"replica\":2,\"rttMicros\":100250},"
                            + "{\"replica\":3,\"rttMicros\":null}],\"window\""));
    assertThat(run.out().lines())
        .contains("round trips of replica 0: 0.080 ms to replica 1, 100.250 ms to replica 2")
        .hasSize(6);
  }

  @Test
  void a_replica_that_does_not_answer_is_shown_with_the_reason_and_ends_with_1() {
    CommandRun run = status(ONE_DOWN);
    assertThat(run.out().lines())
        .contains(
            "1        127.0.0.1:7201  unreachable: Connection refused",
            "2 of 3 replicas answer, one of them leads");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void during_an_election_nobody_has_to_start_a_replica() {
    CommandRun run =
        status(
            (address, timeout) ->
                ONE_DOWN
                    .fetch(address, timeout)
                    .replace("\"role\":\"leader\"", "\"role\":\"candidate\""));
    assertThat(run.out())
        .contains(
            "2 of 3 replicas answer, none of them leads: clients wait until one is elected; if that"
                + " takes long, the logs say why");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  /** Replica 3 has taken the place of replica 2, whose process has ended. */
  private static final StatusSource REPLACED =
      (address, timeout) -> {
        int replica = address.getPort() - 7200;
        if (replica == 2) {
          throw new IOException("127.0.0.1:7202: Connection refused");
        }
        return withMembers(json(replica, role(replica)), 0, 1, 3);
      };

  private static String withMembers(String json, Integer... numbers) {
    String members =
        Stream.of(numbers)
            .map(
                id ->
                    "{\"number\":%d,\"peer\":\"127.0.0.1:710%d\",\"client\":\"127.0.0.1:720%d\",\"priority\":0}"
                        .formatted(id, id, id))
            .collect(Collectors.joining(","));
    String membership =
        "\"membership\":{\"number\":1,\"first\":44,\"alpha\":64,\"settled\":true,\"next\":null,\"former\":[2],\"members\":[%s]},"
            .formatted(members);
    return json.replace("\"window\"", membership + "\"window\"");
  }

  @Test
  void standbys_that_answer_are_no_majority_of_the_members() {
    CommandRun run =
        status(
            (address, timeout) -> {
              int replica = address.getPort() - 7200;
              if (replica > 2) {
                throw new IOException("127.0.0.1:720%d: Connection refused".formatted(replica));
              }
              String role = replica == 0 ? "follower" : "standby";
              return withMembers(json(replica, role), 0, 3, 4);
            });
    assertThat(run.out())
        .contains(
            "3 of 5 replicas answer, none of them leads: clients wait until a majority of the members"
                + " runs, so start those that are down");
  }

  @Test
  void members_that_are_not_in_the_file_are_asked_and_former_ones_that_ended_are_not_missed() {
    CommandRun run = status(REPLACED);
    assertThat(run.out().lines())
        .anyMatch(line -> line.startsWith("3        127.0.0.1:7203  follower"))
        .noneMatch(line -> line.startsWith("2 "))
        .contains("membership 1: replicas 0, 1, 3, from slot 44 on")
        .contains("3 of 3 replicas answer, one of them leads");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void a_standby_that_does_not_answer_is_missed() {
    CommandRun run =
        status(
            (address, timeout) ->
                REPLACED.fetch(address, timeout).replace("\"former\":[2]", "\"former\":[]"));
    assertThat(run.out().lines())
        .contains("2        127.0.0.1:7202  unreachable: Connection refused")
        .contains("3 of 4 replicas answer, one of them leads");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_standby_is_shown_with_what_makes_it_a_member() {
    CommandRun run = status(allWellBut(1, "follower", "standby"));
    assertThat(run.out())
        .contains("replica 1 is a standby: it has no vote until 'synod member add' makes it");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_replica_that_was_removed_is_not_missed() {
    StatusSource standby = allWellBut(1, "follower", "standby");
    CommandRun run =
        status(
            (address, timeout) ->
                standby
                    .fetch(address, timeout)
                    .replaceFirst("\\{", "{\"membership\":{\"former\":[1]},"));
    assertThat(run.out())
        .contains(
            "replica 1 was removed from the members: it ends by itself after member.linger, unless"
                + " it was started with --join")
        .doesNotContain("member add");
    assertThat(run.exitCode()).isZero();
  }

  private static StatusSource allWellBut(int replica, String from, String instead) {
    return (address, timeout) -> {
      String json = ALL_WELL.fetch(address, timeout);
      return address.getPort() == 7200 + replica ? json.replace(from, instead) : json;
    };
  }

  @Test
  void a_replica_that_joins_is_not_well_yet() {
    CommandRun run = status(allWellBut(1, "follower", "recovering"));
    assertThat(run.out())
        .contains("127.0.0.1:7201  recovering  ", "3 of 3 replicas answer, one of them leads")
        .containsPattern(
            "(?m)^replica 1 joins: it becomes a member once enough of the others have answered");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_damaged_slot_is_reported_and_not_well() {
    CommandRun run = status(allWellBut(2, "\"firstDamaged\":-1", "\"firstDamaged\":17"));
    assertThat(run.out())
        .contains("  sync, damaged  ")
        .containsPattern("(?m)^replica 2 has lost its vote for slot 17, damaged on disk: it waits");
    assertThat(run.exitCode()).isEqualTo(1);
    CommandRun first = status(allWellBut(2, "\"firstDamaged\":-1", "\"firstDamaged\":0"));
    assertThat(first.exitCode()).isEqualTo(1);
  }

  @Test
  void peers_to_which_datagrams_get_through_are_counted() {
    CommandRun run =
        status(allWellBut(1, "\"connections\":", "\"datagrams\":{\"peers\":1},\"connections\":"));
    assertThat(run.out().lines())
        .anyMatch(line -> line.startsWith("1 ") && line.endsWith("  2, 1 udp  4"))
        .anyMatch(line -> line.startsWith("2 ") && line.endsWith("  2         4"));
  }

  @Test
  void a_full_disk_is_reported_and_not_well() {
    StatusSource full = allWellBut(0, "\"full\":false", "\"full\":true");
    CommandRun run = status(full);
    assertThat(run.out())
        .contains("  sync, full  ")
        .containsPattern("(?m)^replica 0 has stopped voting: no space is left for its journal");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(status(full, "--json").exitCode()).isEqualTo(1);
  }

  @Test
  void a_replica_that_mostly_collects_garbage_is_reported_and_not_well() {
    CommandRun run =
        status(
            allWellBut(
                1,
                "\"window\"",
                "\"cannotLead\":\"the garbage collector takes most of its time\","
                    + "\"collectorPercent\":83,\"window\""));
    assertThat(run.out())
        .containsPattern(
            "(?m)^replica 1 spent 83 % of the last seconds in the garbage collector: it leaves")
        .contains("-Xmx");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(status(allWellBut(1, "\"window\"", "\"cannotLead\":null,\"window\"")).exitCode())
        .isZero();
  }

  @Test
  void json_is_an_array_of_what_the_replicas_say() throws Exception {
    CommandRun run = status(ONE_DOWN, "--json");
    List<Object> replicas = JSON.std.listFrom(run.out());
    assertThat(replicas).hasSize(3);
    assertThat(replicas.get(0)).isEqualTo(JSON.std.mapFrom(json(0, "leader")));
    assertThat(replicas.get(1))
        .isEqualTo(
            Map.of(
                "replica", 1,
                "address", "127.0.0.1:7201",
                "unreachable", "Connection refused"));
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_replica_of_another_number_or_cluster_is_not_taken_for_this_one() {
    CommandRun swapped = status((address, timeout) -> json(7, "follower"));
    assertThat(swapped.out())
        .contains("unreachable: this is replica 7: check the addresses")
        .contains(
            "0 of 3 replicas answer, none of them leads: clients wait until a majority of the members"
                + " runs, so start those that are down");
    CommandRun foreign =
        status(
            (address, timeout) ->
                json(address.getPort() - 7200, "leader").replace("\"local\"", "\"other\""));
    assertThat(foreign.out()).contains("unreachable: this is cluster other: check the addresses");
    assertThat(foreign.exitCode()).isEqualTo(1);
  }

  @Test
  void a_missing_field_is_printed_as_a_question_mark() {
    CommandRun run =
        status((address, timeout) -> "{\"replica\":%d}".formatted(address.getPort() - 7200));
    assertThat(run.out())
        .contains(
            "2        127.0.0.1:7202  ?     ?     ?        ?         ?        ?/?     ?/?    ?      ?");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void an_answer_that_is_not_json_is_no_answer() {
    CommandRun run = status((address, timeout) -> "hello");
    assertThat(run.out()).contains("unreachable: Unrecognized token 'hello'");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void the_timeout_reaches_the_connection() {
    CommandRun run =
        status(
            (address, timeout) -> {
              assertThat(timeout).isEqualTo(Duration.ofMillis(250));
              return ALL_WELL.fetch(address, timeout);
            },
            "--timeout",
            "250ms");
    assertThat(run.exitCode()).isZero();
    status(ALL_WELL, "--timeout", "soon")
        .assertFailed(2, "'soon' is not a time such as 500ms, 2s, 1min or 1h");
  }

  @Test
  void an_unreachable_cluster_is_reported_quickly() {
    CommandRun run =
        CommandRun.of("status", "--config", LOCAL, "--timeout", "2s", "--set", ports());
    assertThat(run.out()).contains("unreachable: ");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  // Nothing listens on port 1 of the loopback.
  private static String ports() {
    return "replica.0=127.0.0.1:2:1";
  }
}
