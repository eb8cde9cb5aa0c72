package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiskFaultsTest {
  private final SimulatedDisk disk = disk(1);
  private final DiskFaults faults = disk.faults();

  private static SimulatedDisk disk(int seed) {
    return new SimulatedDisk("disk", new SplittableRandom(seed));
  }

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
    calls.put(DiskFault.LIST_ERROR, disk::list);
    calls.put(DiskFault.OPEN_ERROR, () -> disk.open("a"));
    calls.put(DiskFault.RENAME_ERROR, () -> disk.rename("a", "a"));
    calls.put(DiskFault.CREATE_ERROR, () -> disk.create("b", 1));
    calls.put(DiskFault.DELETE_ERROR, () -> disk.delete("b"));
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
            // What it failed to do is made up for, so that the calls after it find their files.
            if (fault == DiskFault.CREATE_ERROR || fault == DiskFault.DELETE_ERROR) {
              call.getValue().run();
            }
          } else {
            call.getValue().run();
          }
        }
      }
      assertThat(faults.strikes(fault)).as("%s", fault).isEqualTo(1);
    }
    assertThat(faults.strikes()).isEqualTo(calls.size());
  }

  @Test
  void what_is_disarmed_does_not_strike() throws IOException {
    faults.arm(DiskFault.LIST_ERROR);
    faults.arm(DiskFault.HALT, 2);
    faults.disarm(DiskFault.LIST_ERROR);
    disk.list();
    faults.disarmAll();
    disk.list();
    disk.list();
    assertThat(faults.strikes()).isZero();
    assertThat(faults.isArmed(DiskFault.HALT)).isFalse();
  }

  @Test
  void of_two_faults_for_one_call_the_second_waits_for_the_next() throws IOException {
    DiskFile file = disk.create("a", 10);
    faults.arm(DiskFault.WRITE_ERROR);
    faults.arm(DiskFault.LOST_WRITE);
    assertThatThrownBy(() -> Bytes.write(file, 0, 1, 1)).isInstanceOf(IOException.class);
    assertThat(faults.strikes(DiskFault.LOST_WRITE)).isZero();
    Bytes.write(file, 5, 1, 1);
    assertThat(faults.strikes(DiskFault.LOST_WRITE)).isEqualTo(1);
    assertThat(disk.bytes("a")[5]).isZero();
  }

  @Test
  void faults_and_counters_belong_to_the_disk_not_to_a_life() throws IOException {
    faults.arm(DiskFault.LIST_ERROR, 2);
    disk.list();
    SimulatedDisk next = disk.crash();
    assertThat(next.faults()).isSameAs(faults);
    assertThatThrownBy(next::list).hasMessageContaining("Input/output error");
    assertThat(faults.strikes(DiskFault.LIST_ERROR)).isEqualTo(1);
  }

  @Test
  void what_only_happens_of_itself_is_not_armed() {
    assertThatThrownBy(() -> faults.arm(DiskFault.NO_SPACE)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> faults.arm(DiskFault.BIT_FLIP)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> faults.arm(DiskFault.HALT, 0)).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void names_are_as_before_when_their_change_failed() throws IOException {
    disk.create("a", 1);
    faults.arm(DiskFault.RENAME_ERROR);
    faults.arm(DiskFault.DELETE_ERROR);
    faults.arm(DiskFault.CREATE_ERROR);
    assertThatThrownBy(() -> disk.rename("a", "b")).hasMessageContaining("disk/a");
    assertThatThrownBy(() -> disk.delete("a")).hasMessageContaining("disk/a");
    assertThatThrownBy(() -> disk.create("c", 1)).hasMessageContaining("disk/c");
    assertThat(disk.list()).containsExactly("a");
  }

  @Test
  void a_failed_write_leaves_a_prefix() throws IOException {
    Set<Integer> prefixes = new TreeSet<>();
    for (int seed = 0; seed < 300; seed++) {
      SimulatedDisk struck = disk(seed);
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

  @Test
  void after_a_failed_force_a_later_one_succeeds_and_the_bytes_are_lost() throws IOException {
    DiskFile file = Bytes.forced(disk, "a", 1, 512);
    Bytes.write(file, 0, 2, 512);
    faults.arm(DiskFault.FORCE_ERROR);
    assertThatThrownBy(file::force).hasMessageContaining("Input/output error");
    file.force();
    assertThat(disk.bytes("a")).as("a reader sees it").isEqualTo(Bytes.of(2, 512));
    assertThat(disk.unforcedWrites()).as("it is taken for written").isZero();
    assertThat(disk.durableBytes("a")).isEqualTo(Bytes.of(1, 512));
    SimulatedDisk next = disk.kill();
    assertThat(next.bytes("a")).as("so does the next process").isEqualTo(Bytes.of(2, 512));
    assertThat(next.crash(CrashKind.ALL_KEPT).bytes("a")).isEqualTo(Bytes.of(1, 512));
  }

  @Test
  void a_failed_force_may_have_written_some_of_it_but_not_all() throws IOException {
    Set<Integer> written = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk struck = disk(seed);
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
    assertThat(disk.durableNames()).containsExactly("a");
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
    assertThat(faults.strikes(DiskFault.NO_SPACE)).isEqualTo(1);
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
    assertThat(faults.strikes(DiskFault.NO_SPACE)).isEqualTo(2);
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

  @Test
  void a_lost_write_succeeds_and_changes_nothing() throws IOException {
    DiskFile file = Bytes.forced(disk, "a", 1, 1000);
    long digest = disk.digest();
    faults.arm(DiskFault.LOST_WRITE);
    Bytes.write(file, 500, 2, 1000);
    assertThat(disk.digest()).isEqualTo(digest);
    Bytes.write(file, 500, 2, 1000);
    assertThat(file.bytes()).isEqualTo(1500);
  }

  @Test
  void a_misdirected_write_goes_to_another_sector_or_another_file() throws IOException {
    Set<String> places = new TreeSet<>();
    for (int seed = 0; seed < 300; seed++) {
      SimulatedDisk struck = disk(seed);
      DiskFile file = Bytes.forced(struck, "a", 1, 2048);
      Bytes.forced(struck, "b", 1, 1024);
      Bytes.forced(struck, "short", 1, 100);
      struck.faults().arm(DiskFault.MISDIRECTED_WRITE);
      Bytes.write(file, 600, 2, 400);
      assertThat(struck.faults().strikes(DiskFault.MISDIRECTED_WRITE)).isEqualTo(1);
      places.addAll(placesOfTwos(struck, "a"));
      places.addAll(placesOfTwos(struck, "b"));
      assertThat(struck.bytes("short")).isEqualTo(Bytes.of(1, 100));
      assertThat(struck.list()).containsExactly("a", "b", "short");
    }
    assertThat(places).containsExactly("a 1112", "a 1624", "a 88", "b 600", "b 88");
  }

  private static Set<String> placesOfTwos(SimulatedDisk disk, String name) {
    byte[] bytes = disk.bytes(name);
    Set<String> places = new HashSet<>();
    int count = 0;
    for (int at = 0; at < bytes.length; at++) {
      if (bytes[at] == 2) {
        count++;
        if (at == 0 || bytes[at - 1] != 2) {
          places.add(name + " " + at);
        }
      }
    }
    assertThat(count).isIn(0, 400);
    assertThat(places.size()).isLessThanOrEqualTo(1);
    return places;
  }

  @Test
  void a_write_that_fits_nowhere_else_is_not_misdirected_but_the_next_one_is() throws IOException {
    DiskFile file = Bytes.forced(disk, "a", 1, 600);
    faults.arm(DiskFault.MISDIRECTED_WRITE);
    Bytes.write(file, 0, 2, 600);
    assertThat(disk.bytes("a")).isEqualTo(Bytes.of(2, 600));
    assertThat(faults.strikes(DiskFault.MISDIRECTED_WRITE)).isZero();
    Bytes.write(file, 10, 3, 50);
    assertThat(faults.strikes(DiskFault.MISDIRECTED_WRITE)).isEqualTo(1);
    assertThat(Bytes.read(file, 512 + 10, 50)).isEqualTo(Bytes.of(3, 50));
    assertThat(Bytes.read(file, 0, 512)).isEqualTo(Bytes.of(2, 512));
  }

  @ParameterizedTest
  @EnumSource(CrashKind.class)
  void a_flipped_bit_stays_flipped_until_it_is_written(CrashKind kind) throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      SimulatedDisk struck = disk(seed);
      DiskFile file = Bytes.forced(struck, "a", 0, 1024);
      Bytes.write(file, 0, 1, 100);
      Bytes.write(file, 0, 1, 200);
      struck.flipBit("a", 300, 7);
      struck.flipBit("a", 900, 0);
      assertThat(struck.bytes("a")[300]).isEqualTo((byte) 0x80);
      if (seed % 2 == 0) {
        file.force();
      }
      SimulatedDisk next = struck.crash(kind);
      assertThat(next.bytes("a")[300]).isEqualTo((byte) 0x80);
      assertThat(next.bytes("a")[900]).isEqualTo((byte) 1);
      assertThat(next.durableBytes("a")[900]).isEqualTo((byte) 1);
      assertThat(next.faults().strikes(DiskFault.BIT_FLIP)).isEqualTo(2);
      Bytes.write(next.open("a"), 900, 0, 1);
      assertThat(next.bytes("a")[900]).isZero();
    }
  }

  @Test
  void a_random_flip_changes_the_one_bit_that_it_names() throws IOException {
    DiskFile file = Bytes.forced(disk, "a.journal", 1, 100);
    Bytes.write(file, 4000, 1, 10);
    disk.create("b", 1000);
    disk.create("empty.journal", 0);
    Set<Integer> bits = new TreeSet<>();
    int inWritten = 0;
    for (int times = 0; times < 200; times++) {
      byte[] before = disk.bytes("a.journal");
      BitFlip flip = disk.flipRandomBit(name -> name.endsWith(".journal"));
      assertThat(flip.file()).isEqualTo("a.journal");
      before[(int) flip.offset()] ^= (byte) (1 << flip.bit());
      assertThat(disk.bytes("a.journal")).isEqualTo(before);
      bits.add(flip.bit());
      // Flipped back, or the sector would count as written from here on.
      disk.flipBit("a.journal", flip.offset(), flip.bit());
      inWritten += flip.offset() < 512 || flip.offset() >= 3584 ? 1 : 0;
    }
    assertThat(bits).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(inWritten).isGreaterThan(120);
    assertThat(disk.bytes("b")).isEqualTo(new byte[1000]);
  }

  @Test
  void nothing_is_flipped_where_there_is_nothing() throws IOException {
    assertThat(disk.flipRandomBit()).isNull();
    disk.create("a", 0);
    assertThat(disk.flipRandomBit()).isNull();
    assertThat(faults.strikes(DiskFault.BIT_FLIP)).isZero();
    assertThatThrownBy(() -> disk.flipBit("a", 0, 0)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> disk.flipBit("b", 0, 0)).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_process_may_stop_inside_any_call_and_does_no_more() throws IOException {
    for (int call = 1; call <= 6; call++) {
      SimulatedDisk halted = disk(call);
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
  void a_process_that_stops_while_it_creates_or_writes_leaves_a_part() throws IOException {
    Set<Integer> lengths = new TreeSet<>();
    Set<Integer> written = new TreeSet<>();
    for (int seed = 0; seed < 200; seed++) {
      SimulatedDisk creating = disk(seed);
      creating.faults().arm(DiskFault.HALT);
      assertThatThrownBy(() -> creating.create("a", 3)).isInstanceOf(DiskGone.class);
      lengths.add(creating.kill().bytes("a").length);

      SimulatedDisk writing = disk(seed);
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
