package io.synod.replica.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each problem names file, line, key, and what would be right. */
final class ConfigErrorsTest {
  @TempDir Path folder;

  private static List<ConfigProblem> problems(Path file, String... overrides) {
    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class, () -> SynodConfig.load(file, List.of(overrides)));
    assertThat(refused).as("the configuration is refused").isNotNull();
    return refused.problems();
  }

  private void assertFifthLine(String line, String key, String reason) {
    Path file = Configs.three(folder, line);
    assertThat(problems(file)).containsExactly(new ConfigProblem(file + ":5", key, reason));
  }

  @ParameterizedTest
  @CsvSource({
    "batch.max-byte, batch.max-bytes",
    "Batch.Max-Bytes, batch.max-bytes",
    "window, pipeline.window",
    "pipeline.windows, pipeline.window",
    "heartbeat, election.heartbeat",
    "cluster.phase3-quorum, cluster.phase1-quorum",
    "replicas.3, replica.3",
    "replica.03, replica.3",
    "replica, replica.0",
    "thread.layout, threads.layout",
    "segment-bytes, journal.segment-bytes",
    "snapshot.log-byte, snapshot.log-bytes",
    "storage.dir, storage.directory",
    "cluster.n, cluster.name",
  })
  void an_unknown_key_is_refused_with_the_nearest_one(String written, String nearest) {
    assertFifthLine(written + " = 1", written, "no such key; did you mean " + nearest + "?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foo", "x", "colour", "max", "server.address", "zookeeper.connect"})
  void an_unknown_key_that_is_near_to_none_is_refused_without_a_guess(String written) {
    assertFifthLine(
        written + " = 1", written, "no such key; config/reference.properties lists all");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "batch.max-bytes = 1000 | '1000' has no unit: B, KiB, MiB, GiB",
        "batch.max-bytes = 64KB | 'KB' is not a unit: use B, KiB, MiB, GiB",
        "batch.max-bytes = 63B | 63B is not 64B to 64MiB",
        "batch.max-bytes = 9999999999GiB | '9999999999GiB' is not 64B to 64MiB",
        "batch.max-bytes = 99999999999999999999B | '99999999999999999999B' is not 64B to 64MiB",
        "batch.max-bytes = 0.5MiB | '0.5MiB' is not a whole number with a unit (B, KiB, MiB, GiB)",
        "batch.max-bytes = | '' is not a whole number with a unit (B, KiB, MiB, GiB)",
        "batch.max-delay = -1ms | -1ms is not 0ns to 10s",
        "batch.max-delay = 11s | 11s is not 0ns to 10s",
        "batch.max-delay = 10 sec | 'sec' is not a unit: use ns, us, ms, s, min, h",
        "batch.policy = fast | 'fast' is not one of timed, nagle, adaptive",
        "pipeline.window = 0 | 0 is not 1 to 10000",
        "pipeline.window = 8slots | takes a number without a unit, not 'slots'",
        "pipeline.window = eight | 'eight' is not 1 to 10000, auto (1..512), or such a range",
        "session.idle-timeout = 1500us | 'us' is not a unit: use ms, s, min, h",
        "cluster.phase1-quorum = most | 'most' is not majority, or 1 to 25",
        "cluster.phase1-quorum = 26 | 26 is not 1 to 25",
        "threads.layout = STAGED | 'STAGED' is not one of staged, split, merged",
        "storage.directory = |"
            + " '' is not a path without control characters and surrounding blanks",
        "storage.directory = a\u0007b |"
            + " 'a?b' is not a path without control characters and surrounding blanks",
        "storage.max-bytes = 1000KiB | 1000KiB is not 1MiB to 1048576GiB",
        "storage.max-bytes = all | 'all' is not a whole number with a unit (B, KiB, MiB, GiB)",
        "storage.reserve = 1025GiB | 1025GiB is not 0B to 1024GiB",
        "storage.repair-timeout = 0ms | 0ns is not 1ms to 24h",
        "journal.segment-bytes = 4095B | 4095B is not 4KiB to 1GiB",
        "snapshot.log-slots = 1MiB | takes a number without a unit, not 'MiB'",
        "snapshot.max-age = 1d | 'd' is not a unit: use ns, us, ms, s, min, h",
        "snapshot.max-rate = 1MiB/s | '1MiB/s' is not a whole number with a unit (B, KiB, MiB,"
            + " GiB)",
        "snapshot.part-bytes = 0B | 0B is not 64B to 128MiB",
        "log.margin-bytes = -1B | -1B is not 0B to 1024GiB",
        "network.bandwidth = 10Mb | 'Mb' is not a unit: use bit, kbit, Mbit, Gbit",
        "instrumentation = true | 'true' is not one of on, off",
        "instrumentation.interval = 0s | 0ns is not 100ms to 1h",
        "instrumentation.csv = / | '/' is a folder; name a file in it",
        "metrics.port = 65536 | 65536 is not 0 to 65535",
        "durability = disk | 'disk' is not one of memory, view, epoch, sync",
      })
  void a_bad_value_is_refused_with_what_would_be_right(String line, String reason) {
    assertFifthLine(line, line.substring(0, line.indexOf('=')).strip(), reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost | 'localhost' is not host:peer-port:client-port (an IPv6 address in brackets)",
        "h:1 | 'h:1' is not host:peer-port:client-port (an IPv6 address in brackets)",
        "::1:1:2 | '::1:1:2' is not host:peer-port:client-port (an IPv6 address in brackets)",
        "h:0:2 | peer port 0 is not 1 to 65535",
        "h:1:65536 | client port 65536 is not 1 to 65535",
        ":1:2 | '' is not a host name or address",
        "a b:1:2 | 'a b' is not a host name or address",
        "[h]:1:2 | 'h' is not an IPv6 address, yet stands in brackets",
        "[:g]:1:2 | ':g' is not a host name or address",
        "0.0.0.0:1:2 | no other machine can connect to '0.0.0.0', and the members get this address;"
            + " write the name or address by which they reach the replica",
        "[::]:1:2 | no other machine can connect to '::', and the members get this address; write"
            + " the name or address by which they reach the replica",
        "h:7:7 | client port h:7 is already the peer port of replica.3",
        "127.0.0.1:7100:9 | peer port 127.0.0.1:7100 is already the peer port of replica.0",
        "127.0.0.1:9:7100 | client port 127.0.0.1:7100 is already the peer port of replica.0",
      })
  void a_bad_address_is_refused_with_the_reason(String address, String reason) {
    assertFifthLine("replica.3 = " + address, "replica.3", reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "election.timeout = 90ms | 90ms is less than two heartbeats, or a single late one deposes"
            + " the leader (election.heartbeat = 50ms): at least 100ms",
        "election.heartbeat = 6s | 6s is too much for election.timeout = auto, which must"
            + " hold two heartbeats, or a single late one deposes the leader"
            + " (election.heartbeat = 6s)",
        "pipeline.window = 513 | 513 is too much for execution.backlog = 1024, which must hold two"
            + " windows, or the service starves the pipeline (pipeline.window = 513)",
        "network.max-frame = 3MiB | 3MiB is less than four catch-up messages, since one of empty"
            + " slots is mostly headers (catch-up.max-bytes = 1MiB): at least 4MiB",
        "batch.max-bytes = 8MiB | 8MiB is too much for network.max-frame = 8MiB, which must hold a"
            + " batch and 1024B of headers (batch.max-bytes = 8MiB)",
        "queue.max-bytes = 4MiB | 4MiB is less than the largest request, or that one is never"
            + " admitted (network.max-frame = 8MiB): at least 8MiB",
        "cluster.phase2-quorum = 1 | quorums of 2 (phase 1) and 1 (phase 2) could miss each other"
            + " among 3 replicas: their sum must exceed that; a file for a replica that joins a"
            + " running cluster may leave both out, since the members' quorums count",
        "cluster.phase1-quorum = 4 | 4 is more than the 3 replicas",
        "log.margin-bytes = 257MiB | 257MiB is too much for log.max-bytes = 256MiB, which must hold"
            + " what is kept although every replica has executed it (log.margin-bytes = 257MiB)",
        "storage.max-bytes = 300MiB | 300MiB is less than twice what stays free of it"
            + " (storage.reserve = 256MiB): at least 512MiB",
        "snapshot.part-bytes = 8MiB | 8MiB is too much for network.max-frame = 8MiB, which must"
            + " hold a part of a snapshot and 1024B of headers (snapshot.part-bytes = 8MiB)",
        "journal.segment-bytes = 5000B | 5000B is not a multiple of 512B",
        "metrics.port = 65534 | replica 2 would serve port 65536: at most 65533 with this replica",
      })
  void an_impossible_combination_is_refused_where_it_was_set(String line, String reason) {
    assertFifthLine(line, line.substring(0, line.indexOf('=')).strip(), reason);
  }

  @Test
  void a_directory_that_is_full_before_its_journal_is_cut_is_refused() {
    Path file = Configs.three(folder, "storage.max-bytes = 512MiB", "snapshot.log-bytes = 129MiB");
    assertThat(problems(file))
        .containsExactly(
            new ConfigProblem(
                file + ":6",
                "snapshot.log-bytes",
                "129MiB is too much for storage.max-bytes = 512MiB, of which 256MiB stays free: the"
                    + " journal of small batches takes four times as much, so at most 64MiB"));
  }

  @Test
  void metrics_without_instrumentation_are_refused() {
    Path file = Configs.three(folder, "instrumentation = off", "metrics.port = 9400");
    assertThat(problems(file))
        .containsExactly(
            new ConfigProblem(
                file + ":6", "metrics.port", "has no effect with instrumentation = off"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "view", "epoch"})
  void a_level_without_durable_votes_needs_others_that_can_decide_without_one(String level) {
    String need =
        "'%s' keeps no votes, so that a restarted replica needs others who can decide without it,"
            .formatted(level);
    Path file =
        Configs.three(
            folder,
            "durability = " + level,
            "cluster.phase1-quorum = 3",
            "cluster.phase2-quorum = 1");
    assertThat(problems(file))
        .containsExactly(
            new ConfigProblem(
                file + ":5",
                "durability",
                need
                    + " and with quorums of 3 (phase 1) and 1 (phase 2) among 3 replicas they"
                    + " cannot: use sync, or quorums of at most 2"));
    Path two = Configs.file(folder, "cluster.name = two\nreplica.0 = h:1:2\nreplica.1 = h:3:4\n");
    assertThat(problems(two, "durability=" + level))
        .containsExactly(
            new ConfigProblem(
                "--set",
                "durability",
                need
                    + " and with quorums of 2 (phase 1) and 2 (phase 2) among 2 replicas they"
                    + " cannot: use sync, or 3 replicas"));
  }

  @Test
  void a_single_replica_has_nobody_to_ask() {
    Path file = Configs.file(folder, "cluster.name = one\nreplica.0 = h:1:2\ndurability = view\n");
    assertThat(problems(file))
        .containsExactly(
            new ConfigProblem(
                file + ":3",
                "durability",
                "'view' keeps no votes, so that a restarted replica needs others who can decide"
                    + " without it, and a single one has none: use sync, or memory, with which it"
                    + " begins anew"));
  }

  @Test
  void a_replica_that_joins_needs_another_one() {
    Path file =
        Configs.file(folder, "cluster.name = one\nreplica.4 = h:1:2\ncluster.begin = join\n");
    assertThat(problems(file))
        .containsExactly(
            new ConfigProblem(
                file + ":3",
                "cluster.begin",
                "join needs the addresses of the cluster's replicas, and there is only replica.4:"
                    + " add the others"));
  }

  @Test
  void quorums_that_do_not_fit_are_reported_as_one_problem() {
    Path file = Configs.three(folder, "cluster.phase2-quorum = 4", "durability = memory");
    assertThat(problems(file))
        .extracting(ConfigProblem::key)
        .containsExactly("cluster.phase2-quorum");
  }

  @Test
  void a_path_that_no_file_can_hold_is_refused_by_the_builder_too() {
    for (String path : List.of("", " a", "a ", "a\nb")) {
      ConfigException refused =
          catchThrowableOfType(
              ConfigException.class,
              () -> Configs.builder().storageDirectory(Path.of(path)).build());
      assertThat(refused.problems())
          .containsExactly(
              new ConfigProblem(
                  "builder",
                  "storage.directory",
                  "'%s' is not a path without control characters and surrounding blanks"
                      .formatted(path.replace('\n', '?'))));
    }
  }

  @Test
  void replicas_are_numbered_to_31() {
    assertFifthLine("replica.32 = h:1:2", "replica.32", "replicas are numbered from 0 to 31");
  }

  @Test
  void a_cluster_has_at_most_25_replicas() {
    SynodConfigBuilder builder = Configs.builder();
    for (int id = 3; id < 26; id++) {
      builder.replica(id, "h", 2 * id + 1, 2 * id + 2);
    }
    ConfigException refused = catchThrowableOfType(ConfigException.class, builder::build);
    assertThat(refused.problems())
        .containsExactly(
            new ConfigProblem(
                "builder", "replica.25", "a cluster has at most 25 replicas, not 26"));
  }

  @Test
  void the_longest_times_are_out_of_range_as_others_are() {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    SynodConfigBuilder builder =
        Configs.builder().sessionIdleTimeout(forever).electionTimeout(forever);
    ConfigException refused = catchThrowableOfType(ConfigException.class, builder::build);
    assertThat(refused.problems())
        .extracting(ConfigProblem::key)
        .containsExactlyInAnyOrder("session.idle-timeout", "election.timeout");
  }

  @Test
  void every_problem_is_reported_at_once_in_the_order_of_the_file() {
    Path file =
        Configs.file(
            folder,
            """
            replica.0 = nowhere
            pipeline.window = many

            just words
            windows = 3
            pipeline.window = 9
            """);
    assertThat(problems(file, "log.max-bytes=1", "nonsense"))
        .extracting(ConfigProblem::toString)
        .containsExactly(
            file
                + ":1: replica.0: 'nowhere' is not host:peer-port:client-port (an IPv6 address in"
                + " brackets)",
            file + ":2: pipeline.window: 'many' is not 1 to 10000, auto (1..512), or such a range",
            file + ":4: 'just words' is not key = value",
            file + ":5: windows: no such key; did you mean pipeline.window?",
            file + ":6: pipeline.window: is already set in line 2",
            "--set: log.max-bytes: '1' has no unit: B, KiB, MiB, GiB",
            "--set: 'nonsense' is not key=value",
            file + ": cluster.name: is missing and has no default");
  }

  @Test
  void an_empty_file_lacks_a_name_and_a_replica() {
    Path file = Configs.file(folder, "");
    assertThat(problems(file))
        .extracting(ConfigProblem::key)
        .containsExactly("cluster.name", "replica.0");
  }

  @Test
  void a_file_that_cannot_be_read_is_one_clear_problem() throws Exception {
    Path missing = folder.resolve("missing.properties");
    assertThat(problems(missing))
        .containsExactly(new ConfigProblem(missing.toString(), "", "there is no such file"));
    assertThat(problems(folder))
        .containsExactly(new ConfigProblem(folder.toString(), "", "is a directory"));
    Path binary = Files.write(folder.resolve("b"), "\u00ff".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(problems(binary))
        .containsExactly(new ConfigProblem(binary.toString(), "", "is not text in UTF-8"));
    Path inFile = binary.resolve("x.properties");
    assertThat(problems(inFile))
        .containsExactly(
            new ConfigProblem(inFile.toString(), "", "cannot be read: Not a directory"));
    Path endless = Path.of("/dev/zero");
    assertThat(problems(endless))
        .containsExactly(new ConfigProblem("/dev/zero", "", "is longer than 1048576 bytes"));
  }

  @Test
  void control_characters_and_endless_values_do_not_reach_the_terminal() {
    Path file = Configs.three(folder, "x\u001b[31m" + "y".repeat(100_000) + " = 1");
    assertThat(problems(file).get(0).key()).startsWith("x?[31my").hasSize(80);
  }

  @Test
  void the_builder_checks_the_same() {
    ConfigException refused =
        catchThrowableOfType(
            ConfigException.class,
            () -> Configs.builder().pipelineWindow(0).quorums(0, 2).clusterName("a b").build());
    assertThat(refused)
        .hasMessage(
            """
            builder: pipeline.window: 0 is not 1 to 10000
            builder: cluster.phase1-quorum: 0 is not 1 to 25
            builder: cluster.name: 'a b' is not 1 to 64 of A-Z a-z 0-9 . _ -\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "relay.groups = 0,1; 2,5,3 | relay.groups | there are no replicas {5} for a relay group",
        "relay.groups = 0,1; 3,4 | relay.groups | replicas {2} are in no relay group: add each"
            + " to one",
        "relay.groups = 0;1;x | relay.groups | 'x' is not 1 to 25 groups, the replicas of each,"
            + " such as 0,1,2; 3,4, or region",
        "relay.groups = 26 | relay.groups | '26' is not 1 to 25 groups, the replicas of each,"
            + " such as 0,1,2; 3,4, or region",
        "relay.groups = region | relay.groups | region needs replica.0.region, which is missing",
        "replica.5.region = eu | replica.5.region | there is no replica.5",
        "replica.5.priority = 1 | replica.5.priority | there is no replica.5",
        "replica.1.priority = 256 | replica.1.priority | 256 is not 0 to 255",
        "replica.1.region = e u | replica.1.region | 'e u' is not 1 to 64 of A-Z a-z 0-9 . _ -",
        "relay.answers = 1 | relay.answers | relays that answer after 1 votes bring 2 votes where 3"
            + " decide: more of them, or 0 for all",
        "relay.timeout = 20s | relay.timeout | 20s is not less than pipeline.retransmit ="
            + " auto, after which a leader gives a silent relay up",
      })
  void relays_that_could_not_work_are_refused(String line, String key, String reason) {
    Path file =
        Configs.three(
            folder,
            "replica.3 = 127.0.0.1:7103:7203",
            "replica.4 = 127.0.0.1:7104:7204",
            "dissemination = relay",
            line);
    assertThat(problems(file)).containsExactly(new ConfigProblem(file + ":8", key, reason));
  }

  @Test
  void relay_groups_read_as_they_are_written() {
    for (String groups : List.of("3", "0,1,2; 2,3,4", "0; 1; 2; 3; 4", "0,1,2,3,4")) {
      SynodConfig config =
          SynodConfig.load(
              Configs.three(
                  folder,
                  "replica.3 = 127.0.0.1:7103:7203",
                  "replica.4 = 127.0.0.1:7104:7204",
                  "dissemination = relay",
                  "relay.groups = " + groups));
      assertThat(config.toProperties()).contains("relay.groups = " + groups + "\n");
    }
  }
}
