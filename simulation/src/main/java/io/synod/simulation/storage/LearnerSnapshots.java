package io.synod.simulation.storage;

import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.simulation.disk.SimulatedDisk;
import java.io.IOException;
import java.util.SplittableRandom;

/** What a learner keeps: the snapshots that ship, as those of its cluster's replicas. */
public abstract sealed class LearnerSnapshots {

  /**
   * @param segmentBytes of the replicas' journals; 0 if their disks keep facts instead of bytes
   */
  public static LearnerSnapshots of(int learner, long segmentBytes, SplittableRandom random) {
    return segmentBytes == 0 ? new Whole() : new Files(learner, random);
  }

  /** A process starts: restores the newest that can be read, if there is one, and gives its end. */
  public abstract long open(Execution execution);

  public abstract boolean store(ExecutionSnapshot captured);

  public abstract Event.PartStored receive(SnapshotPart part);

  public abstract void dropParts();

  public abstract void restore(long end, Execution execution);

  /** The process has died, and with {@code isPowerCut} its machine. */
  public abstract void killed(boolean isPowerCut);

  /** Somebody has emptied the directory. Between two processes. */
  public abstract void lose();

  private static final class Whole extends LearnerSnapshots {
    private final WholeSnapshots snapshots = new WholeSnapshots();

    @Override
    public long open(Execution execution) {
      long end = snapshots.newestEnd();
      if (end > 0) {
        snapshots.restore(end, execution);
      }
      return end;
    }

    @Override
    public boolean store(ExecutionSnapshot captured) {
      return snapshots.store(captured);
    }

    @Override
    public Event.PartStored receive(SnapshotPart part) {
      return snapshots.receive(part);
    }

    @Override
    public void dropParts() {
      snapshots.dropParts();
    }

    @Override
    public void restore(long end, Execution execution) {
      snapshots.restore(end, execution);
    }

    @Override
    public void killed(boolean isPowerCut) {
      snapshots.dropParts();
    }

    @Override
    public void lose() {
      snapshots.clear();
    }
  }

  private static final class Files extends LearnerSnapshots {
    private final SplittableRandom random;
    private final SnapshotFiles files;
    private final String path;
    private SimulatedDisk disk;

    Files(int learner, SplittableRandom random) {
      this.random = random;
      path = "snapshots of learner " + learner;
      files = new SnapshotFiles(0);
      lose();
    }

    private interface Call<T> {
      T run() throws IOException;
    }

    /** Its disk never fails. */
    private static <T> T done(Call<T> call) {
      try {
        return call.run();
      } catch (IOException failure) {
        throw new StorageFailed(failure);
      }
    }

    @Override
    public long open(Execution execution) {
      return done(() -> files.open(disk, execution));
    }

    @Override
    public boolean store(ExecutionSnapshot captured) {
      return done(() -> files.store(captured));
    }

    @Override
    public Event.PartStored receive(SnapshotPart part) {
      return done(() -> files.receive(part));
    }

    @Override
    public void dropParts() {
      done(
          () -> {
            files.dropParts();
            return null;
          });
    }

    @Override
    public void restore(long end, Execution execution) {
      done(
          () -> {
            files.restore(end, execution);
            return null;
          });
    }

    @Override
    public void killed(boolean isPowerCut) {
      disk = isPowerCut ? disk.crash() : disk.kill();
    }

    @Override
    public void lose() {
      disk = new SimulatedDisk(path, random.split());
    }
  }
}
