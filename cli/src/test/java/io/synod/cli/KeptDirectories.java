package io.synod.cli;

import io.synod.client.SynodClient;
import io.synod.core.effect.JournalRecord;
import io.synod.core.recovery.Recovered;
import io.synod.core.settings.Durability;
import io.synod.replica.config.FreePorts;
import io.synod.replica.config.SynodConfig;
import io.synod.replica.config.SynodConfigBuilder;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.JournalRecovery;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.JournalSettings;
import io.synod.storage.journal.WriteAheadLog;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The directories of a cluster that has executed something and was stopped. */
final class KeptDirectories {
  static final String NAME = "kept";
  private static final int SEGMENT_BYTES = 4096;

  private final Path root;
  private final ChainService.State state;

  private KeptDirectories(Path root, ChainService.State state) {
    this.root = root;
    this.state = state;
  }

  /**
   * Settings that differ from the defaults: quick elections, and no patience with a disk that has
   * lost something.
   */
  static SynodConfigBuilder settings(Path storage, List<Integer> ports) {
    SynodConfigBuilder settings =
        SynodConfig.builder()
            .clusterName(NAME)
            .durability(Durability.SYNC)
            .storageDirectory(storage)
            .storageReserve(1 << 20)
            .journalSegmentBytes(1 << 16)
            .electionHeartbeat(Duration.ofMillis(25))
            .electionTimeout(Duration.ofMillis(150));
    for (int id = 0; id < FileCluster.REPLICAS; id++) {
      settings.replica(id, "127.0.0.1", ports.get(2 * id), ports.get(2 * id + 1));
    }
    return settings;
  }

  static List<Integer> freePorts() {
    return FreePorts.find(2 * FileCluster.REPLICAS);
  }

  /** Runs a cluster until it has executed {@code requests}, and stops it. */
  static KeptDirectories made(Path root, int requests, UnaryOperator<SynodConfigBuilder> settings)
      throws Exception {
    return made(root, requests, 0, settings);
  }

  /** And until replica 0 keeps as many {@code snapshots}: a slow one takes fewer on the way. */
  static KeptDirectories made(
      Path root, int requests, int snapshots, UnaryOperator<SynodConfigBuilder> settings)
      throws Exception {
    SynodConfigBuilder builder = settings(root, freePorts());
    try (FileCluster cluster = new FileCluster(settings.apply(builder).build()).start()) {
      ChainService.State expected = new ChainService().state();
      try (SynodClient client = cluster.client()) {
        for (int request = 1;
            request <= requests || snapshots(root.resolve("replica-0")) < snapshots;
            request++) {
          byte[] bytes = "request %d".formatted(request).getBytes();
          client.execute(bytes);
          expected = expected.after(ByteBuffer.wrap(bytes));
        }
      }
      cluster.await(expected);
      return new KeptDirectories(root, expected);
    }
  }

  private static long snapshots(Path replica) throws IOException {
    Path folder = replica.resolve("snapshots");
    return Files.isDirectory(folder)
        ? files(folder).stream().filter(file -> file.toString().endsWith(".snapshot")).count()
        : 0;
  }

  /** Everything that was acknowledged. */
  ChainService.State state() {
    return state;
  }

  /** And of one request more. */
  ChainService.State stateAfter(byte[] request) {
    return state.after(ByteBuffer.wrap(request));
  }

  Path replica(int id) {
    return root.resolve("replica-" + id);
  }

  static JournalIdentity identity(Path replica) throws IOException {
    DirectoryInspection found = ReplicaDirectory.inspect(replica);
    return new JournalIdentity(
        found.identity().cluster(), found.identity().replica(), found.nonce());
  }

  /** Writes the journal of a replica anew, in segments as small as there can be. */
  void cutSmall(int id) throws IOException {
    Path journal = replica(id).resolve("journal");
    List<JournalRecord> records = new ArrayList<>();
    JournalScan.read(
        FileDisk.readOnly(journal),
        record -> {
          if (record.content() != null && !record.carried()) {
            records.add(record.content());
          }
        });
    for (Path file : files(journal)) {
      Files.delete(file);
    }
    JournalIdentity identity = identity(replica(id));
    FileDisk disk = FileDisk.of(journal);
    try (WriteAheadLog log =
        WriteAheadLog.open(
            disk,
            new JournalSettings(SEGMENT_BYTES, 0),
            identity,
            JournalRecovery.read(
                disk, identity, new Recovered(identity.nonce(), 0), damage -> {}))) {
      for (JournalRecord record : records) {
        log.append(record);
        log.commit();
        log.reserve();
      }
    }
  }

  void copyTo(Path target) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        Path copy = target.resolve(root.relativize(path).toString());
        if (Files.isDirectory(path)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy);
        }
      }
    }
  }

  static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Flips one bit of a byte; twice is as before. */
  static void flip(Path file, long offset) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(offset);
      int value = bytes.read();
      bytes.seek(offset);
      bytes.write(value ^ 1 << (int) (offset % Byte.SIZE));
    }
  }
}
