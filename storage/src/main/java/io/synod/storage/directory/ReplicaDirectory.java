package io.synod.storage.directory;

import io.synod.core.cluster.Origin;
import io.synod.core.format.Terms;
import io.synod.storage.disk.DiskTrial;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.OwnerOnly;
import io.synod.storage.journal.WriteAheadLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * One replica's directory, held against every other process and replica until it is closed:
 *
 * <pre>
 * lock           the process that uses it now
 * identity       cluster, replica, durability, and the nonce of the durable state
 * identity.copy  the same once more
 * journal/
 * snapshots/
 * </pre>
 *
 * Only its owner may read it and its files. The methods that throw block on the disk; the others
 * may be called by any thread.
 */
public final class ReplicaDirectory implements AutoCloseable {
  // Of settings that a running cluster can change.
  private static final String SESSION_KEYS = "session.";
  private static final Set<String> MEMBERSHIP_KEYS =
      Set.of("replicas", "cluster.phase1-quorum", "cluster.phase2-quorum", "membership.alpha");

  // Of a replica that starts. Not for a tool: what it looks at may be the only copy that is left.
  private static final String EMPTY_IT =
      ", or empty the directory, so that the replica recovers from the others";

  private static final String JOURNAL = "journal";
  private static final String SNAPSHOTS = "snapshots";

  // What a first start that was cut short may leave, and what a new file system begins with.
  /** Of a new file system. */
  private static final String FOUND = "lost+found";

  private static final Set<String> BEFORE_IDENTITY =
      Set.of("lock", JOURNAL, SNAPSHOTS, FOUND, DiskTrial.NAME, FileDisk.TRIAL);

  private final Path directory;
  private final DirectoryLock lock;
  private final StoredIdentity stored;
  private final boolean isNew;
  private final List<String> notes;

  private ReplicaDirectory(
      Path directory,
      DirectoryLock lock,
      StoredIdentity stored,
      boolean isNew,
      List<String> notes) {
    this.directory = directory;
    this.lock = lock;
    this.stored = stored;
    this.isNew = isNew;
    this.notes = notes;
  }

  /**
   * Takes the directory for the replica {@code identity}. Creates it, with missing parents, if it
   * does not exist, is empty, or holds only the {@code lost+found} of a new file system. On return,
   * its identity is durable. If the identity is whole and the journal is gone, the replica has lost
   * its durable state and gets another nonce.
   *
   * @param newNonce draws the nonce of a new durable state; called once, and only if {@link #isNew}
   * @throws DirectoryException if another process uses it, it belongs to another replica, cluster,
   *     durability or newer format, its identity is lost, it holds files of anybody else and no
   *     identity, or it cannot be read and written; nothing but its lock has changed then; the
   *     message is for the user and says what to do
   */
  public static ReplicaDirectory open(
      Path directory, DirectoryIdentity identity, LongSupplier newNonce) throws DirectoryException {
    return open(directory, identity, newNonce, Origin.NONE);
  }

  /**
   * Makes the directory of a replica that is being restored: as {@link #open} of a new one.
   *
   * @param origin the backup that the replica is restored from
   * @throws DirectoryException as {@link #open}, and if the directory holds anything
   */
  public static ReplicaDirectory restore(
      Path directory, DirectoryIdentity identity, LongSupplier newNonce, Origin origin)
      throws DirectoryException {
    requireEmpty(directory);
    return open(directory, identity, newNonce, origin);
  }

  /**
   * Checks that there is nothing in the directory, or no directory.
   *
   * @throws DirectoryException if there is, or it cannot be read
   */
  public static void requireEmpty(Path directory) throws DirectoryException {
    Path absolute = directory.toAbsolutePath();
    try {
      if (!isEmpty(absolute)) {
        throw DirectoryException.of(
            absolute,
            "is not empty; name another directory, or empty it if nobody needs what it holds");
      }
    } catch (IOException failure) {
      throw DirectoryException.of(absolute, failure);
    }
  }

