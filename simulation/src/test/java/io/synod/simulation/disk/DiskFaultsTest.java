package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DiskFaultsTest {
  private final SimulatedDisk disk = Bytes.disk(1);
  private final DiskFaults faults = disk.faults();

  private interface Call {
    void run() throws IOException;
  }

  /** One call of each kind that can fail, none of which keeps another from being made. */
  private Map<DiskFault, Call> calls(DiskFile file) {
    Map<DiskFault, Call> calls = new EnumMap<>(DiskFault.class);
    calls.put(DiskFault.READ_ERROR, () -> Bytes.read(file, 0, 1));
    calls.put(DiskFault.WRITE_ERROR, () -> Bytes.write(file, 0, 1, 1));
    calls.put(DiskFault.FORCE_ERROR, file::force);
    calls.put(DiskFault.NAMES_FORCE_ERROR, disk::force);
    calls.put(DiskFault.RENAME_ERROR, () -> disk.rename("a", "a"));
    calls.put(
        DiskFault.CREATE_ERROR,
        () -> {
          disk.create("b", 1);
          disk.delete("b");
        });
    return calls;
  }

  @Test
  void each_error_strikes_the_call_it_is_armed_for_once_and_no_other() throws IOException {
    Map<DiskFault, Call> calls = calls(disk.create("a", 10));
    for (DiskFault fault : calls.keySet()) {
      faults.arm(fault, 3);
      for (int round = 1; round <= 5; round++) {
        for (Map.Entry<DiskFault, Call> call : calls.entrySet()) {
          if (round == 3 && call.getKey() == fault) {
            assertThatThrownBy(() -> call.getValue().run())
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(DiskFull.class)
                .hasMessageContaining("Input/output error");
            assertThat(faults.isArmed(fault)).isFalse();
          } else {
            call.getValue().run();
          }
        }
      }
    }
  }

  @Test
  void a_disarmed_fault_does_not_strike() throws IOException {
    faults.arm(DiskFault.CREATE_ERROR);
    faults.arm(DiskFault.NAMES_FORCE_ERROR, 2);
    faults.disarm(DiskFault.CREATE_ERROR);
    disk.create("a", 1);
    disk.force();
    faults.disarmAll();
    assertThat(faults.isArmed(DiskFault.NAMES_FORCE_ERROR)).isFalse();
    disk.force();
  }

  @Test
  void of_two_faults_for_one_call_the_second_waits_for_the_next() throws IOException {
    DiskFile file = disk.create("a", 1024);
    faults.arm(DiskFault.WRITE_ERROR);
    faults.arm(DiskFault.MISDIRECTED_WRITE);
    assertThatThrownBy(() -> Bytes.write(file, 0, 1, 1)).isInstanceOf(IOException.class);
    assertThat(faults.isArmed(DiskFault.MISDIRECTED_WRITE)).isTrue();
    Bytes.write(file, 5, 1, 1);
    assertThat(faults.isArmed(DiskFault.MISDIRECTED_WRITE)).isFalse();
    assertThat(disk.bytes("a")[5]).isZero();
  }

  @Test
  void a_fault_counts_the_calls_that_others_strike() throws IOException {
    DiskFile file = disk.create("a", 1024);
    faults.arm(DiskFault.WRITE_ERROR);
    faults.arm(DiskFault.MISDIRECTED_WRITE, 2);
    assertThatThrownBy(() -> Bytes.write(file, 0, 1, 1)).isInstanceOf(IOException.class);
    Bytes.write(file, 5, 1, 1);
    assertThat(disk.bytes("a")[5]).isZero();
  }

  @Test
  void faults_belong_to_the_disk_not_to_a_life() throws IOException {
    faults.arm(DiskFault.NAMES_FORCE_ERROR, 2);
    disk.force();
    SimulatedDisk next = disk.crash();
    assertThat(next.faults()).isSameAs(faults);
    assertThatThrownBy(next::force).hasMessageContaining("Input/output error");
  }

  @Test
  void a_fault_is_armed_for_a_call_to_come() {
    assertThatThrownBy(() -> faults.arm(DiskFault.READ_ERROR, 0))
        .isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void names_are_as_before_when_their_change_failed() throws IOException {
    disk.create("a", 1);
    faults.arm(DiskFault.RENAME_ERROR);
    faults.arm(DiskFault.CREATE_ERROR);
    assertThatThrownBy(() -> disk.rename("a", "b")).hasMessageContaining("disk/a");
    assertThatThrownBy(() -> disk.create("c", 1)).hasMessageContaining("disk/c");
    assertThat(disk.list()).containsExactly("a");
  }

  @Test
  void a_failed_write_leaves_a_prefix() throws IOException {
    Set<Integer> prefixes = new TreeSet<>();
    for (int seed = 0; seed < 300; seed++) {
      SimulatedDisk struck = Bytes.disk(seed);
      DiskFile file = struck.create("a", 10);
      struck.faults().arm(DiskFault.WRITE_ERROR);
      assertThatThrownBy(() -> Bytes.write(file, 2, 1, 6)).isInstanceOf(IOException.class);
      byte[] left = struck.bytes("a");
      int prefix = 0;
      while (left[2 + prefix] == 1) {
        prefix++;
      }
      byte[] expected = new byte[10];
      System.arraycopy(Bytes.of(1, prefix), 0, expected, 2, prefix);
      assertThat(left).isEqualTo(expected);
      prefixes.add(prefix);
    }
    assertThat(prefixes).containsExactly(0, 1, 2, 3, 4, 5, 6);
  }
}
