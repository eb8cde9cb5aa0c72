package io.synod.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class FileDiskTest {
  @TempDir Path directory;
  private Disk disk;

  @BeforeEach
  void open() {
    disk = FileDisk.of(directory);
  }

  @Test
  void a_new_file_is_all_zeros() throws IOException {
    int bytes = (5 << 19) + 7;
    disk.create("new", bytes).close();

    assertThat(Files.readAllBytes(directory.resolve("new"))).isEqualTo(new byte[bytes]);
    assertThat(disk.list()).containsExactly("new");
  }

  @Test
  void a_file_is_never_created_twice() throws IOException {
    try (DiskFile file = disk.create("once", 10)) {
      file.write(0, ByteBuffer.wrap(new byte[] {1}));
    }

    assertThatThrownBy(() -> disk.create("once", 10))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(Files.readAllBytes(directory.resolve("once"))[0]).isEqualTo((byte) 1);
  }

  @Test
  void written_content_is_read() throws IOException {
    disk.create("file", 100).close();
    try (DiskFile file = disk.open("file")) {
      file.write(40, ByteBuffer.wrap("slot".getBytes()));
      file.force();
      ByteBuffer read = ByteBuffer.allocate(4);

      assertThat(file.read(40, read)).isEqualTo(4);
      assertThat(new String(read.array())).isEqualTo("slot");
      assertThat(file.bytes()).isEqualTo(100);
    }
    disk.force();
  }

  @Test
  void reading_ends_where_the_file_ends() throws IOException {
    try (DiskFile file = disk.create("file", 100)) {
      assertThat(file.read(90, ByteBuffer.allocate(20))).isEqualTo(10);
      assertThat(file.read(100, ByteBuffer.allocate(20))).isZero();
    }
  }

  @Test
  void files_are_renamed_over_others_and_deleted() throws IOException {
    disk.create("b", 1).close();
    disk.create("a", 2).close();
    assertThat(disk.list()).containsExactly("a", "b");

    disk.rename("a", "b");
    assertThat(disk.list()).containsExactly("b");
    assertThat(Files.size(directory.resolve("b"))).isEqualTo(2);

    disk.delete("b");
    assertThat(disk.list()).isEmpty();
    assertThatThrownBy(() -> disk.open("b")).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void directories_are_no_files() throws IOException {
    Files.createDirectory(directory.resolve("inner"));

    assertThat(disk.list()).isEmpty();
  }

  @Test
  void a_disk_opened_to_read_cannot_be_changed() throws IOException {
    disk.create("file", 10).close();
    Disk read = FileDisk.readOnly(directory);

    try (DiskFile file = read.open("file")) {
      assertThat(file.read(0, ByteBuffer.allocate(10))).isEqualTo(10);
      assertThatThrownBy(() -> file.write(0, ByteBuffer.allocate(1)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("not to be changed");
    }
    assertThatThrownBy(() -> read.create("other", 1)).hasMessageContaining("not to be changed");
    assertThatThrownBy(() -> read.delete("file")).hasMessageContaining("not to be changed");
    assertThatThrownBy(() -> read.rename("file", "x")).hasMessageContaining("not to be changed");
    assertThat(disk.list()).containsExactly("file");
  }

  @Test
  void a_path_says_where_the_file_is() throws IOException {
    assertThat(disk.path("file")).isEqualTo(directory.resolve("file").toString());
    assertThat(disk.usableBytes()).isPositive();
  }

  @Test
  void a_full_disk_is_distinguished_from_a_broken_one() {
    Path path = Path.of("file");

    assertThat(Space.orOther(new IOException("No space left on device"), path))
        .isInstanceOf(DiskFull.class)
        .hasMessageContaining("file");
    assertThat(Space.orOther(new IOException("Disk quota exceeded"), path))
        .isInstanceOf(DiskFull.class);
    IOException broken = new IOException("Input/output error");
    assertThat(Space.orOther(broken, path)).isSameAs(broken);
    IOException silent = new IOException();
    assertThat(Space.orOther(silent, path)).isSameAs(silent);
  }

  @Test
  void without_a_device_that_is_always_full_its_words_are_english() throws IOException {
    Path none = directory.resolve("none");
    assertThat(Space.wordsOf(none)).isEqualTo("No space left on device");
    assertThat(none).doesNotExist();
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(Space.wordsOf(file)).isEqualTo("No space left on device");
  }

  @Test
  void a_file_that_could_not_be_filled_is_not_left_behind() throws IOException {
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> disk.create("file", 10)).isInstanceOf(IOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(disk.list()).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_system_says_that_the_disk_is_full() throws IOException {
    try (DiskFile full = FileDisk.of(Path.of("/dev")).open("full")) {
      assertThatThrownBy(() -> full.write(0, ByteBuffer.allocate(1))).isInstanceOf(DiskFull.class);
    }
  }
}
