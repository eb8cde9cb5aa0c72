package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class LostNamesTest {
  private static final int SEEDS = 600;

  @Test
  void a_new_file_whose_name_was_not_forced_may_be_gone_although_it_was_forced()
      throws IOException {
    Set<Integer> files = new TreeSet<>();
    for (int seed = 0; seed < 50; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      DiskFile file = disk.create("a", 10);
      Bytes.write(file, 0, 1, 10);
      file.force();
      SimulatedDisk next = disk.crash(CrashKind.ANY);
      files.add(next.list().size());
      if (!next.list().isEmpty()) {
        assertThat(next.bytes("a")).isEqualTo(Bytes.of(1, 10));
      }
    }
    assertThat(files).containsExactly(0, 1);
  }

  @Test
  void a_rename_leaves_either_name_and_never_none() throws IOException {
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      Bytes.forced(disk, "old", 1, 10);
      Bytes.forced(disk, "new", 2, 10);
      disk.rename("new", "old");
      SimulatedDisk next = disk.crash();
      seen.add(next.list());
      assertThat(next.bytes("old")[0]).isEqualTo((byte) next.list().size() == 1 ? (byte) 2 : 1);
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of("old"), List.of("new", "old"));
  }

  @Test
  void a_rename_may_be_left_without_the_bytes_that_were_not_forced() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
    Bytes.forced(disk, "a", 1, 100);
    Bytes.write(disk.create("a.partial", 0), 0, 2, 100);
    disk.rename("a.partial", "a");
    SimulatedDisk next = disk.crash(CrashKind.NAMES_KEPT);
    assertThat(next.list()).containsExactly("a");
    assertThat(next.bytes("a")).isEmpty();
  }

  @Test
  void bytes_may_be_left_without_the_rename() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
    DiskFile file = Bytes.forced(disk, "a", 1, 100);
    disk.rename("a", "b");
    Bytes.write(file, 0, 2, 100);
    SimulatedDisk next = disk.crash(CrashKind.BYTES_KEPT);
    assertThat(next.list()).containsExactly("a");
    assertThat(next.bytes("a")).isEqualTo(Bytes.of(2, 100));
  }

  @Test
  void changes_of_other_names_are_kept_or_lost_each_by_itself() throws IOException {
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      Bytes.forced(disk, "a", 1, 1);
      disk.delete("a");
      disk.create("b", 0);
      seen.add(disk.crash(CrashKind.ANY).list());
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(List.of(), List.of("a"), List.of("b"), List.of("a", "b"));
  }

  @Test
  void changes_of_the_same_name_are_kept_in_their_order() throws IOException {
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      disk.create("a", 0);
      disk.rename("a", "b");
      disk.rename("b", "c");
      seen.add(disk.crash(CrashKind.ANY).list());
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of(), List.of("a"), List.of("b"), List.of("c"));
  }

  @Test
  void a_deleted_file_may_come_back_with_what_was_written_to_it_since() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
    DiskFile file = Bytes.forced(disk, "a", 1, 10);
    disk.delete("a");
    Bytes.write(file, 0, 2, 5);
    file.force();
    assertThat(disk.crash(CrashKind.NOTHING_KEPT).bytes("a"))
        .isEqualTo(new byte[] {2, 2, 2, 2, 2, 1, 1, 1, 1, 1});
  }
}
