package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PowerCutTest {
  private static final int SEEDS = 600;

  private static SimulatedDisk disk(int seed) {
    return new SimulatedDisk("disk", new SplittableRandom(seed));
  }

  @ParameterizedTest
  @EnumSource(CrashKind.class)
  void what_was_forced_is_left(CrashKind kind) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = disk.create("a", 2048);
      Bytes.write(file, 700, 1, 2000);
      file.force();
      disk.rename("a", "b");
      disk.force();
      byte[] forced = disk.bytes("b");
      SimulatedDisk next = disk.crash(kind);
      assertThat(next.list()).containsExactly("b");
      assertThat(next.bytes("b")).isEqualTo(forced);
      assertThat(next.crash().bytes("b")).isEqualTo(forced);
    }
  }

  @Test
  void of_what_was_not_forced_nothing_need_be_left() throws IOException {
    SimulatedDisk disk = disk(1);
    DiskFile file = Bytes.forced(disk, "a", 1, 1024);
    Bytes.forced(disk, "gone", 1, 10);
    Bytes.write(file, 100, 2, 2000);
    Bytes.write(disk.create("new", 100), 0, 1, 10);
    disk.delete("gone");
    SimulatedDisk next = disk.crash(CrashKind.NOTHING_KEPT);
    assertThat(next.list()).containsExactly("a", "gone");
    assertThat(next.bytes("a")).isEqualTo(Bytes.of(1, 1024));
  }

  @Test
  void everything_may_be_left() throws IOException {
    SimulatedDisk disk = disk(1);
    Bytes.forced(disk, "a", 1, 1024);
    Bytes.write(disk.open("a"), 100, 2, 2000);
    disk.rename("a", "b");
    Bytes.write(disk.create("c", 5), 0, 1, 10);
    byte[] bytes = disk.bytes("b");
    SimulatedDisk next = disk.crash(CrashKind.ALL_KEPT);
    assertThat(next.list()).containsExactly("b", "c");
    assertThat(next.bytes("b")).isEqualTo(bytes);
    assertThat(next.bytes("c")).isEqualTo(Bytes.of(1, 10));
  }

  @Test
  void what_a_crash_left_is_durable() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      Bytes.forced(disk, "a", 1, 2048);
      Bytes.write(disk.open("a"), 0, 2, 4000);
      disk.create("b", 1000);
      SimulatedDisk next = disk.crash();
      assertThat(next.unforcedWrites()).isZero();
      assertThat(next.unforcedNames()).isZero();
      long digest = next.digest();
      assertThat(next.crash(CrashKind.NOTHING_KEPT).digest()).isEqualTo(digest);
    }
  }

  @Test
  void any_subset_of_the_sectors_may_be_left() throws IOException {
    Set<Integer> subsets = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1536);
      Bytes.write(file, 0, 2, 1536);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      int subset = 0;
      boolean torn = false;
      for (int sector = 0; sector < 3; sector++) {
        subset |= Bytes.isSector(left, sector, 2) ? 1 << sector : 0;
        torn |= !Bytes.isSector(left, sector, 1) && !Bytes.isSector(left, sector, 2);
      }
      if (!torn) {
        subsets.add(subset);
      }
    }
    assertThat(subsets).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void a_later_write_may_be_left_without_an_earlier_one() throws IOException {
    int without = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile first = Bytes.forced(disk, "a", 1, 512);
      DiskFile second = Bytes.forced(disk, "b", 1, 512);
      Bytes.write(first, 0, 2, 512);
      Bytes.write(second, 0, 2, 512);
      SimulatedDisk next = disk.crash(CrashKind.ANY);
      boolean earlier = Bytes.isSector(next.bytes("a"), 0, 1);
      without += earlier && Bytes.isSector(next.bytes("b"), 0, 2) ? 1 : 0;
    }
    assertThat(without).isPositive();
  }

  @Test
  void at_most_one_sector_of_a_write_is_torn_and_any_may_be() throws IOException {
    Set<Integer> torn = new TreeSet<>();
    boolean firstPart = false;
    boolean lastPart = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1536);
      Bytes.write(file, 0, 2, 1536);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      int tornNow = 0;
      for (int sector = 0; sector < 3; sector++) {
        int start = sector * 512;
        if (left[start] != left[start + 511]) {
          tornNow++;
          torn.add(sector);
          firstPart |= left[start] == 2;
          lastPart |= left[start] == 1;
          assertThat(changesOfValue(left, start)).isEqualTo(1);
        }
      }
      assertThat(tornNow).isLessThanOrEqualTo(1);
    }
    assertThat(torn).containsExactly(0, 1, 2);
    assertThat(firstPart).isTrue();
    assertThat(lastPart).isTrue();
  }

  private static int changesOfValue(byte[] bytes, int start) {
    int changes = 0;
    for (int at = start + 1; at < start + 512; at++) {
      changes += bytes[at] != bytes[at - 1] ? 1 : 0;
    }
    return changes;
  }

  @Test
  void several_writes_may_each_have_a_torn_sector() throws IOException {
    int most = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1024);
      Bytes.write(file, 0, 2, 512);
      Bytes.write(file, 512, 2, 512);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      most = Math.max(most, (left[0] != left[511] ? 1 : 0) + (left[512] != left[1023] ? 1 : 0));
    }
    assertThat(most).isEqualTo(2);
  }

  @Test
  void what_a_tear_leaves_of_forced_bytes_is_what_was_forced() throws IOException {
    boolean torn = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 512);
      Bytes.write(file, 100, 2, 50);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      for (int at = 0; at < 512; at++) {
        assertThat(left[at] == 1 || at >= 100 && at < 150 && left[at] == 2).isTrue();
      }
      torn |= left[100] != left[149];
    }
    assertThat(torn).isTrue();
  }

  @Test
  void a_sector_may_come_back_as_it_was_between_two_writes() throws IOException {
    Set<Byte> seen = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1);
      for (int value = 2; value <= 4; value++) {
        Bytes.write(file, 0, value, 1);
      }
      seen.add(disk.crash(CrashKind.ANY).bytes("a")[0]);
    }
    assertThat(seen).containsExactly((byte) 1, (byte) 2, (byte) 3, (byte) 4);
  }

  @Test
  void a_sector_that_is_never_forced_does_not_grow_for_ever() throws IOException {
    Set<Byte> seen = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1);
      for (int value = 2; value <= 100; value++) {
        Bytes.write(file, 0, value, 1);
      }
      assertThat(disk.unforcedWrites()).isEqualTo(8);
      seen.add(disk.crash(CrashKind.ANY).bytes("a")[0]);
    }
    assertThat(seen).first().isEqualTo((byte) 1);
    assertThat(seen).last().isEqualTo((byte) 100);
    assertThat(seen).hasSize(9);
  }

  @Test
  void in_order_a_write_is_left_only_with_all_before_it() throws IOException {
    Set<Integer> counts = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = disk.create("a", 0);
      for (int sector = 0; sector < 6; sector++) {
        Bytes.write(file, sector * 512L, 1 + sector, 512);
      }
      disk.force();
      byte[] left = disk.crash(CrashKind.IN_ORDER).bytes("a");
      int whole = 0;
      while (left.length >= (whole + 1) * 512 && Bytes.isSector(left, whole, 1 + whole)) {
        whole++;
      }
      counts.add(whole);
      assertThat(left.length).isLessThanOrEqualTo((whole + 1) * 512);
    }
    assertThat(counts).contains(0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void in_order_names_and_bytes_share_one_moment() throws IOException {
    Set<String> seen = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1);
      Bytes.write(file, 0, 2, 1);
      disk.rename("a", "b");
      Bytes.write(file, 0, 3, 1);
      SimulatedDisk next = disk.crash(CrashKind.IN_ORDER);
      String name = next.list().get(0);
      seen.add(name + next.bytes(name)[0]);
    }
    assertThat(seen).containsExactly("a1", "a2", "b2", "b3");
  }

  @Test
  void a_length_that_was_not_forced_may_be_any_between() throws IOException {
    TreeSet<Integer> lengths = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 100);
      Bytes.write(file, 100, 2, 5000);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      lengths.add(left.length);
      assertThat(left).startsWith(Bytes.of(1, 100));
      for (int at = 100; at < left.length; at++) {
        assertThat(left[at]).isIn((byte) 0, (byte) 2);
      }
    }
    assertThat(lengths.first()).isEqualTo(100);
    assertThat(lengths.last()).isEqualTo(5100);
    assertThat(lengths).hasSizeGreaterThan(50);
  }

  @Test
  void what_a_cut_took_of_a_file_is_zeros_when_it_grows_again() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 100);
      Bytes.write(file, 100, 2, 2000);
      SimulatedDisk next = disk.crash(CrashKind.ANY);
      int left = next.bytes("a").length;
      Bytes.write(next.open("a"), 3000, 3, 1);
      byte[] grown = next.bytes("a");
      for (int at = left; at < 3000; at++) {
        assertThat(grown[at]).isZero();
      }
    }
  }

  @Test
  void a_new_file_whose_name_was_not_forced_may_be_gone_although_it_was_forced()
      throws IOException {
    Set<Integer> files = new TreeSet<>();
    for (int seed = 0; seed < 50; seed++) {
      SimulatedDisk disk = disk(seed);
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
      SimulatedDisk disk = disk(seed);
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
    SimulatedDisk disk = disk(1);
    Bytes.forced(disk, "a", 1, 100);
    Bytes.write(disk.create("a.partial", 0), 0, 2, 100);
    disk.rename("a.partial", "a");
    SimulatedDisk next = disk.crash(CrashKind.NAMES_KEPT);
    assertThat(next.list()).containsExactly("a");
    assertThat(next.bytes("a")).isEmpty();
  }

  @Test
  void bytes_may_be_left_without_the_rename() throws IOException {
    SimulatedDisk disk = disk(1);
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
      SimulatedDisk disk = disk(seed);
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
      SimulatedDisk disk = disk(seed);
      disk.create("a", 0);
      disk.rename("a", "b");
      disk.rename("b", "c");
      seen.add(disk.crash(CrashKind.ANY).list());
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of(), List.of("a"), List.of("b"), List.of("c"));
  }

  @Test
  void a_deleted_file_may_come_back_with_what_was_written_to_it_since() throws IOException {
    SimulatedDisk disk = disk(1);
    DiskFile file = Bytes.forced(disk, "a", 1, 10);
    disk.delete("a");
    Bytes.write(file, 0, 2, 5);
    file.force();
    assertThat(disk.crash(CrashKind.NOTHING_KEPT).bytes("a"))
        .isEqualTo(new byte[] {2, 2, 2, 2, 2, 1, 1, 1, 1, 1});
  }

  @Test
  void a_killed_process_loses_nothing_that_it_wrote() throws IOException {
    SimulatedDisk disk = disk(1);
    Bytes.write(disk.create("a", 600), 100, 1, 1000);
    disk.create("b", 0);
    disk.rename("a", "c");
    long digest = disk.digest();
    SimulatedDisk next = disk.kill();
    assertThat(next.list()).containsExactly("b", "c");
    assertThat(next.digest()).isEqualTo(digest);
    assertThat(next.bytes("c")).endsWith(Bytes.of(1, 1000));
  }

  @Test
  void what_a_killed_process_did_not_force_is_still_lost_by_a_power_cut() throws IOException {
    SimulatedDisk disk = disk(1);
    DiskFile file = Bytes.forced(disk, "a", 1, 10);
    Bytes.write(file, 0, 2, 10);
    disk.create("b", 0);
    SimulatedDisk next = disk.kill().crash(CrashKind.NOTHING_KEPT);
    assertThat(next.list()).containsExactly("a");
    assertThat(next.bytes("a")).isEqualTo(Bytes.of(1, 10));
  }

  @Test
  void what_a_killed_process_did_not_force_the_next_one_can() throws IOException {
    SimulatedDisk disk = disk(1);
    Bytes.write(disk.create("a", 10), 0, 2, 10);
    SimulatedDisk next = disk.kill();
    next.open("a").force();
    next.force();
    assertThat(next.crash(CrashKind.NOTHING_KEPT).bytes("a")).isEqualTo(Bytes.of(2, 10));
  }

  @Test
  void everything_of_a_former_life_throws_and_changes_nothing() throws IOException {
    for (boolean killed : new boolean[] {true, false}) {
      SimulatedDisk disk = disk(1);
      DiskFile file = Bytes.forced(disk, "a", 1, 10);
      SimulatedDisk next = killed ? disk.kill() : disk.crash();
      long digest = next.digest();
      assertThat(disk.isGone()).isTrue();
      assertThat(next.isGone()).isFalse();
      List<Call> calls =
          List.of(
              () -> Bytes.write(file, 0, 2, 1),
              () -> file.write(0, ByteBuffer.allocate(0)),
              () -> Bytes.read(file, 0, 1),
              file::force,
              file::bytes,
              disk::list,
              disk::force,
              disk::usableBytes,
              () -> disk.open("a"),
              () -> disk.create("b", 1),
              () -> disk.rename("a", "b"),
              () -> disk.delete("a"));
      for (Call call : calls) {
        assertThatThrownBy(call::run).isInstanceOf(DiskGone.class);
      }
      file.close();
      assertThatThrownBy(disk::kill).isInstanceOf(BrokenInvariant.class);
      assertThatThrownBy(disk::crash).isInstanceOf(BrokenInvariant.class);
      assertThat(next.digest()).isEqualTo(digest);
    }
  }

  private interface Call {
    void run() throws IOException;
  }

  @Test
  void the_same_seed_has_the_same_outcome_and_another_one_has_not() throws IOException {
    Set<Long> digests = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      long digest = outcome(seed);
      assertThat(outcome(seed)).isEqualTo(digest);
      digests.add(digest);
    }
    assertThat(digests).hasSizeGreaterThan(25);
  }

  private static long outcome(int seed) throws IOException {
    SimulatedDisk disk = disk(seed);
    DiskFile file = Bytes.forced(disk, "a", 1, 5000);
    for (int value = 2; value < 10; value++) {
      Bytes.write(file, 300L * value, value, 2000);
    }
    disk.create("b", 3000);
    disk.rename("b", "c");
    SimulatedDisk next = disk.crash();
    next.flipRandomBit();
    return next.digest();
  }

  @Test
  void every_kind_of_crash_is_drawn() {
    SplittableRandom random = new SplittableRandom(1);
    Set<CrashKind> drawn = new HashSet<>();
    for (int times = 0; times < 200; times++) {
      drawn.add(CrashKind.draw(random));
    }
    assertThat(drawn).containsExactlyInAnyOrder(CrashKind.values());
  }
}
