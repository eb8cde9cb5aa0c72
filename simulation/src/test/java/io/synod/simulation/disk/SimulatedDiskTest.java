package io.synod.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulatedDiskTest {
  private final SimulatedDisk disk = new SimulatedDisk("replica-0", new SplittableRandom(1));

  @Test
  void names_are_listed_sorted() throws IOException {
    assertThat(disk.list()).isEmpty();
    disk.create("b", 0);
    disk.create("c", 0);
    disk.create("a", 0);
    assertThat(disk.list()).containsExactly("a", "b", "c");
  }

  @Test
  void a_new_file_is_zeros() throws IOException {
    DiskFile file = disk.create("a", 1300);
    assertThat(file.bytes()).isEqualTo(1300);
    assertThat(Bytes.read(file, 0, 2000)).isEqualTo(new byte[1300]);
  }

  @Test
  void a_file_that_nobody_wrote_takes_no_memory() throws IOException {
    long huge = 1L << 39;
    DiskFile file = disk.create("a", huge);
    assertThat(file.bytes()).isEqualTo(huge);
    assertThat(Bytes.read(file, huge - 3, 10)).isEqualTo(new byte[3]);
  }

  @Test
  void written_bytes_are_read_at_any_position_and_length() throws IOException {
    DiskFile file = disk.create("a", 4096);
    for (int position : new int[] {0, 1, 511, 512, 513, 1000}) {
      for (int count : new int[] {1, 2, 511, 512, 513, 1025, 2000}) {
        Bytes.write(file, 0, 0, 4096);
        Bytes.write(file, position, 7, count);
        byte[] expected = new byte[4096];
        System.arraycopy(Bytes.of(7, count), 0, expected, position, count);
        assertThat(disk.bytes("a")).isEqualTo(expected);
        assertThat(Bytes.read(file, position, count)).isEqualTo(Bytes.of(7, count));
      }
    }
  }

  @Test
  void a_read_ends_with_the_buffer_or_the_file() throws IOException {
    DiskFile file = disk.create("a", 600);
    ByteBuffer into = ByteBuffer.allocate(100);
    assertThat(file.read(0, into)).isEqualTo(100);
    assertThat(into.hasRemaining()).isFalse();
    assertThat(file.read(550, into.clear())).isEqualTo(50);
    assertThat(into.position()).isEqualTo(50);
    assertThat(file.read(600, into)).isZero();
    assertThat(file.read(10_000, into)).isZero();
  }

  @Test
  void a_write_takes_its_buffer_from_position_to_limit() throws IOException {
    DiskFile file = disk.create("a", 0);
    ByteBuffer from = ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}).position(1).limit(3);
    file.write(0, from);
    assertThat(from.hasRemaining()).isFalse();
    assertThat(disk.bytes("a")).containsExactly(2, 3);
  }

  @Test
  void a_write_behind_the_end_leaves_zeros_between() throws IOException {
    DiskFile file = disk.create("a", 3);
    Bytes.write(file, 1000, 9, 1);
    assertThat(file.bytes()).isEqualTo(1001);
    assertThat(Bytes.read(file, 0, 1000)).isEqualTo(new byte[1000]);
  }

  @Test
  void a_name_is_created_once_and_opened_only_if_it_is_there() throws IOException {
    disk.create("a", 0);
    assertThatThrownBy(() -> disk.create("a", 0))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("replica-0/a");
    for (String call : new String[] {"open", "delete", "rename"}) {
      assertThatThrownBy(() -> callOnMissing(call))
          .as(call)
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining("replica-0/b");
    }
    assertThatThrownBy(() -> disk.create("a/b", 0)).isInstanceOf(BrokenInvariant.class);
  }

  private void callOnMissing(String call) throws IOException {
    switch (call) {
      case "open" -> disk.open("b");
      case "delete" -> disk.delete("b");
      default -> disk.rename("b", "c");
    }
  }

  @Test
  void a_rename_replaces_and_keeps_the_bytes() throws IOException {
    Bytes.write(disk.create("a", 0), 0, 1, 10);
    Bytes.write(disk.create("b", 0), 0, 2, 20);
    disk.rename("a", "b");
    assertThat(disk.list()).containsExactly("b");
    assertThat(disk.bytes("b")).isEqualTo(Bytes.of(1, 10));
    disk.rename("b", "b");
    assertThat(disk.bytes("b")).isEqualTo(Bytes.of(1, 10));
  }

  @Test
  void an_open_file_outlives_its_name() throws IOException {
    DiskFile file = disk.create("a", 10);
    DiskFile second = disk.open("a");
    disk.rename("a", "b");
    Bytes.write(file, 0, 1, 10);
    assertThat(disk.bytes("b")).isEqualTo(Bytes.of(1, 10));
    disk.delete("b");
    Bytes.write(file, 0, 2, 10);
    assertThat(Bytes.read(second, 0, 10)).isEqualTo(Bytes.of(2, 10));
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void a_closed_file_is_refused() throws IOException {
    DiskFile file = disk.create("a", 10);
    file.close();
    file.close();
    assertThatThrownBy(file::force).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(() -> Bytes.read(file, 0, 1)).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(() -> Bytes.write(file, 0, 1, 1)).isInstanceOf(ClosedChannelException.class);
    assertThat(Bytes.read(disk.open("a"), 0, 1)).containsExactly(0);
  }

  @Test
  void a_negative_position_is_a_bug() throws IOException {
    DiskFile file = disk.create("a", 10);
    assertThatThrownBy(() -> Bytes.write(file, -1, 1, 1)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> Bytes.read(file, -1, 1)).isInstanceOf(BrokenInvariant.class);
  }
}
