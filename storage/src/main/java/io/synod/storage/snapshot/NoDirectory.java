package io.synod.storage.snapshot;

import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * In place of a directory that could not be made: holds no file, and has no space for one.
 *
 * @param parent where the directory was to be made
 */
record NoDirectory(Path parent, IOException failure) implements Disk {

  @Override
  public List<String> list() {
    return List.of();
  }

  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    throw new DiskFull(
        "no directory for it can be made in %s: %s".formatted(parent, failure), failure);
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    throw new NoSuchFileException(path(name));
  }

  @Override
  public int directBlockBytes() {
    return 0;
  }

  @Override
  public void rename(String from, String to) throws IOException {
    throw new NoSuchFileException(path(from));
  }

  @Override
  public void delete(String name) throws IOException {
    throw new NoSuchFileException(path(name));
  }

  @Override
  public void force() {
    // It holds nothing that must last.
  }

  /** Not 0: {@link #create} is to fail, because its exception has the reason. */
  @Override
  public long usableBytes() {
    return Long.MAX_VALUE;
  }

  @Override
  public String path(String name) {
    return parent.resolve(name).toString();
  }
}
