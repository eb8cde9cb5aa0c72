package io.synod.simulation.host;

import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** A disk whose forces take time, during which the calling thread sleeps. */
final class WaitingDisk implements Disk {
  private final Disk disk;
  private final SimulatedHost host;
  private final DiskPace pace;

  WaitingDisk(Disk disk, SimulatedHost host, DiskPace pace) {
    this.disk = disk;
    this.host = host;
    this.pace = pace;
  }

  /** Called before the disk's force, which also covers writes of this time. */
  private void awaitForce() {
    SimulatedThread thread = host.running().thread();
    if (thread != null) {
      pace.await(thread, host.random());
    }
  }

  @Override
  public List<String> list() throws IOException {
    return disk.list();
  }

  @Override
  public DiskFile create(String name, long bytes) throws IOException {
    return new WaitingFile(disk.create(name, bytes), false);
  }

  @Override
  public DiskFile open(String name, WriteMode mode) throws IOException {
    WriteMode forced = new WriteMode(mode.direct(), false);
    return new WaitingFile(disk.open(name, forced), mode.synced());
  }

  @Override
  public int directBlockBytes() throws IOException {
    return disk.directBlockBytes();
  }

  @Override
  public void rename(String from, String to) throws IOException {
    disk.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    disk.delete(name);
  }

  @Override
  public void force() throws IOException {
    awaitForce();
    disk.force();
  }

  @Override
  public long usableBytes() throws IOException {
    return disk.usableBytes();
  }

  @Override
  public String path(String name) {
    return disk.path(name);
  }

  /** One of its files. */
  private final class WaitingFile implements DiskFile {
    private final DiskFile file;
    private final boolean isSynced;

    WaitingFile(DiskFile file, boolean isSynced) {
      this.file = file;
      this.isSynced = isSynced;
    }

    @Override
    public long bytes() throws IOException {
      return file.bytes();
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      return file.read(position, into);
    }

    /** A power cut during the wait may keep a part of a synced write. */
    @Override
    public void write(long position, ByteBuffer from) throws IOException {
      file.write(position, from);
      if (isSynced) {
        force();
      }
    }

    @Override
    public void force() throws IOException {
      awaitForce();
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
