package io.synod.replica.assembly;

import io.synod.core.execution.Execution;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.snapshot.ScratchStore;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A learner's snapshots: in a directory of its own like a replica's, without a journal; or in a
 * temporary one.
 */
public final class LearnerStorage implements AutoCloseable {
  // Null if the learner keeps nothing on disk.
  private final DataDirectory directory;
  private final SnapshotStore kept;
  private final ScratchStore scratch;

  private LearnerStorage(DataDirectory directory, SnapshotStore kept, ScratchStore scratch) {
    this.directory = directory;
    this.kept = kept;
    this.scratch = scratch;
  }

  /**
   * @param path null if nothing is to be kept
   * @param execution is restored from the newest snapshot that is whole
   * @throws StartFailure if the directory cannot be used, saying why and what to do
   */
  static LearnerStorage open(Machine machine, SynodConfig config, Path path, Execution execution) {
    SnapshotIdentity snapshots = new SnapshotIdentity(config.cluster().name(), 0);
    if (path == null) {
      return new LearnerStorage(null, null, machine.scratch(snapshots));
    }
    DataDirectory directory = machine.open(path, identity(config), Long.MAX_VALUE);
    try {
      SnapshotStore store =
          SnapshotStore.open(directory.snapshots(), snapshots, machine::currentTimeMillis);
      RestoredService.from(store, execution, "learner");
      return new LearnerStorage(directory, store, null);
    } catch (IOException | RuntimeException | Error failure) {
      throw StartFailure.of(
          directory,
          "the learner cannot go on from %s: %s; with another directory, or this one emptied, it begins anew",
          failure);
    }
  }

  public static DirectoryIdentity identity(SynodConfig config) {
    return new DirectoryIdentity(
        config.cluster().name(),
        0,
        DirectoryIdentity.LEARNER,
        SharedSettings.of(config),
        SharedSettings.ofExecution(config));
  }

  SnapshotStore store() {
    return kept != null ? kept : scratch.store();
  }

  boolean isKept() {
    return kept != null;
  }

  @Override
  public void close() throws IOException {
    if (kept == null) {
      scratch.close();
      return;
    }
    try (directory) {
      kept.close();
    }
  }
}
