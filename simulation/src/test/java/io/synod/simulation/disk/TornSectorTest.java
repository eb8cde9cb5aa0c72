package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TornSectorTest {
  private static final int SEEDS = 600;

  @Test
  void any_subset_of_the_sectors_may_be_left() throws IOException {
    Set<Integer> subsets = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
  void at_most_one_sector_of_a_write_is_torn_and_any_may_be() throws IOException {
    Set<Integer> torn = new TreeSet<>();
    boolean firstPart = false;
    boolean lastPart = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
      SimulatedDisk disk = Bytes.disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1024);
      Bytes.write(file, 0, 2, 512);
      Bytes.write(file, 512, 2, 512);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      most = Math.max(most, (left[0] != left[511] ? 1 : 0) + (left[512] != left[1023] ? 1 : 0));
    }
    assertThat(most).isEqualTo(2);
  }

  @Test
  void a_tear_does_not_change_forced_bytes() throws IOException {
    boolean torn = false;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
  void a_sector_may_be_torn_anywhere() throws IOException {
    Set<Integer> tears = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      Bytes.write(Bytes.forced(disk, "a", 1, 512), 0, 2, 512);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      int tear = Arrays.mismatch(left, Bytes.of(left[0], 512));
      if (tear > 0) {
        tears.add(tear);
      }
    }
    assertThat(tears).hasSizeGreaterThan(40);
  }

  @Test
  void a_tear_goes_through_what_was_written_however_little() throws IOException {
    int torn = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      Bytes.write(Bytes.forced(disk, "a", 1, 512), 200, 2, 2);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      torn += left[200] != left[201] ? 1 : 0;
    }
    assertThat(torn).isGreaterThan(SEEDS / 20);
  }

  @Test
  void a_torn_write_lies_over_any_earlier_one_but_never_over_a_torn_one() throws IOException {
    Set<Set<Byte>> seen = new HashSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 512);
      Bytes.write(file, 0, 2, 512);
      Bytes.write(file, 0, 3, 512);
      byte[] left = disk.crash(CrashKind.ANY).bytes("a");
      assertThat(changesOfValue(left, 0)).isLessThanOrEqualTo(1);
      seen.add(Set.of(left[0]).equals(Set.of(left[511])) ? Set.of() : Set.of(left[0], left[511]));
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            Set.of(),
            Set.of((byte) 1, (byte) 2),
            Set.of((byte) 1, (byte) 3),
            Set.of((byte) 2, (byte) 3));
  }

  @Test
  void a_sector_may_come_back_as_it_was_between_two_writes() throws IOException {
    Set<Byte> seen = new TreeSet<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedDisk disk = Bytes.disk(seed);
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
      SimulatedDisk disk = Bytes.disk(seed);
      DiskFile file = Bytes.forced(disk, "a", 1, 1);
      for (int value = 2; value <= 100; value++) {
        Bytes.write(file, 0, value, 1);
      }
      seen.add(disk.crash(CrashKind.ANY).bytes("a")[0]);
    }
    assertThat(seen).first().isEqualTo((byte) 1);
    assertThat(seen).last().isEqualTo((byte) 100);
    assertThat(seen).hasSize(9);
  }
}
