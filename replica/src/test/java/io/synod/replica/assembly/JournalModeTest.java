package io.synod.replica.assembly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.synod.core.settings.DirectIo;
import io.synod.core.settings.SyncMethod;
import io.synod.replica.config.StorageConfig;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalModeTest {
  private static final long WHOLE = 64 << 20;
  private static final long ODD = WHOLE + 512;

  @TempDir Path folder;

  private WriteMode choose(Disk disk, long segmentBytes, DirectIo direct, SyncMethod sync)
      throws IOException {
    StorageConfig storage =
        new StorageConfig(folder, Long.MAX_VALUE, 0, 1, segmentBytes, direct, sync);
    return new JournalMode(disk, System::nanoTime).choose(storage);
  }

  @Test
  void the_settings_choose_the_mode() throws IOException {
    Disk disk = FileDisk.of(folder);
    assumeTrue(disk.directBlockBytes() > 0, "no direct writes here");
    assertThat(choose(disk, WHOLE, DirectIo.ON, SyncMethod.DSYNC))
        .isEqualTo(new WriteMode(true, true));
    assertThat(choose(disk, WHOLE, DirectIo.AUTO, SyncMethod.FDATASYNC))
        .isEqualTo(new WriteMode(true, false));
    assertThat(choose(disk, WHOLE, DirectIo.OFF, SyncMethod.DSYNC))
        .isEqualTo(new WriteMode(false, true));
    assertThat(choose(disk, WHOLE, DirectIo.OFF, SyncMethod.AUTO).direct()).isFalse();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void where_direct_writes_are_impossible_auto_does_without() throws IOException {
    assertThat(choose(FileDisk.of(folder), ODD, DirectIo.AUTO, SyncMethod.FDATASYNC))
        .isEqualTo(WriteMode.BUFFERED);
    Disk none = FileDisk.readOnly(folder);
    assertThat(choose(none, WHOLE, DirectIo.AUTO, SyncMethod.FDATASYNC))
        .isEqualTo(WriteMode.BUFFERED);
  }

  @Test
  void the_error_for_an_impossible_mode_says_what_to_change() throws IOException {
    assertThatThrownBy(
            () -> choose(FileDisk.readOnly(folder), WHOLE, DirectIo.ON, SyncMethod.FDATASYNC))
        .hasMessageContaining("journal.direct=on, but this file system does not allow direct")
        .hasMessageContaining("set it to auto");
    assumeTrue(FileDisk.of(folder).directBlockBytes() > 0, "no direct writes here");
    assertThatThrownBy(() -> choose(FileDisk.of(folder), ODD, DirectIo.ON, SyncMethod.FDATASYNC))
        .hasMessageContaining("journal.segment-bytes (" + ODD + ") is not a multiple")
        .hasMessageContaining("change either");
  }
}
