package io.synod.storage.snapshot;

import io.synod.core.check.Check;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The existing snapshots, by the names of their files; only this class uses the {@link Disk}. Any
 * thread: one lock for the names, under which no content is read or written and no thread waits for
 * the disk. The journal's thread takes no lock at all, or votes would wait for a snapshot.
 */
final class SnapshotTable {
  /** No snapshot ends later: its name has 18 digits. */
  static final long END_MAX = 999_999_999_999_999_999L;

  private static final int KEPT = 2;
  private static final String DAMAGED = ".damaged";
  private static final String PARTIAL = ".partial";

  private static final Pattern SNAPSHOT =
      Pattern.compile("([0-9]{16}|[1-9][0-9]{16,17})\\.snapshot(\\.damaged)?");

  private final Disk disk;

  // Whether none is used for recovery: a file that others have deleted is no longer kept then.
  private final boolean isScratch;

  // Newest first. Invariant: each of them lies in the directory under its name, and lasts.
  private final TreeMap<Long, SnapshotInfo> kept = new TreeMap<>(Comparator.reverseOrder());

  // Of the file for inspection that reaches furthest; 0 if there is none.
  private long damagedEnd;

  // The file of a snapshot that is sent to a peer stays open between two parts; null if none is.
  // Invariant: it is kept.
  private Loan lent;

  private final SnapshotPins pins = new SnapshotPins();
  private volatile long firstPinned = SnapshotPins.NONE;

  // Those that have their name, which is not durable yet.
  private final Set<Long> publishing = new HashSet<>();

  private long partials;

  /**
   * An open file of a snapshot.
   *
   * @param snapshot as it stands in the table: another one may have got the same end
   */
  record Loan(SnapshotInfo snapshot, DiskFile file) {}

  private SnapshotTable(Disk disk, boolean isScratch) {
    this.disk = disk;
    this.isScratch = isScratch;
  }

  /** Looks and changes nothing. Refuses as {@link SnapshotStore#open} does. */
  static SnapshotTable of(Disk disk, SnapshotIdentity identity, boolean isScratch)
      throws IOException {
    SnapshotTable table = new SnapshotTable(disk, isScratch);
    for (String name : disk.list()) {
      Matcher matcher = SNAPSHOT.matcher(name);
      if (!matcher.matches()) {
        continue;
      }
      long end = Long.parseLong(matcher.group(1));
      if (matcher.group(2) == null) {
        table.load(name, end, identity);
      } else {
        table.damagedEnd = Math.max(table.damagedEnd, end);
      }
    }
    return table;
  }

  private void load(String name, long end, SnapshotIdentity identity) throws IOException {
    try (DiskFile file = disk.open(name)) {
      long createdMillis = createdMillis(file, Origin.kept(disk.path(name)), identity, end);
      kept.put(end, new SnapshotInfo(end, file.bytes(), createdMillis));
    }
  }

  private static long createdMillis(
      DiskFile file, Origin origin, SnapshotIdentity identity, long end) throws IOException {
    try {
      return SnapshotHeader.read(file, origin, identity, end).createdMillis();
    } catch (SnapshotDamaged damaged) {
      // The damage is not hidden: a reader of the content reads the same header and reports it.
      return 0;
    }
  }

  /** Deletes files from before this start: files never published, and more snapshots than two. */
  synchronized void tidy() throws IOException {
    // An earlier run may have ended between renaming and forcing. The deletions that follow rely on
    // the remaining names.
    disk.force();
    for (String name : disk.list()) {
      if (name.endsWith(PARTIAL)) {
        disk.delete(name);
      }
    }
    prune();
  }

  synchronized List<SnapshotInfo> list() {
    return List.copyOf(kept.values());
  }

  /** See {@link SnapshotStore#damagedEnd}. */
  synchronized long damagedEnd() {
    return damagedEnd;
  }

  String path(long end) {
    return disk.path(name(end));
  }

  /**
   * An empty file that is no snapshot yet.
   *
   * @param bytes how many will be written, as far as is known
   */
  synchronized PartialFile create(long end, long bytes) throws IOException {
    Check.that(end >= 0 && end <= END_MAX, "a snapshot ends at slot %d", end);
    // Every one has a name of its own, so a file left by a failed deletion does no harm.
    String name = String.format(Locale.ROOT, "%016d.%d%s", end, ++partials, PARTIAL);
    long usableBytes = disk.usableBytes();
    if (bytes > usableBytes) {
      throw new DiskFull(
          "%s needs %d bytes, and the disk has %d bytes left"
              .formatted(disk.path(name), bytes, usableBytes),
          null);
    }
    return new PartialFile(this, name, disk.path(name), disk.create(name, 0));
  }

  /** Opens a snapshot; the caller closes it. */
  synchronized DiskFile open(long end) throws IOException {
    DiskFile file = kept.containsKey(end) ? openKept(end) : null;
    if (file == null) {
      throw new NoSuchFileException(path(end), null, "the snapshot is no longer kept, list again");
    }
    return file;
  }

  /** Null if it is no longer kept. */
  private DiskFile openKept(long end) throws IOException {
    try {
      return disk.open(name(end));
    } catch (NoSuchFileException deleted) {
      requireScratch(name(end));
      remove(end);
      return null;
    }
  }

  /** Opens a snapshot, or lends the file that is open; null if it is no longer kept. */
  synchronized Loan borrow(long end) throws IOException {
    SnapshotInfo snapshot = kept.get(end);
    if (snapshot == null) {
      return null;
    }
    if (lent == null || lent.snapshot() != snapshot) {
      DiskFile file = openKept(end);
      return file == null ? null : new Loan(snapshot, file);
    }
    Loan loan = lent;
    lent = null;
    return loan;
  }

