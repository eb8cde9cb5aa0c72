package io.synod.storage.snapshot;

import io.synod.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * The origin of a snapshot's bytes, for the message when they are damaged.
 *
 * @param path the file
 * @param remedy what to do if they are damaged
 */
record Origin(String path, String remedy) {

  /** A snapshot that was published in this directory. */
  static Origin kept(String path) {
    return new Origin(
        path, "restore the older snapshot, or fetch one from another replica, and check the disk");
  }

  /** A snapshot on its way from a peer. */
  static Origin received(String path) {
    return new Origin(
        path,
        "fetch it again; if it stays damaged, fetch from another replica and run synod snapshot"
            + " verify on the first one");
  }

  /**
   * Reads at {@code position} until {@code into} is full or {@code file} ends.
   *
   * @return bytes read
   * @throws SnapshotDamaged if the disk fails to give them back, which is as bad as a change
   */
  int read(DiskFile file, long position, ByteBuffer into) throws IOException {
    try {
      return file.read(position, into);
    } catch (ClosedChannelException closed) {
      // Somebody closed the file or interrupted the thread: that says nothing about the disk.
      throw closed;
    } catch (IOException failure) {
      throw damaged(position, "it cannot be read (" + failure.getMessage() + ")", failure);
    }
  }

  SnapshotDamaged damaged(long offset, String what) {
    return damaged(offset, what, null);
  }

  private SnapshotDamaged damaged(long offset, String what, Throwable cause) {
    return new SnapshotDamaged(path, offset, what, remedy, cause);
  }

  SnapshotRefused refused(String why) {
    return new SnapshotRefused(path + " " + why);
  }
}
