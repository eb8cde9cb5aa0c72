package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.client.ClusterMembers;
import io.synod.client.ClusterMembers.Member;
import io.synod.client.MembershipChange;
import io.synod.replica.config.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(180)
final class MemberCommandTest {
  private static final String LOCAL = Path.of("..", "config", "local.properties").toString();

  @TempDir private Path folder;

  private static CommandRun member(String file, String command, String... options) {
    return CommandRun.of(List.of("member", command, "--config", file), options);
  }

  /** Replica 3 has taken the place of replica 2, which is down; replica 1 lags. */
  private static final StatusSource REPLACED =
      (address, timeout) -> {
        int replica = address.getPort() - 7200;
        if (replica == 2) {
          throw new IOException("127.0.0.1:7202: Connection refused");
        }
        return """
            {"cluster":"local","replica":%d,"role":"%s","view":"3.0","leader":0,"decided":%d,"executed":11,
            "membership":{"number":1,"first":44,"alpha":64,"settled":true,"phase1":0,"phase2":2,"next":null,"former":[2],"members":[
            {"number":0,"peer":"127.0.0.1:7100","client":"127.0.0.1:7200","priority":1},
            {"number":1,"peer":"127.0.0.1:7101","client":"127.0.0.1:7201","priority":0},
            {"number":3,"peer":"db-3:7103","client":"127.0.0.1:7203","priority":0}]}}"""
            .formatted(replica, replica == 0 ? "leader" : "follower", replica == 1 ? 112 : 512);
      };

  private static CommandRun list(StatusSource source) {
    CommandLine command = SynodCommand.withErrors(new CommandLine(new MemberListCommand(source)));
    return CommandRun.of(command, "--config", LOCAL);
  }

