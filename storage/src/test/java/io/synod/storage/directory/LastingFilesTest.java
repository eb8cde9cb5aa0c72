package io.synod.storage.directory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class LastingFilesTest {
  @TempDir private Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_file_for_which_the_disk_has_no_space_is_named_and_stays_as_it_was() throws IOException {
    Path file = Files.writeString(folder.resolve("backup"), "before");
    Files.createSymbolicLink(folder.resolve("backup.partial"), Path.of("/dev/full"));
    assertThatThrownBy(() -> LastingFiles.replace(file, "after".getBytes(UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " cannot be written: ");
    assertThat(file).hasContent("before");
  }
}
