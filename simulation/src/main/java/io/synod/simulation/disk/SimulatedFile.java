package io.synod.simulation.disk;

import io.synod.core.check.Check;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** A file as one process has opened it; it stays the same file when it is renamed or deleted. */
final class SimulatedFile implements DiskFile {
  private final SimulatedDisk disk;
  private final Medium medium;
  private final String name;
  private final FileContent content;
  private final WriteMode mode;
  private boolean closed;

  SimulatedFile(
      SimulatedDisk disk, Medium medium, String name, FileContent content, WriteMode mode) {
    this.disk = disk;
    this.medium = medium;
    this.name = name;
    this.content = content;
    this.mode = mode;
  }

  @Override
  public long bytes() throws IOException {
    checkOpen();
    return content.length();
  }

  @Override
  public int read(long position, ByteBuffer into) throws IOException {
    checkOpen();
    checkPosition(position);
    disk.call(DiskFault.READ_ERROR, name);
    return content.read(position, into);
  }

  @Override
  public void write(long position, ByteBuffer from) throws IOException {
    checkOpen();
    checkPosition(position);
    if (!from.hasRemaining()) {
      return;
    }
    requireBlocks(position, from);
    writeBlocks(position, from);
    if (mode.synced()) {
      force();
    }
  }

  private void requireBlocks(long position, ByteBuffer from) throws IOException {
    int blockBytes = medium.directBlockBytes();
    boolean isAligned =
        !mode.direct()
            || position % blockBytes == 0
                && from.remaining() % blockBytes == 0
                && from.isDirect()
                && from.alignmentOffset(from.position(), blockBytes) == 0;
    if (!isAligned) {
      throw new IOException(disk.path(name) + ": Invalid argument");
    }
  }

  private void writeBlocks(long position, ByteBuffer from) throws IOException {
    DiskFault fault = disk.due(DiskFault.WRITE_ERROR, DiskFault.MISDIRECTED_WRITE);
    if (fault == null) {
      medium.write(name, content, position, from);
    } else if (fault == DiskFault.MISDIRECTED_WRITE) {
      misdirect(position, from);
    } else {
      medium.writePartly(content, position, from);
      disk.fail(fault, name);
    }
  }

  private void misdirect(long position, ByteBuffer from) throws IOException {
    if (!medium.misdirect(content, position, from)) {
      // It fits nowhere else, but the next one may.
      disk.faults().arm(DiskFault.MISDIRECTED_WRITE);
      medium.write(name, content, position, from);
    }
  }

  @Override
  public void force() throws IOException {
    checkOpen();
    DiskFault fault = disk.due(DiskFault.FORCE_ERROR);
    if (fault != null) {
      medium.failForce(content);
    }
    disk.fail(fault, name);
    content.force();
  }

  /** Never throws, whatever the state of the disk: a process that ends closes its files. */
  @Override
  public void close() {
    closed = true;
  }

  private void checkOpen() throws IOException {
    disk.checkHere();
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  private void checkPosition(long position) {
    Check.that(position >= 0, "position %d in file %s", position, name);
  }
}