  private static ReplicaDirectory open(
      Path directory, DirectoryIdentity identity, LongSupplier newNonce, Origin origin)
      throws DirectoryException {
    Path absolute = directory.toAbsolutePath();
    try {
      LastingFiles.createDirectories(absolute);
      requireNothingElse(absolute);
      DirectoryLock lock = DirectoryLock.acquire(absolute);
      try {
        // Not before it is known to be this replica's.
        ReplicaDirectory opened = locked(absolute, lock, identity, newNonce, origin);
        return opened.withNotes(restrict(absolute));
      } catch (IOException | RuntimeException | Error failure) {
        closeAfter(failure, lock);
        throw failure;
      }
    } catch (IOException failure) {
      throw DirectoryException.of(absolute, failure);
    }
  }

  /**
   * Looks at the directory of a stopped replica, for tools; changes nothing. A replica may start on
   * it afterwards, while the tool goes on reading.
   *
   * @throws DirectoryException if a live process uses it, it is not a replica's, is of a newer
   *     format, has lost its identity, or cannot be read; as {@link #open}
   */
  public static DirectoryInspection inspect(Path directory) throws DirectoryException {
    Path absolute = directory.toAbsolutePath();
    try {
      if (!Files.isDirectory(absolute)) {
        throw DirectoryException.of(
            absolute, "is not a directory; name the one that holds a replica's journal");
      }
      DirectoryLock.requireFree(absolute);
      IdentityFiles files = IdentityFiles.read(absolute);
      if (files.areMissing() && !holdsMemory(absolute)) {
        throw DirectoryException.of(
            absolute, "holds no files of a replica or of a backup; name a directory that does");
      }
      StoredIdentity stored = files.stored("");
      return new DirectoryInspection(
          stored.identity(),
          stored.nonce(),
          stored.origin(),
          absolute.resolve(JOURNAL),
          absolute.resolve(SNAPSHOTS),
          files.notes());
    } catch (IOException failure) {
      throw DirectoryException.of(absolute, failure);
    }
  }

  /**
   * For a replica that keeps nothing on disk: checks that the directory holds no durable state,
   * which that replica would ignore.
   *
   * @param cluster name of its cluster
   * @throws DirectoryException if {@code directory} holds a replica's durable state, or cannot be
   *     read; the message is for the user and says what to do
   */
  public static void requireNoMemory(Path directory, String cluster, int replica)
      throws DirectoryException {
    Path absolute = directory.toAbsolutePath();
    try {
      if (!Files.isDirectory(absolute) || !holdsMemory(absolute)) {
        return;
      }
      IdentityFiles files = IdentityFiles.read(absolute);
      DirectoryIdentity stored = files.areMissing() ? null : files.stored(EMPTY_IT).identity();
      if (stored != null && !stored.isOf(cluster, replica)) {
        throw belongsToAnother(absolute, stored, cluster, replica);
      }
      String durability = stored == null ? "another" : stored.durability();
      throw DirectoryException.of(
          absolute,
          "was written with durability %s, and durability memory is configured, which would not read it; "
                  .formatted(durability)
              + "set the old durability again, or, for a new cluster, empty the directory or name another");
    } catch (IOException failure) {
      throw DirectoryException.of(absolute, failure);
    }
  }

