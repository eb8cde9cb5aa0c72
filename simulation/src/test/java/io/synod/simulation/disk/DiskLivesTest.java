package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DiskLivesTest {
  @Test
  void a_killed_process_loses_nothing_that_it_wrote() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
    Bytes.write(disk.create("a", 600), 100, 1, 1000);
    disk.create("b", 0);
    disk.rename("a", "c");
    Map<String, String> before = Bytes.contents(disk);
    SimulatedDisk next = disk.kill();
    assertThat(next.list()).containsExactly("b", "c");
    assertThat(Bytes.contents(next)).isEqualTo(before);
    assertThat(next.bytes("c")).endsWith(Bytes.of(1, 1000));
  }

  @Test
  void unforced_bytes_of_a_killed_process_are_still_lost_by_a_power_cut() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
    DiskFile file = Bytes.forced(disk, "a", 1, 10);
    Bytes.write(file, 0, 2, 10);
    disk.create("b", 0);
    SimulatedDisk next = disk.kill().crash(CrashKind.NOTHING_KEPT);
    assertThat(next.list()).containsExactly("a");
    assertThat(next.bytes("a")).isEqualTo(Bytes.of(1, 10));
  }

  @Test
  void the_next_process_can_force_the_bytes_of_a_killed_one() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
    Bytes.write(disk.create("a", 10), 0, 2, 10);
    SimulatedDisk next = disk.kill();
    next.open("a").force();
    next.force();
    assertThat(next.crash(CrashKind.NOTHING_KEPT).bytes("a")).isEqualTo(Bytes.of(2, 10));
  }

  @Test
  void everything_of_a_former_life_throws_and_changes_nothing() throws IOException {
    for (boolean killed : new boolean[] {true, false}) {
      SimulatedDisk disk = Bytes.disk(1);
      DiskFile file = Bytes.forced(disk, "a", 1, 10);
      SimulatedDisk next = killed ? disk.kill() : disk.crash();
      Map<String, String> before = Bytes.contents(next);
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
      assertThat(Bytes.contents(next)).isEqualTo(before);
    }
  }

  private interface Call {
    void run() throws IOException;
  }
}
