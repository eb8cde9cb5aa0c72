package io.synod.simulation.mutation;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.Origin;
import io.synod.core.cluster.Quorums;
import io.synod.core.cluster.ReplicaSet;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.log.Log;
import io.synod.core.membership.Membership;
import io.synod.core.message.JoinReply;
import io.synod.core.message.MemberStatus;
import io.synod.core.recovery.Joining;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.core.settings.SessionSettings;
import io.synod.replica.BackupRestore;
import io.synod.replica.config.SharedSettings;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import io.synod.storage.backup.BackupDirectory;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotInfo;
import io.synod.storage.snapshot.SnapshotStore;
import io.synod.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Restores replicas from a backup with whatever classes it was loaded with; see {@link Trial}. The
 * backup holds a snapshot of the slots before {@value #SNAPSHOT_END} and those before {@value
 * #END}.
 */
public final class RestoreTrial implements Supplier<String> {
  private static final int REPLICAS = 3;
  private static final int SNAPSHOT_END = 5;
  private static final int END = 10;
  private static final int UNTIL = 7;
  private static final long SESSION = 9;
  private static final SessionSettings SESSIONS = new SessionSettings(1_000_000, 64, 16);

  /** What is wrong; null if nothing was found. */
  @Override
  public String get() {
    Path folder = null;
    try {
      folder = Files.createTempDirectory("synod-restore-trial-");
      return run(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (RuntimeException refused) {
      return refused.getMessage();
    } finally {
      delete(folder);
    }
  }

  private static String run(Path folder) throws IOException {
    Path backup = folder.resolve("backup");
    Set<Long> nonces = new HashSet<>();
    nonces.add(makeBackup(backup, config(folder.resolve("old"))));
    List<Restored> restored = new ArrayList<>();
    for (int id = 0; id < REPLICAS; id++) {
      restored.add(restore(folder.resolve("new"), backup, id, UNTIL));
      nonces.add(restored.get(id).recovered().nonce());
    }
    if (nonces.size() != REPLICAS + 1) {
      return "a nonce is there twice";
    }
    for (Restored one : restored) {
      if (one.recovered().whyNotAsRestored() != null) {
        return one.recovered().whyNotAsRestored();
      }
      if (!one.state().equals(stateAfter(UNTIL))) {
        return "the state is that of %s, and was %s".formatted(one.state(), stateAfter(UNTIL));
      }
    }
    Restored later = restore(folder.resolve("later"), backup, 2, UNTIL + 1);
    Restored lacking = lacking(restored.get(0));
    if (lacking.recovered().whyNotAsRestored() == null) {
      return "a replica that lacks what was restored starts";
    }
    if (outcome(restored.get(0), restored.get(1), restored.get(2)) != Joining.Outcome.FORMED) {
      return "replicas of the same origin do not form";
    }
    if (outcome(restored.get(0), restored.get(1), later) == Joining.Outcome.FORMED) {
      return "replicas of different origin form";
    }
    return formedBefore(restored.get(0));
  }

  /** A directory as {@code replica} holds it. */
  private record Restored(int id, Recovered recovered, String state) {}

  private static SynodConfig config(Path storage) {
    SynodConfigBuilder builder =
        SynodConfig.builder()
            .clusterName(storage.getFileName().toString())
            .durability(Durability.SYNC)
            .storageDirectory(storage)
            .storageReserve(1 << 20)
            .journalSegmentBytes(1 << 16);
    for (int id = 0; id < REPLICAS; id++) {
      builder.replica(id, "127.0.0.1", 7100 + id, 7200 + id);
    }
    return builder.build();
  }

  /** Returns its nonce. */
  private static long makeBackup(Path directory, SynodConfig config) throws IOException {
    Execution execution = execution(new Sequences());
    try (BackupDirectory backup =
        BackupDirectory.open(
            directory, config.cluster().name(), SharedSettings.of(config), 1 << 16)) {
      for (int slot = 0; slot < SNAPSHOT_END; slot++) {
        execute(execution, slot);
      }
      try (SnapshotWriter writer = backup.snapshots().begin(SNAPSHOT_END);
          ExecutionSnapshot captured = execution.capture()) {
        captured.writeTo(writer);
        writer.publish();
      }
      backup.begin(SNAPSHOT_END, "trial");
      for (int slot = SNAPSHOT_END; slot < END; slot++) {
        backup.append(batch(slot));
      }
      backup.commit();
    }
    return ReplicaDirectory.inspect(directory).nonce();
  }

  private static Restored restore(Path storage, Path backup, int id, long until)
      throws IOException {
    SynodConfig config = config(storage);
    BackupRestore.restore(config, id, backup, until, bytes -> {});
    DirectoryInspection made = ReplicaDirectory.inspect(config.storage().directoryOf(id));
    SnapshotStore store =
        SnapshotStore.inspect(
            FileDisk.readOnly(made.snapshots()), new SnapshotIdentity(config.cluster().name(), id));
    SnapshotInfo snapshot = store.list().get(0);
    Recovered recovered = new Recovered(made.nonce(), snapshot.end(), made.origin());
    JournalIdentity identity = new JournalIdentity(config.cluster().name(), id, made.nonce());
    JournalRecovery.read(FileDisk.readOnly(made.journal()), identity, recovered, damage -> {});
    Sequences service = new Sequences();
    Execution execution = execution(service);
    try (InputStream in = store.read(snapshot)) {
      execution.restore(in);
    }
    Log log = recovered.log(Durability.SYNC);
    for (long slot = log.first(); slot < log.decided(); slot++) {
      execution.execute(slot, log.batch(slot), (session, sequence, status, answer) -> {});
    }
    return new Restored(id, recovered, service.state());
  }

  /** The same without its slots. */
  private static Restored lacking(Restored whole) {
    Recovered recovered =
        new Recovered(whole.recovered().nonce(), SNAPSHOT_END, whole.recovered().origin());
    return new Restored(whole.id(), recovered, "");
  }

  private static Joining.Outcome outcome(Restored self, Restored first, Restored second) {
    Joining joining =
        new Joining(self.id(), Membership.of(Quorums.majority(REPLICAS), 1), self.recovered());
    joining.onReply(first.id(), reply(self, first, second));
    return joining.onReply(second.id(), reply(self, second, first));
  }

  /** The answer of {@code from} to {@code to}; both and the third replica run. */
  private static JoinReply reply(Restored to, Restored from, Restored third) {
    Joining other =
        new Joining(from.id(), Membership.of(Quorums.majority(REPLICAS), 1), from.recovered());
    other.see(to.id(), to.recovered().nonce());
    other.see(third.id(), third.recovered().nonce());
    return new JoinReply(
        0,
        new Incarnation(0, to.recovered().nonce()),
        other.status(),
        other.answer(to.id()),
        View.NONE,
        false,
        0,
        0,
        other.origin());
  }

  /** The members know replica 0 by another nonce. */
  private static String formedBefore(Restored again) {
    Joining joining =
        new Joining(again.id(), Membership.of(Quorums.majority(REPLICAS), 1), again.recovered());
    Incarnations known = Incarnations.unknown(ReplicaSet.all(REPLICAS));
    for (int id = 0; id < REPLICAS; id++) {
      known = known.with(id, new Incarnation(1, id + 1));
    }
    JoinReply reply =
        new JoinReply(
            0, joining.own(), MemberStatus.MEMBER, known, View.NONE, false, 0, 0, Origin.NONE);
    return joining.onReply(1, reply) == Joining.Outcome.FORMED_BEFORE
        ? null
        : "a restored replica joins a cluster that has formed before";
  }

  private static String stateAfter(int slot) {
    StringBuilder state = new StringBuilder();
    for (int sequence = 1; sequence <= slot; sequence++) {
      state.append(sequence).append(' ');
    }
    return state.toString();
  }

  private static Execution execution(Service service) {
    return new Execution(service, SESSIONS);
  }

  private static void execute(Execution execution, int slot) {
    execution.execute(slot, batch(slot), (session, sequence, status, answer) -> {});
  }

  /** Slot 0 opens the session, and each other slot has the request with its number. */
  private static Batch batch(int slot) {
    int payload = slot == 0 ? 0 : Integer.BYTES;
    byte[] bytes = new byte[Batch.HEADER_BYTES + BatchEntry.HEADER_BYTES + payload];
    BatchEntry.putHeader(bytes, Batch.HEADER_BYTES, payload, SESSION, slot, 0);
    if (payload > 0) {
      ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, slot);
    }
    return Batch.close(bytes, 1_000 + slot, 1);
  }

  /** Holds the requests that it has executed. */
  private static final class Sequences implements Service {
    private final StringBuilder executed = new StringBuilder();

    String state() {
      return executed.toString();
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      executed.append(request.getInt()).append(' ');
      return new byte[0];
    }

    @Override
    public Snapshot snapshot() {
      byte[] captured = executed.toString().getBytes();
      return out -> out.write(captured);
    }

    @Override
    public void restore(InputStream in) throws IOException {
      executed.setLength(0);
      executed.append(new String(in.readAllBytes()));
    }
  }

  private static void delete(Path folder) {
    if (folder == null) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
