package io.synod.storage.journal;

import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;

/**
 * The disk as the journal uses it: its first failure is its last. Every later call throws the same
 * failure without touching the disk, so nothing can be tried again, here or by a caller. A full
 * disk is no failure where space was asked for.
 */
final class FailStopDisk {
  private final Disk disk;
  private JournalFailure failure;
  private long forces;

  FailStopDisk(Disk disk) {
    this.disk = disk;
  }

  /** Throws what has failed, if anything has. */
  void check() {
    if (failure != null) {
      throw failure;
    }
  }

  /** How often the disk was waited for. */
  long forces() {
    return forces;
  }

  boolean hasFailed() {
    return failure != null;
  }

  String path(String name) {
    return disk.path(name);
  }

  List<String> list() {
    check();
    try {
      return disk.list();
    } catch (IOException cause) {
      throw fail("list the files of " + disk.path(""), cause);
    }
  }

  FailStopFile create(String name, long bytes) throws DiskFull {
    check();
    try {
      return new FailStopFile(name, disk.create(name, bytes), false);
    } catch (DiskFull full) {
      throw full;
    } catch (IOException cause) {
      throw fail("allocate %d bytes for %s".formatted(bytes, disk.path(name)), cause);
    }
  }

  FailStopFile open(String name) {
    return open(name, WriteMode.BUFFERED);
  }

  FailStopFile open(String name, WriteMode mode) {
    check();
    try {
      return new FailStopFile(name, disk.open(name, mode), mode.synced());
    } catch (IOException cause) {
      throw fail("open " + disk.path(name), cause);
    }
  }

  /** As the disk has it. */
  int directBlockBytes() {
    check();
    try {
      return disk.directBlockBytes();
    } catch (IOException cause) {
      throw fail("ask for direct writes at " + disk.path(""), cause);
    }
  }

  void rename(String from, String to) {
    check();
    try {
      disk.rename(from, to);
    } catch (IOException cause) {
      throw failedToRename(from, to, cause);
    }
  }

  /** False if there is no such file: an operator may have deleted it. */
  boolean renameIfThere(String from, String to) {
    check();
    try {
      disk.rename(from, to);
      return true;
    } catch (NoSuchFileException gone) {
      return false;
    } catch (IOException cause) {
      throw failedToRename(from, to, cause);
    }
  }

  private JournalFailure failedToRename(String from, String to, IOException cause) {
    return fail("rename %s to %s".formatted(disk.path(from), to), cause);
  }

  void delete(String name) {
    check();
    try {
      disk.delete(name);
    } catch (IOException cause) {
      throw failedToDelete(name, cause);
    }
  }

  /** Does nothing if there is no such file. */
  void deleteIfThere(String name) {
    check();
    try {
      disk.delete(name);
    } catch (NoSuchFileException gone) {
      // As wanted.
    } catch (IOException cause) {
      throw failedToDelete(name, cause);
    }
  }

  private JournalFailure failedToDelete(String name, IOException cause) {
    return fail("delete " + disk.path(name), cause);
  }

  void force() {
    check();
    try {
      disk.force();
      forces++;
    } catch (IOException cause) {
      throw fail("force the directory of " + disk.path(""), cause);
    }
  }

  long usableBytes() {
    check();
    try {
      return disk.usableBytes();
    } catch (IOException cause) {
      throw fail("ask for the space left at " + disk.path(""), cause);
    }
  }

  /** Remembers the failure; the caller throws it. */
  JournalFailure fail(String attempt, IOException cause) {
    failure = JournalFailure.ofWriting(attempt, cause);
    return failure;
  }

  /** A file of this disk, with the same rule. */
  final class FailStopFile implements AutoCloseable {
    private final String name;
    private final DiskFile file;
    private final boolean synced;

    private FailStopFile(String name, DiskFile file, boolean synced) {
      this.name = name;
      this.file = file;
      this.synced = synced;
    }

    long bytes() {
      check();
      try {
        return file.bytes();
      } catch (IOException cause) {
        throw fail("ask for the size of " + path(name), cause);
      }
    }

    int read(long position, ByteBuffer into) {
      check();
      try {
        return file.read(position, into);
      } catch (IOException cause) {
        String attempt = "read at offset %d of %s".formatted(position, path(name));
        failure = JournalFailure.ofReading(attempt, cause);
        throw failure;
      }
    }

    /**
     * @throws DiskFull if the file system wants space although the file has it; what was written so
     *     far may be written again, the same bytes at the same place
     */
    void write(long position, ByteBuffer from) throws DiskFull {
      check();
      int bytes = from.remaining();
      try {
        file.write(position, from);
        forces += synced ? 1 : 0;
      } catch (DiskFull full) {
        throw full;
      } catch (IOException cause) {
        throw fail(writing(bytes, position), cause);
      }
    }

    /** Writes what cannot wait for space. */
    void overwrite(long position, ByteBuffer from) {
      int bytes = from.remaining();
      try {
        write(position, from);
      } catch (DiskFull full) {
        throw fail(writing(bytes, position), full);
      }
    }

    void force() {
      check();
      try {
        file.force();
        forces++;
      } catch (IOException cause) {
        throw fail("force " + path(name), cause);
      }
    }

    /** Closes the file; after a failure ignores errors of closing. */
    @Override
    public void close() {
      try {
        file.close();
      } catch (IOException cause) {
        if (failure == null) {
          throw fail("close " + path(name), cause);
        }
        failure.addSuppressed(cause);
      }
    }

    private String writing(int bytes, long position) {
      return "write %d bytes at offset %d of %s".formatted(bytes, position, path(name));
    }
  }
}
