package io.synod.storage.snapshot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import org.junit.jupiter.api.Test;

class OriginTest {
  private final Origin origin = Origin.kept("/replica/snapshots/x");

  @Test
  void an_interrupted_reader_does_not_take_the_file_for_damaged() {
    assertThatThrownBy(() -> read(new ClosedByInterruptException()))
        .isInstanceOf(ClosedByInterruptException.class);
  }

  @Test
  void a_disk_that_fails_has_damaged_the_file() {
    assertThatThrownBy(() -> read(new IOException("Input/output error")))
        .isInstanceOf(SnapshotDamaged.class)
        .hasMessageContaining("/replica/snapshots/x is damaged at byte 5");
  }

  private int read(IOException failure) throws IOException {
    try (DiskFile file = new Failing(failure)) {
      return origin.read(file, 5, ByteBuffer.allocate(1));
    }
  }

  /** Gives nothing back. */
  private record Failing(IOException failure) implements DiskFile {
    @Override
    public long bytes() {
      return 10;
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      throw failure;
    }

    @Override
    public void write(long position, ByteBuffer from) throws IOException {
      throw failure;
    }

    @Override
    public void force() throws IOException {
      throw failure;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