  /** A directory without an identity is taken only if it holds nothing of anybody else. */
  private static void requireNothingElse(Path directory) throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.list(directory)) {
      names = files.map(file -> file.getFileName().toString()).sorted().toList();
    }
    if (names.stream().anyMatch(IdentityFiles::isOne)) {
      return;
    }
    for (String name : names) {
      if (!BEFORE_IDENTITY.contains(name)) {
        throw DirectoryException.of(
            directory,
            "holds '%s', and no identity of a replica, learner or backup; name an empty directory, or a new one"
                .formatted(name));
      }
    }
  }

  private static List<String> restrict(Path directory) throws IOException {
    List<String> readable = new ArrayList<>(OwnerOnly.restrict(directory));
    readable.addAll(OwnerOnly.restrict(directory.resolve(JOURNAL)));
    readable.addAll(OwnerOnly.restrict(directory.resolve(SNAPSHOTS)));
    return readable;
  }

  private ReplicaDirectory withNotes(List<String> more) {
    List<String> all = new ArrayList<>(more);
    all.addAll(notes);
    return more.isEmpty() ? this : new ReplicaDirectory(directory, lock, stored, isNew, all);
  }

  private static ReplicaDirectory locked(
      Path directory,
      DirectoryLock lock,
      DirectoryIdentity wanted,
      LongSupplier newNonce,
      Origin origin)
      throws IOException {
    IdentityFiles files = IdentityFiles.read(directory);
    if (files.areMissing() && !holdsMemory(directory)) {
      StoredIdentity made = new StoredIdentity(wanted, newNonce.getAsLong(), origin);
      create(directory, files, made);
      return new ReplicaDirectory(directory, lock, made, true, List.of());
    }
    StoredIdentity stored = files.stored(EMPTY_IT);
    requireSame(directory, stored.identity(), wanted);
    LastingFiles.createDirectories(directory.resolve(SNAPSHOTS));
    if (!WriteAheadLog.isIn(directory.resolve(JOURNAL))) {
      long nonce = newNonce.getAsLong();
      return forgotten(directory, lock, new StoredIdentity(wanted, nonce, stored.origin()));
    }
    files.mend(stored);
    List<String> notes =
        files.notes().stream().map(note -> note + ": restored it from the other copy").toList();
    return new ReplicaDirectory(directory, lock, stored, false, notes);
  }

  // The nonce stands for what the journal holds. Were it kept without the journal, the peers would
  // take the replica for one that remembers its promises and votes.
  private static ReplicaDirectory forgotten(Path directory, DirectoryLock lock, StoredIdentity made)
      throws IOException {
    LastingFiles.createDirectories(directory.resolve(JOURNAL));
    IdentityFiles.replace(directory, made);
    String note =
        ("%s holds no journal, so this replica has lost its promises and votes; it has drawn a new nonce, by"
                + " which the other replicas notice, and recovers from them")
            .formatted(directory.resolve(JOURNAL));
    return new ReplicaDirectory(directory, lock, made, true, List.of(note));
  }

  // The identity comes last: a directory that has one has the rest.
  private static void create(Path directory, IdentityFiles files, StoredIdentity made)
      throws IOException {
    LastingFiles.createDirectories(directory.resolve(JOURNAL));
    LastingFiles.createDirectories(directory.resolve(SNAPSHOTS));
    // An earlier start may have made the directories and ended before it forced them. A process
    // that may not read the parent has not made this directory.
    LastingFiles.force(directory);
    Path parent = directory.getParent();
    if (parent != null && Files.isReadable(parent)) {
      LastingFiles.force(parent);
    }
    files.mend(made);
  }

  private static void closeAfter(Throwable failure, DirectoryLock lock) {
    try {
      lock.close();
    } catch (IOException another) {
      failure.addSuppressed(another);
    }
  }

  /** Whether anything lies in the journal or among the snapshots. */
  private static boolean holdsMemory(Path directory) throws IOException {
    return !isEmpty(directory.resolve(JOURNAL)) || !isEmpty(directory.resolve(SNAPSHOTS));
  }

  /** Whether there is nothing there, or only what a new file system begins with. */
  public static boolean isEmpty(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return true;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.allMatch(file -> file.endsWith(FOUND));
    }
  }

  private static void requireSame(
      Path directory, DirectoryIdentity stored, DirectoryIdentity wanted)
      throws DirectoryException {
    requireSameRole(directory, stored, wanted);
    if (!stored.isOf(wanted.cluster(), wanted.replica())) {
      throw stored.isBackup() && wanted.isBackup()
          ? DirectoryException.of(
              directory,
              "holds a backup of cluster '%s', or the beginning of one; name another directory for one of '%s'"
                  .formatted(stored.cluster(), wanted.cluster()))
          : belongsToAnother(directory, stored, wanted.cluster(), wanted.replica());
    }
    if (!stored.durability().equals(wanted.durability())) {
      throw DirectoryException.of(
          directory,
          "was written with durability %s, and %s is configured; set %s again, or change it for one"
                  .formatted(stored.durability(), wanted.durability(), stored.durability())
              + " replica at a time, with an emptied directory, so that it recovers from the others");
    }
    String different = difference(wanted.lasting(), stored.terms());
    if (different != null) {
      throw DirectoryException.of(directory, different);
    }
  }

  private static DirectoryException belongsToAnother(
      Path directory, DirectoryIdentity stored, String cluster, int replica) {
    return DirectoryException.of(
        directory,
        stored.isLearner()
            ? "belongs to a learner of cluster '%s'; name another directory for one of '%s'"
                .formatted(stored.cluster(), cluster)
            : "belongs to replica %d of cluster '%s', not to replica %d of '%s'; name this replica's own"
                .formatted(stored.replica(), stored.cluster(), replica, cluster));
  }

  private static void requireSameRole(
      Path directory, DirectoryIdentity stored, DirectoryIdentity wanted)
      throws DirectoryException {
    if (stored.isBackup() && !wanted.isBackup()) {
      throw DirectoryException.of(
          directory,
          "holds a backup of cluster '%s'; 'synod restore' makes replicas of a new cluster of it; give"
                  .formatted(stored.cluster())
              + " the replica or learner a directory of its own");
    }
    if (wanted.isBackup() && !stored.isBackup()) {
      String owner = stored.isLearner() ? "a learner" : "replica " + stored.replica();
      throw DirectoryException.of(
          directory,
          "belongs to %s of cluster '%s'; name another directory for the backup"
              .formatted(owner, stored.cluster()));
    }
    if (stored.isLearner() && !wanted.isLearner()) {
      throw DirectoryException.of(
          directory,
          "belongs to a learner of cluster '%s'; give the replica a directory of its own, and it begins"
                  .formatted(stored.cluster())
              + " with the learner's state if it is started with --learner and this directory");
    }
    if (wanted.isLearner() && !stored.isLearner()) {
      throw DirectoryException.of(
          directory,
          "belongs to replica %d of cluster '%s'; give the learner a directory of its own"
              .formatted(stored.replica(), stored.cluster()));
    }
  }

  /** How wanted terms differ from those with which a directory was written; null if not at all. */
  public static String difference(String wanted, String stored) {
    Terms.Difference different = Terms.difference(wanted, stored);
    return different == null
        ? null
        : "was written with %s = %s, and %s is configured; set the old value again, because the"
                .formatted(different.key(), different.other(), different.own())
            + " replicated state depends on it; "
            + remedy(different.key());
  }

  private static String remedy(String key) {
    if (key.startsWith(SESSION_KEYS)) {
      return "'synod limits' changes it while the cluster runs";
    }
    return MEMBERSHIP_KEYS.contains(key)
        ? "'synod member change' changes it while the cluster runs"
        : "a cluster with the new value needs emptied directories";
  }

  /** The terms with which the directory was written. */
  public String terms() {
    return stored.identity().terms();
  }

  /**
   * Drawn when the journal was new: distinguishes this durable state of the replica from every
   * other one.
   */
  public long nonce() {
    return stored.nonce();
  }

  /** The backup that the directory was restored from. */
  public Origin origin() {
    return stored.origin();
  }

  /** Whether this {@link #open} drew the nonce: the replica has no durable state. */
  public boolean isNew() {
    return isNew;
  }

  /** What {@link #open} has mended or missed, in sentences for the user. */
  public List<String> notes() {
    return notes;
  }

  /** Where the journal is. */
  public Path journal() {
    return directory.resolve(JOURNAL);
  }

  /** Where the snapshots are. */
  public Path snapshots() {
    return directory.resolve(SNAPSHOTS);
  }

  /**
   * Removes what {@link #open} has made, but for the lock, if nothing was stored: another one may
   * have the directory. To be called when everything in it is closed, before {@link #close}.
   */
  public void disown() throws IOException {
    if (isNew && !holdsMemory(directory)) {
      // The identity first: without it the rest is what a first start that was cut short leaves.
      IdentityFiles.delete(directory);
      Files.delete(journal());
      Files.delete(snapshots());
    }
  }

  /** Lets others use the directory. To be called when everything in it is closed. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
