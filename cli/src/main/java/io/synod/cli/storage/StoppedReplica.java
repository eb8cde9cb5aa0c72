package io.synod.cli.storage;

import io.synod.storage.directory.DirectoryException;
import io.synod.storage.directory.DirectoryIdentity;
import io.synod.storage.directory.DirectoryInspection;
import io.synod.storage.directory.ReplicaDirectory;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.journal.JournalIdentity;
import io.synod.storage.journal.WriteAheadLog;
import io.synod.storage.snapshot.SnapshotIdentity;
import io.synod.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The directory of a stopped replica, or of a backup. All methods that throw block on the disk. */
public final class StoppedReplica {
  private final Path directory;
  private final DirectoryInspection inspection;

  private StoppedReplica(Path directory, DirectoryInspection inspection) {
    this.directory = directory;
    this.inspection = inspection;
  }

  /**
   * Finds a replica's directory.
   *
   * @param named that directory, or one that holds exactly one replica's directory
   * @throws IllegalArgumentException if it is neither; the message says what it is
   * @throws DirectoryException if a live process uses it, it is of a newer format, or its identity
   *     file is lost
   * @throws IOException if it cannot be read
   */
  public static StoppedReplica at(Path named) throws IOException {
    Path found = find(named);
    return new StoppedReplica(found, ReplicaDirectory.inspect(found));
  }

  private static Path find(Path named) throws IOException {
    if (!Files.isDirectory(named)) {
      throw new IllegalArgumentException(
          Files.exists(named)
              ? named + " is not a directory: name a replica's, such as data/replica-0"
              : "there is no directory " + named);
    }
    if (isReplica(named)) {
      return named;
    }
    List<Path> replicas = new ArrayList<>();
    Path unreadable = null;
    try (Stream<Path> children = Files.list(named)) {
      for (Path child : children.sorted().toList()) {
        if (isReplica(child)) {
          replicas.add(child);
        } else if (Files.isDirectory(child) && !Files.isReadable(child)) {
          unreadable = child;
        }
      }
    }
    if (replicas.isEmpty() && unreadable != null) {
      throw new AccessDeniedException(unreadable.toString());
    }
    if (replicas.size() > 1) {
      throw new IllegalArgumentException(
          "%s holds %d replicas: name one of them, such as %s"
              .formatted(named, replicas.size(), replicas.get(0)));
    }
    if (replicas.isEmpty()) {
      throw new IllegalArgumentException(notOne(named));
    }
    return replicas.get(0);
  }

  private static String notOne(Path named) {
    Path parent = named.toAbsolutePath().normalize().getParent();
    return parent != null && isReplica(parent)
        ? "%s is a part of a replica's directory: name all of it, %s".formatted(named, parent)
        : "%s is no replica's directory and holds none: name one such as data/replica-0"
            .formatted(named);
  }

  private static boolean isReplica(Path directory) {
    return Files.exists(directory.resolve("identity"))
        || Files.exists(directory.resolve("identity.copy"))
        || Files.isDirectory(directory.resolve("journal"));
  }

  /** The directory under the name that the user gave. */
  public Path directory() {
    return directory;
  }

  /** The identity of its replica. */
  public DirectoryIdentity identity() {
    return inspection.identity();
  }

  /** What the next start will repair in the files beside journal and snapshots. */
  List<String> notes() {
    return inspection.notes();
  }

  JournalIdentity journalIdentity() {
    return new JournalIdentity(identity().cluster(), identity().replica(), inspection.nonce());
  }

  /** Whether a journal exists. */
  boolean hasJournal() throws IOException {
    return WriteAheadLog.isIn(inspection.journal());
  }

  /** Whether it has lost something if there is no journal: a backup or a learner has not. */
  boolean needsJournal() {
    return identity().hasVotes();
  }

  Path journalPath() {
    return inspection.journal();
  }

  Disk journal() {
    return FileDisk.readOnly(inspection.journal());
  }

  /** Total bytes of the journal's files, preallocated bytes included. */
  public long journalBytes() throws IOException {
    if (!hasJournal()) {
      return 0;
    }
    long bytes = 0;
    try (Stream<Path> files = Files.list(inspection.journal())) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  Path snapshotsPath() {
    return inspection.snapshots();
  }

  /** Null if the directory for snapshots is lost. */
  SnapshotStore snapshots() throws IOException {
    if (!Files.isDirectory(inspection.snapshots())) {
      return null;
    }
    return SnapshotStore.inspect(
        FileDisk.readOnly(inspection.snapshots()),
        new SnapshotIdentity(identity().cluster(), identity().replica()));
  }

  /** Whether it is the directory of a backup, which no replica starts from. */
  boolean isBackup() {
    return identity().durability().equals(DirectoryIdentity.BACKUP);
  }

  String text() {
    if (isBackup()) {
      return "%s: backup of cluster '%s'".formatted(directory, identity().cluster());
    }
    return "%s: replica %d of cluster '%s', durability %s"
        .formatted(directory, identity().replica(), identity().cluster(), identity().durability());
  }

  /** The first fields of every JSON object. */
  Map<String, Object> json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("directory", directory.toString());
    fields.put("cluster", identity().cluster());
    fields.put("replica", identity().replica());
    fields.put("durability", identity().durability());
    fields.put("nonce", "%016x".formatted(inspection.nonce()));
    return fields;
  }
}