  /** Keeps the file open for the next {@link #borrow}, in place of another one. */
  synchronized void giveBack(Loan loan) throws IOException {
    if (kept.get(loan.snapshot().end()) == loan.snapshot()) {
      closeLent();
      lent = loan;
    } else {
      loan.file().close();
    }
  }

  /** Closes what lies open between two parts. */
  synchronized void closeLent() throws IOException {
    if (lent != null) {
      DiskFile file = lent.file();
      lent = null;
      file.close();
    }
  }

  private void closeLent(long end) throws IOException {
    if (lent != null && lent.snapshot().end() == end) {
      closeLent();
    }
  }

  /**
   * Makes the forced and closed file {@code partial} a snapshot, and deletes all but the last two.
   *
   * @return what is kept with its end
   */
  SnapshotInfo publish(String partial, SnapshotInfo info) throws IOException {
    SnapshotInfo older = name(partial, info);
    if (older != null) {
      return older;
    }
    IOException failure = null;
    try {
      disk.force();
    } catch (IOException nobodyKnows) {
      failure = nobodyKnows;
    }
    return named(info, failure);
  }

  /** Returns the snapshot with that end which is kept already, in place of {@code partial}. */
  private synchronized SnapshotInfo name(String partial, SnapshotInfo info) throws IOException {
    SnapshotInfo older = kept.get(info.end());
    if (older != null || publishing.contains(info.end())) {
      delete(partial);
      // Another thread publishes one with this end: it holds the same state, or the same slot to
      // another request at which the service has halted.
      return older == null ? info : older;
    }
    rename(partial, name(info.end()));
    publishing.add(info.end());
    return null;
  }

  private synchronized SnapshotInfo named(SnapshotInfo info, IOException failure)
      throws IOException {
    publishing.remove(info.end());
    if (failure != null) {
      // Nobody knows which of the names would last: none of them is to be used.
      throw deletedAfter(failure, name(info.end()));
    }
    kept.put(info.end(), info);
    prune();
    return info;
  }

  private void rename(String partial, String name) throws IOException {
    try {
      disk.rename(partial, name);
    } catch (IOException failure) {
      throw deletedAfter(failure, partial);
    }
  }

  /** Deletes a file after {@code failure}, which it returns. */
  synchronized IOException deletedAfter(IOException failure, String name) {
    try {
      delete(name);
    } catch (IOException another) {
      failure.addSuppressed(another);
    }
    return failure;
  }

  synchronized void delete(String name) throws IOException {
    try {
      disk.delete(name);
    } catch (NoSuchFileException deleted) {
      requireScratch(name);
    }
  }

  /** A file is gone, which others have deleted. */
  private void requireScratch(String name) throws NoSuchFileException {
    if (!isScratch) {
      throw new NoSuchFileException(
          disk.path(name),
          null,
          "it was deleted while it was in use; start the replica again, it goes on with what is left");
    }
  }

  /**
   * Renames a snapshot so that it is not used. Of such files the one that reaches furthest stays.
   */
  void discard(SnapshotInfo snapshot) throws IOException {
    if (rename(snapshot)) {
      disk.force();
      deleteDamagedButFurthest();
    }
  }

  private synchronized boolean rename(SnapshotInfo snapshot) throws IOException {
    long end = snapshot.end();
    if (!snapshot.equals(kept.get(end))) {
      return false;
    }
    remove(end);
    disk.rename(name(end), name(end) + DAMAGED);
    damagedEnd = Math.max(damagedEnd, end);
    return true;
  }

  private synchronized void deleteDamagedButFurthest() throws IOException {
    for (String name : disk.list()) {
      if (name.endsWith(DAMAGED) && !name.equals(name(damagedEnd) + DAMAGED)) {
        disk.delete(name);
      }
    }
  }

  // All but the last two, and but the oldest that is being sent to a peer.
  // A deletion is not forced: if it is lost, the next start finds three and prunes again.
  private void prune() throws IOException {
    List<Long> ends = new ArrayList<>(kept.keySet());
    for (long end : ends.subList(Math.min(KEPT, ends.size()), ends.size())) {
      // First out of the table: after a failed deletion it is unknown whether the file exists.
      if (end != pins.first()) {
        remove(end);
        delete(name(end));
      }
    }
  }

  private void remove(long end) throws IOException {
    kept.remove(end);
    pins.remove(end);
    firstPinned = pins.first();
    closeLent(end);
  }

  /** Keeps the snapshot with this end until {@code untilNanos}, and until {@link #endPins}. */
  synchronized void pin(long end, long untilNanos) {
    if (kept.containsKey(end)) {
      pins.pin(end, untilNanos);
    }
    firstPinned = pins.first();
  }

  /** Ends pins whose time has come. Returns when the next one ends. */
  synchronized long endPins(long nowNanos) throws IOException {
    pins.expire(nowNanos);
    firstPinned = pins.first();
    prune();
    return pins.nextNanos();
  }

  /** Ends all pins. */
  synchronized void unpin() throws IOException {
    pins.clear();
    firstPinned = pins.first();
    prune();
  }

  /** The smallest end that is pinned; the largest number if none is. */
  long firstPinned() {
    return firstPinned;
  }

  private static String name(long end) {
    return String.format(Locale.ROOT, "%016d.snapshot", end);
  }
}