  @Test
  void every_member_is_a_line_with_its_addresses_and_how_far_it_is_behind() {
    CommandRun run = list(REPLACED);
    assertThat(run.out())
        .isEqualToNormalizingNewlines(
            """
            membership 1: replicas 0, 1, 3, from slot 44 on
            alpha 64; a majority must promise to follow a leader, 2 members must vote for a slot
            replica  peers on        clients on      priority  role      membership  decided  behind
            0        127.0.0.1:7100  127.0.0.1:7200  1         leader    1           512      0
            1        127.0.0.1:7101  127.0.0.1:7201  0         follower  1           112      400
            3        db-3:7103       127.0.0.1:7203  0         follower  1           512      0
            """);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void members_that_are_down_and_a_membership_that_is_not_settled_end_with_1() {
    CommandRun down =
        list(
            (address, timeout) -> {
              if (address.getPort() == 7203) {
                throw new IOException("127.0.0.1:7203: Connection refused");
              }
              return REPLACED.fetch(address, timeout);
            });
    assertThat(down.out()).contains("127.0.0.1:7203  0         unreachable: Connection refused");
    assertThat(down.exitCode()).isEqualTo(1);
    CommandRun open =
        list(
            (address, timeout) ->
                REPLACED.fetch(address, timeout).replace("\"settled\":true", "\"settled\":false"));
    assertThat(open.out()).contains("from slot 44 on; it has not decided a slot yet");
    assertThat(open.exitCode()).isEqualTo(1);
    CommandRun next =
        list(
            (address, timeout) ->
                REPLACED
                    .fetch(address, timeout)
                    .replace("\"next\":null", "\"next\":{\"number\":2,\"first\":576}"));
    assertThat(next.out()).contains("from slot 44 on; membership 2 begins at slot 576");
  }

  @Test
  void without_an_answer_it_fails_and_says_why() {
    CommandRun run =
        list(
            (address, timeout) -> {
              throw new IOException(
                  "127.0.0.1:%d: Connection refused".formatted(address.getPort()));
            });
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains(
            "no replica reports the members; replica 0 does not answer: Connection refused; replica 1")
        .contains("; 'synod status' shows more");
  }

  @Test
  void a_standby_that_does_not_answer_is_shown() {
    CommandRun run =
        list(
            (address, timeout) ->
                REPLACED.fetch(address, timeout).replace("\"former\":[2]", "\"former\":[]"));
    assertThat(run.out().lines())
        .last()
        .asString()
        .isEqualTo(
            "2        -               127.0.0.1:7202  -         unreachable: Connection refused");
    assertThat(run.exitCode()).as("all members answer").isZero();
  }

  /** Of the members that replica 3 reports, the file has two and replicas 0 and 1 know one more. */
  @Test
  void members_that_only_a_member_behind_the_file_knows_are_asked_too() {
    String fourth =
        "{\"number\":4,\"peer\":\"db-4:7104\",\"client\":\"127.0.0.1:7204\",\"priority\":0},";
    StatusSource newer =
        (address, timeout) -> {
          String json = REPLACED.fetch(address, timeout);
          return address.getPort() >= 7203
              ? json.replace("\"membership\":{\"number\":1", "\"membership\":{\"number\":2")
                  .replace("\"members\":[", "\"members\":[" + fourth)
              : json;
        };
    CommandRun run = list(newer);
    assertThat(run.out()).contains("membership 2: replicas ").doesNotContain("was not asked");
    assertThat(run.out().lines())
        .anyMatch(line -> line.startsWith("4        db-4:7104") && line.contains("follower"));
    assertThat(run.exitCode()).isZero();
    CommandRun down =
        list(
            (address, timeout) -> {
              if (address.getPort() == 7204) {
                throw new IOException("127.0.0.1:7204: Connection refused");
              }
              return newer.fetch(address, timeout);
            });
    assertThat(down.out()).contains("unreachable: Connection refused");
    assertThat(down.exitCode()).isEqualTo(1);
  }

  @Test
  void a_replica_that_is_no_member_is_shown_behind_the_members() {
    CommandRun run =
        list(
            (address, timeout) -> {
              int replica = address.getPort() - 7200;
              return replica == 2
                  ? REPLACED
                      .fetch(new java.net.InetSocketAddress("127.0.0.1", 7203), timeout)
                      .replace("\"replica\":3", "\"replica\":2")
                      .replace("follower", "standby")
                  : REPLACED.fetch(address, timeout);
            });
    assertThat(run.out().lines())
        .last()
        .asString()
        .isEqualTo(
            "2        -               127.0.0.1:7202  -         standby   1           512      0");
  }

  @Test
  void wrong_words_end_with_2_and_what_to_do() {
    CommandRun.of("member")
        .assertFailed(2, "Missing required subcommand: list, add, remove, move, change");
    member(LOCAL, "add").assertFailed(2, "Missing required parameter: 'N'");
    member(LOCAL, "remove", "32").assertFailed(2, "a replica has a number from 0 to 31, not 32");
    member(LOCAL, "move", "1", "db-1:7201").assertFailed(2, "'db-1:7201' is not HOST:PEER:CLIENT");
    member(LOCAL, "move", "1", "db-1:7101:0").assertFailed(2, "the port must be 1 to 65535");
    member(LOCAL, "move", "1", "h\u00f4te:7101:7201")
        .assertFailed(2, "an address has other characters than ASCII");
    member(LOCAL, "change").assertFailed(2, "nothing to change: use --add");
    member(LOCAL, "change", "--priority", "3")
        .assertFailed(
            2, "synod: Value for option '--priority' (N=P) should be in KEY=VALUE format");
    member(LOCAL, "change", "--phase1", "most")
        .assertFailed(2, "'most' is neither a number nor majority");
    member(LOCAL, "change", "--move", "1=db-1").assertFailed(2, "'db-1' is not HOST:PEER:CLIENT");
    String inOneStep = "several in one step: synod member change --remove 0 --remove 1";
    member(LOCAL, "remove", "0", "1").assertFailed(2, "one replica at a time; " + inOneStep);
    member(LOCAL, "add", "3", "4", "5")
        .assertFailed(2, "several in one step: synod member change --add 3 --add 4 --add 5");
    member(LOCAL, "remove", "0,1").assertFailed(2, "'0,1' is not a whole number");
    member(LOCAL, "change", "--alpha", "10001").assertFailed(2, "10001");
  }

  @Test
  void a_cluster_without_a_leader_ends_with_1_and_says_so() throws IOException {
    Path file = ClusterFile.write(folder, "down", "", 1);
    CommandRun run = member(file.toString(), "remove", "0", "--timeout", "200ms");
    assertThat(run.err())
        .contains("waits: no replica answers (", "not done after 200 ms", "Nothing was changed");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_moved_member_is_looked_for_at_its_new_addresses() throws Exception {
    List<Integer> free = FreePorts.find(2);
    try (RunningReplicas replicas = new RunningReplicas(folder)) {
      replicas.awaitLeader();
      String file = replicas.file.toString();
      int follower = replicas.leads(2) ? 1 : 2;
      CommandRun mistyped =
          member(file, "move", String.valueOf(follower), "no-such-host.invalid:1:2", "--dry-run");
      assertThat(mistyped.err())
          .containsOnlyOnce(
              "note: this machine knows no address of no-such-host.invalid; replicas and clients");
      CommandRun moved =
          member(
              file,
              "move",
              String.valueOf(follower),
              "127.0.0.1:%d:%d".formatted(free.get(0), free.get(1)));
      assertThat(moved.exitCode()).as(moved.err()).isZero();
      assertThat(moved.err())
          .contains(
              "replica %d serves again once it runs at 127.0.0.1:%d and 127.0.0.1:%d, with its directory"
                  .formatted(follower, free.get(0), free.get(1)));
    }
  }

  @Test
  void a_dry_run_of_a_replacement_has_something_to_change() {
    ClusterMembers members =
        new ClusterMembers(
            4, 0, 64, 0, 0, true, -1, -1, 0, "1.0", List.of(new Member(2, "h:1", "h:2", 0)));
    MembershipChange replaced = MembershipChange.NONE.add(2).remove(2).dryRun();
    assertThat(ChangeOptions.line(replaced, "it is so already in", members, members))
        .startsWith("the leader would make this change; now it is membership 4");
    MembershipChange none = MembershipChange.NONE.add(2).dryRun();
    assertThat(ChangeOptions.line(none, "it is so already in", members, members))
        .isEqualTo("nothing to change: it is so already in membership 4: replicas 2");
  }

  @Test
  void members_and_alpha_change_while_replicas_run() throws Exception {
    String onDisk = "durability = sync\nstorage.directory = %s\n".formatted(folder.resolve("data"));
    try (RunningReplicas replicas = new RunningReplicas(folder, onDisk, request -> new byte[0])) {
      replicas.awaitLeader();
      String file = replicas.file.toString();
      CommandRun checked = member(file, "change", "--alpha", "300", "--dry-run");
      assertThat(checked.out())
          .startsWith("the leader would make this change; now it is membership 0");
      CommandRun alpha = member(file, "change", "--alpha", "300");
      assertThat(alpha.err()).doesNotContain("refuse");
      assertThat(alpha.out()).startsWith("membership 1: replicas 0, 1, 2");
      assertThat(member(file, "change", "--alpha", "300").out())
          .startsWith("nothing to change: it is so already in membership 1");
      assertThat(member(file, "change", "--alpha", "-1").err())
          .contains("synod: --alpha: slots that may be open: -1 is not between 1 and 10000");
      member(file, "remove", "7")
          .assertFailed(
              1, "replica 7 is no member and never was one: membership 1: replicas 0, 1, 2");
      member(file, "add", "7", "--timeout", "10s")
          .assertFailed(1, "waits: ", "no standby has reported to the leader as replica");
      FileCluster.await(
          "a leader that is removed",
          () -> CommandRun.of("leader", "move", "--config", file, "--to", "0").exitCode() == 0);
      CommandRun removed = member(file, "remove", "0");
      assertThat(removed.exitCode()).as(removed.err()).isZero();
      assertThat(removed.out()).startsWith("membership 2: replicas 1, 2");
      assertThat(removed.err())
          .contains("with 2 of them the cluster stands still when one is lost");
      CommandRun needless = member(file, "remove", "0");
      assertThat(needless.out())
          .startsWith("nothing to change: replica 0 is no member of membership 2: replicas 1, 2");
      assertThat(needless.exitCode()).isZero();
      assertThat(replicas.leads(0)).isFalse();
      replicas.client.execute(new byte[1]);
      CommandRun listed = member(file, "list");
      assertThat(listed.out()).contains("alpha 300;", "standby", "membership 2: replicas ");
      assertThat(listed.exitCode()).as(listed.out()).isZero();
    }
  }
}
