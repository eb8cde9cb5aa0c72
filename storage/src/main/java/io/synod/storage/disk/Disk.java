package io.synod.storage.disk;

import java.io.IOException;
import java.util.List;

/**
 * One directory of files, as the journal and the snapshots need it. All methods block; one thread
 * at a time, but for {@link #force}. What is written, created, renamed or deleted lasts only once
 * it was forced.
 */
public interface Disk {

  /** Names of the files, sorted. */
  List<String> list() throws IOException;

  /**
   * A new file of {@code bytes} zeros, for which the space is reserved.
   *
   * @throws DiskFull if there is not enough space; nothing is left behind
   */
  DiskFile create(String name, long bytes) throws IOException;

  /** An existing file, to be read and written. */
  default DiskFile open(String name) throws IOException {
    return open(name, WriteMode.BUFFERED);
  }

  /**
   * An existing file, to be written as {@code mode} says. One that is written directly need not be
   * readable.
   */
  DiskFile open(String name, WriteMode mode) throws IOException;

  /**
   * Bytes of the blocks in which files can be written {@linkplain WriteMode#direct directly}; 0 if
   * they cannot. The same at every call.
   */
  int directBlockBytes() throws IOException;

  /** Replaces {@code to} if it exists. */
  void rename(String from, String to) throws IOException;

  void delete(String name) throws IOException;

  /**
   * Makes names last that were created, renamed and deleted before the call: fsync of the
   * directory. Any thread, also while another one uses the disk.
   */
  void force() throws IOException;

  /** Space that is left. */
  long usableBytes() throws IOException;

  /** How a user finds the file: its path. */
  String path(String name);
}
