package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SilentFaultsTest {
  private final SimulatedDisk disk = Bytes.disk(1);
  private final DiskFaults faults = disk.faults();

  @Test
  void a_misdirected_write_goes_to_another_sector_or_another_file() throws IOException {
    Set<String> places = new TreeSet<>();
    for (int seed = 0; seed < 300; seed++) {
      SimulatedDisk struck = Bytes.disk(seed);
      DiskFile file = Bytes.forced(struck, "a", 1, 2048);
      Bytes.forced(struck, "b", 1, 1024);
      Bytes.forced(struck, "short", 1, 100);
      struck.faults().arm(DiskFault.MISDIRECTED_WRITE);
      Bytes.write(file, 600, 2, 400);
      assertThat(struck.faults().isArmed(DiskFault.MISDIRECTED_WRITE)).isFalse();
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
    assertThat(faults.isArmed(DiskFault.MISDIRECTED_WRITE)).isTrue();
    Bytes.write(file, 10, 3, 50);
    assertThat(faults.isArmed(DiskFault.MISDIRECTED_WRITE)).isFalse();
    assertThat(Bytes.read(file, 512 + 10, 50)).isEqualTo(Bytes.of(3, 50));
    assertThat(Bytes.read(file, 0, 512)).isEqualTo(Bytes.of(2, 512));
  }

  @Test
  void a_misdirected_write_spares_what_was_written_last_to_another_file() throws IOException {
    boolean misdirected = false;
    for (int seed = 0; seed < 100; seed++) {
      SimulatedDisk struck = Bytes.disk(seed);
      DiskFile file = Bytes.forced(struck, "a", 1, 512);
      DiskFile other = Bytes.forced(struck, "b", 1, 1024);
      Bytes.write(other, 600, 2, 100);
      struck.faults().arm(DiskFault.MISDIRECTED_WRITE);
      Bytes.write(file, 80, 3, 20);
      assertThat(Bytes.read(other, 600, 100)).isEqualTo(Bytes.of(2, 100));
      misdirected |= struck.bytes("b")[80] == 3;
    }
    assertThat(misdirected).isTrue();
  }

  @ParameterizedTest
  @EnumSource(CrashKind.class)
  void a_flipped_bit_stays_flipped_until_it_is_written(CrashKind kind) throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      SimulatedDisk struck = Bytes.disk(seed);
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
    assertThat(inWritten).as("mostly, not always").isBetween(120, 199);
    assertThat(disk.bytes("b")).isEqualTo(new byte[1000]);
  }

  @Test
  void nothing_is_flipped_where_there_is_nothing() throws IOException {
    assertThat(disk.flipRandomBit(name -> true)).isNull();
    disk.create("a", 0);
    assertThat(disk.flipRandomBit(name -> true)).isNull();
    assertThatThrownBy(() -> disk.flipBit("a", 0, 0)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> disk.flipBit("b", 0, 0)).isInstanceOf(BrokenInvariant.class);
  }
}
