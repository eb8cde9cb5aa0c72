package io.synod.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file of a {@link Disk}. All methods block; one thread at a time. */
public interface DiskFile extends AutoCloseable {

  long bytes() throws IOException;

  /**
   * Reads from {@code position} on until {@code into} is full or the file ends.
   *
   * @return bytes read; 0 at the end of the file
   */
  int read(long position, ByteBuffer into) throws IOException;

  /**
   * Writes all of {@code from} at {@code position}.
   *
   * @throws DiskFull if there is no space for what lies behind the end of the file
   */
  void write(long position, ByteBuffer from) throws IOException;

  /** Makes what was written last: fdatasync. */
  void force() throws IOException;

  @Override
  void close() throws IOException;
}
