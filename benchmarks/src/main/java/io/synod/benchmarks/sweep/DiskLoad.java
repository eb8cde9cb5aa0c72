package io.synod.benchmarks.sweep;

import io.synod.process.Child;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps a disk busy: writes a file of a few MiB over and over, and waits for the disk each time.
 */
final class DiskLoad {
  private static final int PIECE_BYTES = 4 << 20;
  private static final int PIECES = 16;

  private DiskLoad() {}

  /** With the file's path; until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
    try (FileChannel file =
        FileChannel.open(
            Path.of(arguments[0]),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE)) {
      Child.say(Child.READY);
      for (long count = 0; ; count++) {
        piece.clear();
        long at = count % PIECES * PIECE_BYTES;
        while (piece.hasRemaining()) {
          file.write(piece, at + piece.position());
        }
        file.force(true);
      }
    }
  }
}
