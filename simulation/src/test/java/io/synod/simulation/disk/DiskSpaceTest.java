package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DiskSpaceTest {
  private final SimulatedDisk disk = Bytes.disk(1);

  @Test
  void creating_without_space_leaves_nothing() throws IOException {
    disk.setCapacity(1000);
    disk.create("a", 600);
    assertThat(disk.usableBytes()).isEqualTo(400);
    assertThatThrownBy(() -> disk.create("b", 401))
        .isInstanceOf(DiskFull.class)
        .hasMessageContaining("disk/b")
        .hasMessageContaining("401")
        .hasMessageContaining("400");
    assertThat(disk.list()).containsExactly("a");
    assertThat(disk.usableBytes()).isEqualTo(400);
    disk.create("b", 400);
    assertThat(disk.usableBytes()).isZero();
  }

  @Test
  void growing_without_space_writes_what_there_is_space_for() throws IOException {
    DiskFile file = disk.create("a", 600);
    disk.setCapacity(1000);
    assertThatThrownBy(() -> Bytes.write(file, 500, 1, 501)).isInstanceOf(DiskFull.class);
    assertThat(file.bytes()).isEqualTo(1000);
    assertThat(disk.bytes("a")).endsWith(Bytes.of(1, 500));
    assertThatThrownBy(() -> Bytes.write(file, 2000, 1, 1)).isInstanceOf(DiskFull.class);
    assertThat(file.bytes()).isEqualTo(1000);
    Bytes.write(file, 0, 2, 1000);
    assertThat(disk.bytes("a")).isEqualTo(Bytes.of(2, 1000));
  }

  @Test
  void a_full_disk_still_takes_what_was_reserved_and_gives_back_what_is_deleted()
      throws IOException {
    DiskFile file = disk.create("a", 600);
    disk.create("b", 400);
    disk.setCapacity(100);
    assertThat(disk.usableBytes()).isZero();
    Bytes.write(file, 0, 1, 600);
    file.force();
    disk.setCapacity(1000);
    disk.delete("b");
    assertThat(disk.usableBytes()).isEqualTo(400);
    disk.rename("a", "c");
    assertThat(disk.usableBytes()).isEqualTo(400);
    Bytes.write(file, 600, 1, 400);
  }

  @Test
  void space_that_others_took_comes_back_over_a_crash() throws IOException {
    disk.setCapacity(1000);
    Bytes.forced(disk, "a", 1, 100);
    long taken = disk.occupyAllBut(50);
    long more = disk.occupyAllBut(20);
    assertThat(disk.usableBytes()).isEqualTo(20);
    SimulatedDisk next = disk.crash();
    assertThatThrownBy(() -> next.create("b", 21)).isInstanceOf(DiskFull.class);
    disk.vacate(taken);
    assertThat(next.usableBytes()).isEqualTo(870);
    disk.vacate(more);
    assertThat(next.usableBytes()).isEqualTo(900);
    assertThatThrownBy(() -> next.vacate(1)).isInstanceOf(BrokenInvariant.class);
  }
}
