package io.synod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnapshotCommandTest {
  // 2026-01-02T03:04:05Z
  private static final long MADE_MILLIS = 1_767_323_045_000L;
  private static final byte[] CONTENT = new byte[600_000];

  @TempDir Path folder;
  private StoredReplica replica;
  private String named;
  private Path older;
  private Path newer;

  @BeforeEach
  void writeSnapshots() throws IOException {
    replica = StoredReplica.made(folder.resolve("replica-0"));
    named = replica.directory().toString();
    replica.snapshot(100, CONTENT, MADE_MILLIS);
    replica.snapshot(250, CONTENT, MADE_MILLIS + 1000);
    older = replica.directory().resolve("snapshots").resolve("0000000000000100.snapshot");
    newer = replica.directory().resolve("snapshots").resolve("0000000000000250.snapshot");
  }

  @Test
  void snapshots_are_listed_newest_first() throws Exception {
    CommandRun run = CommandRun.of("snapshot", "list", named);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().toList())
        .hasSize(3)
        .satisfies(
            lines ->
                assertThat(lines.get(1))
                    .startsWith("snapshot of every slot before 250, 586.")
                    .contains("made 2026-01-02T03:04:06Z, ")
                    .endsWith(" ago, the newest"))
        .satisfies(
            lines -> assertThat(lines.get(2)).startsWith("snapshot of every slot before 100"));
    Map<String, Object> fields =
        JSON.std.mapFrom(CommandRun.of("snapshot", "list", named, "--json").out());
    assertThat(JSON.std.asString(fields.get("snapshots")))
        .startsWith("[{\"end\":250,\"bytes\":" + Files.size(newer))
        .contains("{\"end\":100,")
        .contains("\"createdMillis\":" + MADE_MILLIS);
  }

  @Test
  void whole_snapshots_are_well() throws Exception {
    CommandRun run = CommandRun.of("snapshot", "verify", named);
    assertThat(run.out().lines().filter(line -> line.endsWith(": whole"))).hasSize(2);
    assertThat(run.exitCode()).isZero();
    Map<String, Object> fields =
        JSON.std.mapFrom(CommandRun.of("snapshot", "verify", named, "--json").out());
    assertThat(fields).containsEntry("well", true);
  }

  @Test
  void a_damaged_chunk_is_reported_with_file_offset_and_what_to_do() throws Exception {
    StoredReplica.flip(older, Files.size(older) - 100);
    byte[] before = Files.readAllBytes(older);
    CommandRun run = CommandRun.of("snapshot", "verify", named);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .containsPattern("slot before 250, .*: whole")
        .containsPattern("slot before 100, .*: DAMAGED")
        .containsPattern(older + " is damaged at byte [1-9][0-9]+: .+; keep the file");
    assertThat(older).hasBinaryContent(before);
    Map<String, Object> fields =
        JSON.std.mapFrom(CommandRun.of("snapshot", "verify", named, "--json").out());
    assertThat(fields).containsEntry("well", false);
    assertThat(JSON.std.asString(fields.get("snapshots"))).contains("\"damage\":{\"file\":");
  }

  @Test
  void one_of_them_can_be_verified() throws Exception {
    StoredReplica.flip(older, Files.size(older) - 100);
    CommandRun run = CommandRun.of("snapshot", "verify", named, "--end", "250");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("250").doesNotContain("before 100");
    assertThat(CommandRun.of("snapshot", "verify", named, "--end", "100").exitCode()).isEqualTo(1);
    CommandRun none = CommandRun.of("snapshot", "verify", named, "--end", "7");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err())
        .startsWith("synod: there is no snapshot with end 7 in ")
        .contains("only [250, 100]");
  }

  @Test
  void the_list_reports_a_damaged_header_too() throws Exception {
    StoredReplica.flip(newer, 25);
    CommandRun run = CommandRun.of("snapshot", "list", named);
    assertThat(run.out()).contains("its header is damaged");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(CommandRun.of("snapshot", "verify", named).exitCode()).isEqualTo(1);
  }

  @Test
  void no_snapshots_are_well() throws Exception {
    Files.delete(older);
    Files.delete(newer);
    CommandRun run = CommandRun.of("snapshot", "verify", named);
    assertThat(run.out()).contains("no snapshots");
    assertThat(run.exitCode()).isZero();
    Files.delete(older.getParent());
    assertThat(CommandRun.of("snapshot", "list", named).exitCode()).isZero();
  }

  @Test
  void a_snapshot_of_another_cluster_is_refused_in_one_line() throws Exception {
    Path other = folder.resolve("other");
    DirectoryIdentity identity =
        new DirectoryIdentity("invoices", 0, "sync", "replicas = 3, count = 8");
    ReplicaDirectory.open(other, identity, () -> 1).close();
    Files.copy(older, other.resolve("snapshots").resolve(older.getFileName()));
    CommandRun run = CommandRun.of("snapshot", "list", other.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .startsWith("synod: ")
        .contains("is a snapshot of cluster 'orders'")
        .hasLineCount(1);
  }

  @Test
  void help_is_there_for_each_of_them() {
    assertThat(CommandRun.of("help", "snapshot").out()).contains("list", "verify", "Exit codes");
    assertThat(CommandRun.of("snapshot", "help", "verify").out()).contains("--end", "DIR");
  }
}
