package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DiskLivesTest {
  @Test
  void a_killed_process_loses_nothing_that_it_wrote() throws IOException {
    SimulatedDisk disk = Bytes.disk(1);
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
  void a_process_may_stop_inside_any_call_and_does_no_more() throws IOException {
    for (int call = 1; call <= 6; call++) {
      SimulatedDisk halted = Bytes.disk(call);
      halted.faults().arm(DiskFault.HALT, call);
      int done = 0;
      try {
        DiskFile file = halted.create("a", 1024);
        done++;
        Bytes.write(file, 0, 1, 1024);
        done++;
        file.force();
        done++;
        halted.force();
        done++;
        halted.rename("a", "b");
        done++;
        halted.force();
        done++;
      } catch (DiskGone gone) {
        assertThat(gone).hasMessageContaining("disk/");
      }
      assertThat(done).isEqualTo(call - 1);
      assertThat(halted.isGone()).isTrue();
      assertThat(halted.faults().strikes(DiskFault.HALT)).isEqualTo(1);
      assertThatThrownBy(() -> halted.delete("a")).isInstanceOf(DiskGone.class);
      SimulatedDisk next = halted.kill();
      assertThat(next.list()).containsExactly(call > 5 ? "b" : "a");
      // The second call is the write, of which a part may have been done.
      int written = call == 2 || call == 3 ? 2 : 0;
      assertThat(next.unforcedWrites()).isBetween(call == 2 ? 0L : written, (long) written);
      assertThat(next.durableNames().isEmpty()).isEqualTo(call <= 4);
    }
  }

  @Test
  void a_process_that_stops_while_it_creates_takes_no_space_that_there_is_not() throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      SimulatedDisk full = Bytes.disk(seed);
      full.setCapacity(100);
      full.faults().arm(DiskFault.HALT);
      assertThatThrownBy(() -> full.create("a", 1000)).isInstanceOf(DiskGone.class);
      assertThat(full.kill().bytes("a").length).isLessThanOrEqualTo(100);
    }
  }

  @Test
  void a_process_that_stops_while_it_creates_or_writes_leaves_a_part() throws IOException {
    Set<Integer> lengths = new TreeSet<>();
    Set<Integer> written = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk creating = Bytes.disk(seed);
      creating.faults().arm(DiskFault.HALT);
      assertThatThrownBy(() -> creating.create("a", 3)).isInstanceOf(DiskGone.class);
      lengths.add(creating.kill().bytes("a").length);

      SimulatedDisk writing = Bytes.disk(seed);
      DiskFile file = writing.create("a", 3);
      writing.faults().arm(DiskFault.HALT);
      assertThatThrownBy(() -> Bytes.write(file, 0, 1, 3)).isInstanceOf(DiskGone.class);
      byte[] left = writing.kill().bytes("a");
      written.add(left[0] + left[1] + left[2]);
      assertThat(left[0]).isGreaterThanOrEqualTo(left[1]);
      assertThat(left[1]).isGreaterThanOrEqualTo(left[2]);
    }
    assertThat(lengths).containsExactly(0, 1, 2, 3);
    assertThat(written).containsExactly(0, 1, 2, 3);
  }
}
