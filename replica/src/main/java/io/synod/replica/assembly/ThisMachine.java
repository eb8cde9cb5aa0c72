package io.synod.replica.assembly;

import com.sun.management.UnixOperatingSystemMXBean;
import io.synod.core.cluster.Origin;
import io.synod.network.transport.SlowEnd;
import io.synod.network.transport.Sockets;
import io.synod.network.transport.Transport;
import io.synod.replica.config.JvmMemory;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.executor.StageExecutor;
import io.synod.replica.executor.ThreadExecutor;
import io.synod.storage.directory.DirectoryException;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.QuotaDisk;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine that this process runs on. */
public final class ThisMachine implements Machine {
  private static final Logger LOG = LoggerFactory.getLogger("io.synod.replica");

  @Override
  public Sockets sockets(SynodConfig config) {
    try {
      return Transport.named(config.network().transport().text());
    } catch (IllegalStateException notHere) {
      throw new StartFailure(
          "cannot start: %s; network.transport = auto takes what there is"
              .formatted(notHere.getMessage()),
          notHere);
    }
  }

  @Override
  public StageExecutor executor(String threadName) {
    return new ThreadExecutor(threadName);
  }

  @Override
  public void runApart(String threadName, Runnable task) {
    new Thread(task, threadName).start();
  }

  @Override
  public void runWatched(Runnable task) {
    SlowEnd.run(task);
  }

  @Override
  public DataDirectory open(Path directory, DirectoryIdentity identity, long bytesMax) {
    try {
      return new Folder(
          directory, bytesMax, ReplicaDirectory.open(directory, identity, this::draw));
    } catch (DirectoryException refused) {
      throw new StartFailure(refused.getMessage(), refused);
    }
  }

  @Override
  public void requireNone(SynodConfig config, int id) {
    try {
      ReplicaDirectory.requireNoMemory(
          config.storage().directoryOf(id), config.cluster().name(), id);
    } catch (DirectoryException refused) {
      throw new StartFailure(refused.getMessage(), refused);
    }
  }

  @Override
  public ScratchStore scratch(SnapshotIdentity identity) {
    ScratchStore scratch = new ScratchStore(null, identity);
    for (Path abandoned : scratch.deleteAbandoned()) {
      LOG.info("deleted {}, which a process that was killed had left", abandoned);
    }
    return scratch;
  }

  @Override
  public JvmMemory memory() {
    return JvmMemory.ofThisJvm();
  }

  @Override
  public long openFilesMax() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  @Override
  public long collectorMillis() {
    return CollectorWatch.pausedMillis();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public long draw() {
    return new SecureRandom().nextLong();
  }

  /** A directory of the file system. */
  private record Folder(Path path, long bytesMax, ReplicaDirectory directory)
      implements DataDirectory {

    @Override
    public String name() {
      return path.toString();
    }

    @Override
    public long nonce() {
      return directory.nonce();
    }

    @Override
    public String terms() {
      return directory.terms();
    }

    @Override
    public Origin origin() {
      return directory.origin();
    }

    @Override
    public List<String> notes() {
      return directory.notes();
    }

    @Override
    public Disk journal() {
      return limited(directory.journal());
    }

    @Override
    public Disk journalReader() {
      return FileDisk.readOnly(directory.journal());
    }

    @Override
    public Disk snapshots() {
      return limited(directory.snapshots());
    }

    private Disk limited(Path folder) {
      Disk whole = FileDisk.of(folder);
      return bytesMax < Long.MAX_VALUE ? new QuotaDisk(whole, path, bytesMax) : whole;
    }

    @Override
    public void close() throws IOException {
      directory.close();
    }
  }
}
