package io.synod.benchmarks.experiment.report;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;

/**
 * Keeps a second run out of a folder of results: two would write the same rows, and disturb each
 * other's measurements.
 */
public final class FolderLock implements AutoCloseable {
  private final Path folder;
  private final FileChannel file;

  private FolderLock(Path folder, FileChannel file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * @throws UncheckedIOException if another run holds it
   * @throws IOException if the folder cannot be written
   */
  public static FolderLock of(Path folder) throws IOException {
    FileChannel file = FileChannel.open(folder.resolve("lock"), CREATE, WRITE);
    if (!isLocked(file)) {
      file.close();
      String reason =
          "the results cannot be kept in %s: another run is under way there; wait for it, or choose another folder"
              .formatted(folder);
      throw new UncheckedIOException(reason, new IOException(reason));
    }
    return new FolderLock(folder, file);
  }

  private static boolean isLocked(FileChannel file) throws IOException {
    try {
      return file.tryLock() != null;
    } catch (OverlappingFileLockException inThisProcess) {
      return false;
    }
  }

  /** Its file stays: a run that holds a deleted file would not exclude others. */
  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException notClosed) {
      throw new UncheckedIOException("cannot close the lock of " + folder, notClosed);
    }
  }
}
