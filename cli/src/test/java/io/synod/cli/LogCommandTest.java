package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.journal.RecordType;
import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class LogCommandTest {
  private static final int SLOTS = 40;
  private static final int BODY_AT = 88;

  @TempDir Path folder;
  private StoredReplica replica;
  private String named;

  @BeforeEach
  void writeJournal() throws IOException {
    replica = StoredReplica.made(folder.resolve("replica-0")).withVotes(0, SLOTS);
    named = replica.directory().toString();
  }

  private static Map<String, Object> json(CommandRun run) throws IOException {
    return JSON.std.mapFrom(run.out());
  }

  private void flip(ScannedRecord record, int at) throws IOException {
    StoredReplica.flip(Path.of(record.file()), record.offset() + at);
  }

  @Test
  void a_whole_journal_is_well() throws Exception {
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines())
        .hasSize(3)
        .contains(named + ": replica 0 of cluster 'orders', durability sync", "All is well.");
    assertThat(run.exitCode()).isZero();

    Map<String, Object> fields = json(CommandRun.of("log", "verify", named, "--json"));
    assertThat(fields)
        .containsEntry("well", true)
        .containsEntry("cluster", "orders")
        .containsEntry("replica", 0)
        .containsEntry("nonce", "0123456789abcdef")
        .containsEntry("damaged", List.of())
        .containsEntry("torn", null);
    assertThat((Integer) fields.get("records")).isGreaterThanOrEqualTo(SLOTS + 3);
  }

  @Test
  void looking_changes_nothing() throws Exception {
    flip(replica.vote(7), BODY_AT);
    List<byte[]> before = files();
    for (String command : List.of("verify", "dump", "stats")) {
      CommandRun.of("log", command, named);
    }
    assertThat(files()).usingElementComparator(Arrays::compare).isEqualTo(before);
  }

  private List<byte[]> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
      List<byte[]> contents = new ArrayList<>();
      for (Path file : sorted) {
        contents.add(Files.readAllBytes(file));
      }
      return contents;
    }
  }

  @Test
  void a_damaged_vote_is_reported_with_slot_segment_and_offset() throws Exception {
    ScannedRecord vote = replica.vote(17);
    flip(vote, BODY_AT);
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "slot 17 damaged: %s at offset %d, record %d (Voted, view 1.0, 70 bytes): the body's"
                .formatted(vote.file(), vote.offset(), vote.number()))
        .contains("1 damaged: when the replica starts it repairs those that it still needs");
    Map<String, Object> fields = json(CommandRun.of("log", "verify", named, "--json"));
    assertThat(fields).containsEntry("well", false).containsEntry("lost", List.of());
    assertThat(JSON.std.asString(fields.get("damaged")))
        .contains("\"slot\":17", "\"offset\":" + vote.offset(), "\"record\":" + vote.number());
  }

  @Test
  void a_damaged_vote_of_an_earlier_view_is_needed_by_nobody() throws Exception {
    ScannedRecord vote = replica.vote(SLOTS - 1);
    replica.append(
        List.of(
            new JournalRecord.Voted(new View(2, 0), SLOTS - 1, StoredReplica.batch(SLOTS - 1))));
    ScannedRecord later = replica.record(record -> record.view().equals(new View(2, 0)));
    flip(vote, BODY_AT);
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.out())
        .contains("does not match; record %d replaces it".formatted(later.number()))
        .contains("No damaged record is needed");
    assertThat(run.exitCode()).isEqualTo(1);
    Map<String, Object> fields = json(CommandRun.of("log", "verify", named, "--json"));
    assertThat(JSON.std.asString(fields.get("damaged")))
        .contains("\"madeUpForBy\":" + later.number());
  }

  @Test
  void a_vote_whose_header_is_damaged_is_a_memory_that_is_incomplete() throws Exception {
    ScannedRecord vote = replica.vote(5);
    flip(vote, 40);
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("lost: %s at offset %d: ".formatted(vote.file(), vote.offset()))
        .contains("it joins anew from its peers");
  }

  @Test
  void a_damaged_record_that_is_not_needed_is_repaired_by_the_next_start() throws Exception {
    ScannedRecord promise =
        replica.record(record -> record.type() == RecordType.PROMISED && !record.carried());
    flip(promise, 20);
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("not needed: %s at offset %d: ".formatted(promise.file(), promise.offset()))
        .contains("No damaged record is needed");
  }

  @Test
  void a_torn_tail_is_well() throws Exception {
    Path durable = replica.journal().resolve("durable");
    byte[] mark = Files.readAllBytes(durable);
    replica.append(
        List.of(new JournalRecord.Voted(new View(1, 0), SLOTS, StoredReplica.batch(SLOTS))));
    // As if it had ended before all of the vote was written, and long before the mark was.
    Files.write(durable, mark);
    ScannedRecord vote = replica.vote(SLOTS);
    flip(vote, BODY_AT);

    CommandRun run = CommandRun.of("log", "verify", named);
    long bytes = vote.bytes();
    assertThat(run.out())
        .contains(
            "torn tail: %s at offset %d, %d bytes".formatted(vote.file(), vote.offset(), bytes))
        .contains("All is well.");
    assertThat(run.exitCode()).isZero();
    assertThat(JSON.std.asString(json(CommandRun.of("log", "verify", named, "--json")).get("torn")))
        .contains("\"offset\":" + vote.offset(), "\"bytes\":" + bytes);
  }

  @Test
  void a_journal_without_a_mark_is_a_memory_that_is_incomplete() throws Exception {
    Path durable = replica.journal().resolve("durable");
    for (boolean isRemoved : new boolean[] {false, true}) {
      if (isRemoved) {
        Files.delete(durable);
      } else {
        Files.write(durable, new byte[1536]);
      }

      CommandRun run = CommandRun.of("log", "verify", named);

      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.out())
          .contains("lost: " + durable, "it is unknown which records were durable")
          .contains("it joins anew from its peers", "A cluster of one replica does not start");
      CommandRun stats = CommandRun.of("log", "stats", named);
      assertThat(stats.exitCode()).isEqualTo(1);
      assertThat(stats.out()).contains("lost: " + durable);
    }
  }

  @Test
  void a_damaged_copy_of_the_identity_is_reported() throws Exception {
    StoredReplica.flip(replica.directory().resolve("identity.copy"), 30);
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.out()).contains("identity.copy is damaged: the next start repairs it");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_missing_journal_is_reported() throws Exception {
    for (Path file : Files.list(replica.journal()).toList()) {
      Files.delete(file);
    }
    assertGone();
    Files.delete(replica.journal());
    assertGone();
  }

  private void assertGone() {
    CommandRun verify = CommandRun.of("log", "verify", named);
    assertThat(verify.exitCode()).isEqualTo(1);
    assertThat(verify.out()).contains("journal is gone or empty").contains("joins anew");
    CommandRun dump = CommandRun.of("log", "dump", named);
    assertThat(dump.exitCode()).isEqualTo(1);
    assertThat(dump.err()).startsWith("synod: ").contains("journal is gone or empty");
    assertThat(CommandRun.of("log", "stats", named).exitCode()).isEqualTo(1);
  }

  @Test
  void a_journal_of_another_incarnation_is_reported() throws Exception {
    Path other = folder.resolve("other");
    DirectoryIdentity identity =
        new DirectoryIdentity(StoredReplica.CLUSTER, 0, "sync", "replicas = 3, count = 8");
    ReplicaDirectory.open(other, identity, () -> 99).close();
    Files.delete(other.resolve("journal"));
    Files.move(replica.journal(), other.resolve("journal"));
    CommandRun run = CommandRun.of("log", "verify", other.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("nonce 0123456789abcdef").contains("put the files back");
  }

  @Test
  void a_dump_has_a_line_for_each_record() throws Exception {
    CommandRun run = CommandRun.of("log", "dump", named);
    assertThat(run.exitCode()).isZero();
    int records = (Integer) json(CommandRun.of("log", "verify", named, "--json")).get("records");
    assertThat(run.out().lines()).hasSize(records);
    assertThat(run.out())
        .containsPattern(
            "(?m)^0000000000000001.journal +512  record 1  Joined  .*member; incarnations"
                + " 2:0123456789abcdef 1:0000000000000007$")
        .containsPattern("record 2  Promised  view 1.0\n")
        .containsPattern("record 3  Voted  slot 0  view 1.0  2 requests  70 bytes\n")
        .containsPattern("DecidedUpTo  every slot before 39\n")
        .contains("(repeated)");
  }

  @Test
  void a_dump_can_be_limited_to_slots_and_show_their_requests() {
    CommandRun run = CommandRun.of("log", "dump", named, "--from", "3", "--to", "4", "--requests");
    assertThat(run.out().lines().map(line -> line.replaceFirst(".*  slot", "slot").strip()))
        .containsExactly(
            "slot 3  view 1.0  2 requests  70 bytes",
            "session 000000000000feed  sequence 7  5 bytes",
            "session 000000000000feed  sequence 8  5 bytes",
            "slot 4  view 1.0  2 requests  70 bytes",
            "session 000000000000feed  sequence 9  5 bytes",
            "session 000000000000feed  sequence 10  5 bytes");
  }

  @Test
  void a_dump_for_programs_is_an_object_per_line() throws Exception {
    CommandRun run = CommandRun.of("log", "dump", named, "--json", "--requests", "--from", "38");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(2);
    Map<String, Object> record = JSON.std.mapFrom(lines.get(1));
    assertThat(record)
        .containsEntry("type", "Voted")
        .containsEntry("slot", 39)
        .containsEntry("view", "1.0")
        .containsEntry("state", "good");
    assertThat(JSON.std.asString(record.get("requests")))
        .isEqualTo(
            "[{\"session\":\"000000000000feed\",\"sequence\":79,\"bytes\":5},"
                + "{\"session\":\"000000000000feed\",\"sequence\":80,\"bytes\":5}]");
    for (String line : CommandRun.of("log", "dump", named, "--json").out().lines().toList()) {
      assertThat(JSON.std.mapFrom(line)).containsKeys("segment", "offset", "record", "type");
    }
  }

  @Test
  void a_dump_marks_what_is_damaged_and_fails() throws Exception {
    flip(replica.vote(17), BODY_AT);
    CommandRun run = CommandRun.of("log", "dump", named, "--from", "17", "--to", "17");
    assertThat(run.out()).contains("slot 17").contains("DAMAGED: the body's checksum");
    assertThat(run.err()).startsWith("synod: " + named + ": 1 damaged").hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void a_dump_ends_when_nobody_reads_on() throws Exception {
    replica.withVotes(SLOTS, 800);
    Head head = new Head();
    CommandLine command = SynodCommand.commandLine();
    command.setOut(new PrintWriter(new PrintStream(head), true));
    StringBuilder errors = new StringBuilder();
    command.setErr(new PrintWriter(new Appending(errors), true));
    assertThat(command.execute("log", "dump", named)).isZero();
    assertThat(errors).isEmpty();
    assertThat(head.writes).isBetween(2, 4);
  }

  /** A pipe whose reader is content with the beginning. */
  private static final class Head extends OutputStream {
    private int writes;

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      writes++;
      if (writes > 1) {
        throw new IOException("Broken pipe");
      }
    }
  }

  private static final class Appending extends Writer {
    private final StringBuilder into;

    Appending(StringBuilder into) {
      this.into = into;
    }

    @Override
    public void write(char[] chars, int from, int count) {
      into.append(chars, from, count);
    }

    @Override
    public void flush() {
      // Nothing is held back.
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  @Test
  void slots_in_the_wrong_order_are_bad_usage() {
    CommandRun run = CommandRun.of("log", "dump", named, "--from", "5", "--to", "4");
    assertThat(run.err().lines())
        .containsExactly("synod: there are no slots from 5 to 4", "Try 'synod log help dump'.");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void statistics_count_what_is_there() throws Exception {
    CommandRun run = CommandRun.of("log", "stats", named);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .contains(
            "slots        0 to 39",
            "views        1, from 1.0 to 1.0",
            "batches      70B on average, 70B the largest",
            "requests     80",
            "promised     view 1.0",
            "decided      every slot before 39",
            "incarnation  2, as member");
    assertThat(run.out()).containsPattern("(?m)^Voted +40 records, 6\\.3KiB$");
    Map<String, Object> fields = json(CommandRun.of("log", "stats", named, "--json"));
    assertThat(fields)
        .containsEntry("requests", 80)
        .containsEntry("batches", 40)
        .containsEntry("slotLast", 39)
        .containsEntry("decidedEnd", 39)
        .containsEntry("incarnation", 2)
        .containsEntry("status", "member");
    assertThat((Integer) fields.get("segments")).isGreaterThan(1);
  }

  @Test
  void stats_without_a_recorded_decision_refer_to_the_snapshots() throws Exception {
    StoredReplica begun = StoredReplica.made(folder.resolve("replica-1"));
    CommandRun run = CommandRun.of("log", "stats", begun.directory().toString());
    assertThat(run.out().lines())
        .contains("decided      not recorded yet; a snapshot may hold it, see synod snapshot list");
  }

  @Test
  void damaged_records_are_counted() throws Exception {
    flip(replica.vote(17), BODY_AT);
    CommandRun run = CommandRun.of("log", "stats", named);
    assertThat(run.out()).contains("damaged      1 records").contains("requests     78");
    assertThat(run.exitCode()).isEqualTo(1);
  }

  @Test
  void statistics_of_a_journal_that_lacks_a_segment_are_not_well() throws Exception {
    Files.delete(replica.journal().resolve("0000000000000002.journal"));
    assertThat(CommandRun.of("log", "verify", named).out()).contains("lost: ");
    CommandRun run = CommandRun.of("log", "stats", named);
    assertThat(run.out()).contains("damaged      0 records", "lost: ");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat((List<?>) json(CommandRun.of("log", "stats", named, "--json")).get("lost"))
        .isNotEmpty();
  }

  @Test
  void the_parent_of_the_only_replica_is_as_good() throws Exception {
    assertThat(CommandRun.of("log", "verify", folder.toString()).exitCode()).isZero();
    StoredReplica.made(folder.resolve("replica-1"));
    assertBadUsage(
        CommandRun.of("log", "verify", folder.toString()),
        folder + " holds 2 replicas: name one of them, such as " + named);
  }

  @Test
  void a_directory_of_no_replica_is_bad_usage() throws Exception {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertBadUsage(
        CommandRun.of("log", "stats", empty.toString()),
        empty + " is no replica's directory and holds none");
    assertBadUsage(
        CommandRun.of("log", "dump", folder.resolve("nowhere").toString()),
        "there is no directory " + folder.resolve("nowhere"));
    assertBadUsage(
        CommandRun.of("log", "verify", replica.journal().toString()),
        replica.journal() + " is a part of a replica's directory: name all of it, " + named);
    Path file = replica.directory().resolve("identity");
    assertBadUsage(CommandRun.of("log", "verify", file.toString()), file + " is not a directory");
    assertBadUsage(CommandRun.of("log", "verify"), "Missing required parameter: 'DIR'");
    assertBadUsage(CommandRun.of("log"), "Missing required subcommand: verify, dump, stats");
    assertBadUsage(CommandRun.of("log", "verfy", named), "did you mean 'verify'?");
  }

  private static void assertBadUsage(CommandRun run, String error) {
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("synod: ").contains(error).contains("Try 'synod ");
  }

  @Test
  void a_directory_that_is_in_use_is_named_with_its_process() throws Exception {
    DirectoryIdentity identity =
        new DirectoryIdentity(StoredReplica.CLUSTER, 0, "sync", "replicas = 3, count = 8");
    try (ReplicaDirectory held = ReplicaDirectory.open(replica.directory(), identity, () -> 0)) {
      assertThat(held.isNew()).isFalse();
      CommandRun run = CommandRun.of("log", "verify", named);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .startsWith("synod: " + named + " is in use")
          .contains(String.valueOf(ProcessHandle.current().pid()))
          .hasLineCount(1);
    }
  }

  @Test
  void a_directory_that_has_lost_its_identity_is_refused_in_one_line() throws Exception {
    StoredReplica.flip(replica.directory().resolve("identity"), 3);
    StoredReplica.flip(replica.directory().resolve("identity.copy"), 3);
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("synod: " + named)
        .contains("no readable identity")
        .hasLineCount(1);
  }

  @Test
  void a_copy_of_a_segment_is_found() throws Exception {
    Files.copy(
        replica.journal().resolve("0000000000000001.journal"),
        replica.journal().resolve("0000000000000077.journal"));
    CommandRun run = CommandRun.of("log", "verify", named);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("0000000000000077.journal", "it holds the beginning of segment 1");
  }

  @Test
  void help_is_there_for_each_of_them() {
    assertThat(CommandRun.of("help", "log").out())
        .contains("verify", "dump", "stats", "Exit codes");
    for (String command : List.of("verify", "dump", "stats")) {
      assertThat(CommandRun.of("log", "help", command).out())
          .contains("Usage: synod log " + command, "DIR", "--json");
    }
  }
}
