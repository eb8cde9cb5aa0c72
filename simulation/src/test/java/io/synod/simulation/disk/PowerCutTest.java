package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PowerCutTest {
  private static final int SEEDS = 600;

  @ParameterizedTest
  @EnumSource(CrashKind.class)
  void forced_bytes_survive_a_power_cut(CrashKind kind) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
    SimulatedDisk disk = Bytes.disk(1);
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
    SimulatedDisk disk = Bytes.disk(1);
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
  void the_bytes_that_a_crash_left_are_durable() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      Bytes.forced(disk, "a", 1, 2048);
      Bytes.write(disk.open("a"), 0, 2, 4000);
      disk.create("b", 1000);
      SimulatedDisk next = disk.crash();
      Map<String, String> left = Bytes.contents(next);
      assertThat(Bytes.contents(next.crash(CrashKind.NOTHING_KEPT))).isEqualTo(left);
    }
  }

  @Test
  void a_later_write_may_be_left_without_an_earlier_one() throws IOException {
    int without = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
  void in_order_a_write_is_left_only_with_all_before_it() throws IOException {
    Set<Integer> counts = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
      SimulatedDisk disk = Bytes.disk(seed);
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
  void in_order_a_name_is_left_only_with_all_before_it() throws IOException {
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      Bytes.forced(disk, "a", 1, 1);
      disk.create("b", 0);
      disk.create("c", 0);
      disk.delete("a");
      seen.add(disk.crash(CrashKind.IN_ORDER).list());
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            List.of("a"), List.of("a", "b"), List.of("a", "b", "c"), List.of("b", "c"));
  }

  @Test
  void in_order_the_zeros_of_a_new_file_are_there_before_what_was_written_after_them()
      throws IOException {
    Set<Integer> lengths = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      DiskFile other = Bytes.forced(disk, "other", 1, 1);
      disk.create("a", 2000);
      disk.force();
      Bytes.write(other, 0, 2, 1);
      SimulatedDisk next = disk.crash(CrashKind.IN_ORDER);
      int length = next.bytes("a").length;
      lengths.add(length);
      if (next.bytes("other")[0] == 2) {
        assertThat(length).isEqualTo(2000);
      }
    }
    assertThat(lengths).contains(0, 2000).hasSizeGreaterThan(10);
  }

  @Test
  void a_length_that_was_not_forced_may_be_any_between() throws IOException {
    TreeSet<Integer> lengths = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
  void bytes_lost_in_a_power_cut_are_zeros_when_the_file_grows_again() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 100);
      Bytes.write(file, 100, 2, 2000);
      SimulatedDisk next = disk.crash(CrashKind.ANY);
      int left = next.bytes("a").length;
      Bytes.write(next.open("a"), 3000, 3, 1);
      byte[] grown = next.bytes("a");
      for (int at = left; at < 3000; at++) {
        assertThat(grown[at]).isZero();
      }
      next.open("a").force();
      assertThat(next.crash(CrashKind.NOTHING_KEPT).bytes("a")).isEqualTo(grown);
    }
  }

  @Test
  void the_same_seed_has_the_same_outcome_and_another_one_has_not() throws IOException {
    Set<Map<String, String>> outcomes = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      Map<String, String> outcome = outcome(seed);
      assertThat(outcome(seed)).isEqualTo(outcome);
      outcomes.add(outcome);
    }
    assertThat(outcomes).hasSizeGreaterThan(25);
  }

  private static Map<String, String> outcome(int seed) throws IOException {
    SimulatedDisk disk = Bytes.disk(seed);
    DiskFile file = Bytes.forced(disk, "a", 1, 5000);
    for (int value = 2; value < 10; value++) {
      Bytes.write(file, 300L * value, value, 2000);
    }
    disk.create("b", 3000);
    disk.rename("b", "c");
    SimulatedDisk next = disk.crash();
    next.flipRandomBit(name -> true);
    return Bytes.contents(next);
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
