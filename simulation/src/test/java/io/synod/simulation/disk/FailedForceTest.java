package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FailedForceTest {
  private final SimulatedDisk disk = Bytes.disk(1);
  private final DiskFaults faults = disk.faults();

  @Test
  void after_a_failed_force_a_later_one_succeeds_and_the_bytes_are_lost() throws IOException {
    DiskFile file = Bytes.forced(disk, "a", 1, 512);
    Bytes.write(file, 0, 2, 512);
    faults.arm(DiskFault.FORCE_ERROR);
    assertThatThrownBy(file::force).hasMessageContaining("Input/output error");
    file.force();
    assertThat(disk.bytes("a")).as("a reader sees it").isEqualTo(Bytes.of(2, 512));
    SimulatedDisk next = disk.kill();
    assertThat(next.bytes("a")).as("so does the next process").isEqualTo(Bytes.of(2, 512));
    assertThat(next.crash(CrashKind.ALL_KEPT).bytes("a")).isEqualTo(Bytes.of(1, 512));
  }

  @Test
  void a_failed_force_may_have_written_some_of_it_but_not_all() throws IOException {
    Set<Integer> written = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk struck = Bytes.disk(seed);
      DiskFile file = Bytes.forced(struck, "a", 1, 1536);
      Bytes.write(file, 0, 2, 1536);
      struck.faults().arm(DiskFault.FORCE_ERROR);
      assertThatThrownBy(file::force).isInstanceOf(IOException.class);
      file.force();
      byte[] left = struck.crash(CrashKind.ALL_KEPT).bytes("a");
      int count = 0;
      for (int sector = 0; sector < 3; sector++) {
        assertThat(left[sector * 512]).isEqualTo(left[sector * 512 + 511]);
        count += Bytes.isSector(left, sector, 2) ? 1 : 0;
      }
      written.add(count);
    }
    assertThat(written).containsExactly(0, 1, 2);
  }

  @Test
  void a_sector_that_is_written_again_after_a_failed_force_can_be_forced() throws IOException {
    DiskFile file = Bytes.forced(disk, "a", 1, 512);
    Bytes.write(file, 0, 2, 100);
    faults.arm(DiskFault.FORCE_ERROR);
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    Bytes.write(file, 100, 3, 100);
    file.force();
    byte[] seen = disk.bytes("a");
    assertThat(disk.crash(CrashKind.NOTHING_KEPT).bytes("a")).isEqualTo(seen);
  }

  @Test
  void a_failed_force_may_revert_at_once() throws IOException {
    faults.setFailedForce(FailedForce.REVERTED);
    DiskFile file = Bytes.forced(disk, "a", 1, 100);
    Bytes.write(file, 50, 2, 2000);
    faults.arm(DiskFault.FORCE_ERROR);
    assertThatThrownBy(file::force).isInstanceOf(IOException.class);
    assertThat(disk.bytes("a")).isEqualTo(Bytes.of(1, 100));
    file.force();
    Bytes.write(file, 1000, 3, 1);
    assertThat(Bytes.read(file, 100, 900)).isEqualTo(new byte[900]);
  }

  @Test
  void after_failing_to_force_names_a_later_force_succeeds_and_they_are_lost() throws IOException {
    Bytes.forced(disk, "a", 1, 10);
    disk.rename("a", "b");
    faults.arm(DiskFault.NAMES_FORCE_ERROR);
    assertThatThrownBy(disk::force).hasMessageContaining("Input/output error");
    disk.force();
    assertThat(disk.list()).containsExactly("b");
    disk.rename("b", "c");
    disk.create("d", 0);
    disk.force();
    SimulatedDisk next = disk.crash(CrashKind.ALL_KEPT);
    assertThat(next.list()).as("c came of b, which never was").containsExactly("a", "d");
  }

  @Test
  void failing_to_force_names_may_revert_them_at_once() throws IOException {
    faults.setFailedForce(FailedForce.REVERTED);
    Bytes.forced(disk, "a", 1, 10);
    disk.rename("a", "b");
    disk.create("c", 1);
    faults.arm(DiskFault.NAMES_FORCE_ERROR);
    assertThatThrownBy(disk::force).isInstanceOf(IOException.class);
    assertThat(disk.list()).containsExactly("a");
    assertThat(disk.bytes("a")).isEqualTo(Bytes.of(1, 10));
  }

  @Test
  void of_names_that_failed_to_be_forced_at_least_one_change_is_lost() throws IOException {
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      SimulatedDisk struck = Bytes.disk(seed);
      struck.create("a", 0);
      struck.create("b", 0);
      struck.faults().arm(DiskFault.NAMES_FORCE_ERROR);
      assertThatThrownBy(struck::force).isInstanceOf(IOException.class);
      struck.force();
      assertThat(struck.list()).containsExactly("a", "b");
      seen.add(struck.crash(CrashKind.ALL_KEPT).list());
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of(), List.of("a"), List.of("b"));
  }
}
