package io.synod.simulation.storage;

import io.synod.core.command.Batch;
import io.synod.core.effect.DecisionsWanted;
import io.synod.core.effect.Persisted;
import io.synod.core.event.Event;
import io.synod.core.execution.Execution;
import io.synod.core.execution.ExecutionSnapshot;
import io.synod.core.message.FetchSnapshot;
import io.synod.core.message.SnapshotPart;
import io.synod.core.recovery.Recovered;
import io.synod.simulation.disk.BitFlip;
import io.synod.simulation.disk.DiskFault;
import io.synod.simulation.disk.FailedForce;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalRefused;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.SplittableRandom;

/** The journal and the snapshots that ship, on disks in memory that fail as real ones do. */
public final class DiskStorage implements Storage {
  private static final int CALLS_MAX = 6;
  // Mostly enough to damage both.
  private static final int SNAPSHOT_FLIPS = 4;

  private static final String MARK = "durable";
  private static final int[] MARK_SLOTS = {0, 512, 1024};
  private static final int MARK_SLOT_BYTES = 32;
  private static final int LAST_RECORDS_MAX = 4;

  private static final DiskFault[] FAILURES = {
    DiskFault.WRITE_ERROR,
    DiskFault.FORCE_ERROR,
    DiskFault.FORCE_ERROR,
    DiskFault.NAMES_FORCE_ERROR,
    DiskFault.CREATE_ERROR,
    DiskFault.RENAME_ERROR,
    DiskFault.READ_ERROR,
    DiskFault.MISDIRECTED_WRITE,
  };

  private final int replica;
  private final boolean alone;
  private final long segmentBytes;
  private final StorageErrors errors;
  private final SplittableRandom random;
  private SimulatedDisk journalDisk;
  private SimulatedDisk snapshotDisk;
  private long nonce;
  private JournalFiles journal;
  private SnapshotFiles snapshots;
  private boolean filled;
  private boolean namesAtRisk;
  private long occupied;

  /**
   * @param alone there is nobody who could make up for what this replica has lost
   */
  public DiskStorage(
      int replica,
      boolean alone,
      long segmentBytes,
      StorageErrors errors,
      SplittableRandom random) {
    this.replica = replica;
    this.alone = alone;
    this.segmentBytes = segmentBytes;
    this.errors = errors;
    this.random = random;
    makeDirectory();
  }

  private void makeDirectory() {
    nonce = random.nextLong();
    namesAtRisk = false;
    journalDisk = new SimulatedDisk("journal of replica " + replica, random.split());
    snapshotDisk = new SimulatedDisk("snapshots of replica " + replica, random.split());
    journal = new JournalFiles(replica, segmentBytes, errors);
    snapshots = new SnapshotFiles(replica);
  }

  private interface Call<T> {
    T run() throws IOException;
  }

  /** A disk that fails ends its process. */
  private static <T> T tried(Call<T> call) {
    try {
      return call.run();
    } catch (IOException | JournalFailure failure) {
      throw new StorageFailed(failure);
    }
  }

  @Override
  public Recovered open(Execution execution, Witness witness) {
    return tried(
        () -> {
          long end = snapshots.open(snapshotDisk, execution);
          Recovered recovered = new Recovered(nonce, end);
          journal.open(journalDisk, nonce, recovered, witness);
          if (snapshots.hasLostOne() && !alone) {
            errors.incomplete(recovered, "the newest snapshot is damaged");
          }
          return recovered;
        });
  }

  @Override
  public void append(Persisted fact) {
    tried(
        () -> {
          journal.append(fact);
          return null;
        });
  }

  @Override
  public long commit() {
    return tried(journal::commit);
  }

  @Override
  public void commitPartly(Runnable rest) {
    journalDisk.faults().arm(DiskFault.HALT, 1 + random.nextInt(CALLS_MAX));
    try {
      rest.run();
      commit();
    } catch (StorageFailed died) {
      // Somewhere in the middle, as it was to.
    }
    journalDisk.faults().disarm(DiskFault.HALT);
  }

  @Override
  public boolean isFull() {
    return journal.isFull();
  }

  @Override
  public void cut(long slot) {
    long cut = Math.min(errors.cut(slot, snapshots.newestEnd()), snapshots.firstPinned());
    tried(
        () -> {
          journal.cut(cut);
          return null;
        });
  }

  @Override
  public boolean store(ExecutionSnapshot captured) {
    return tried(() -> hadSpace(snapshots.store(captured)));
  }

  /** As a replica does where a snapshot finds no space: the journal gives back what it keeps. */
  private boolean hadSpace(boolean stored) throws IOException {
    if (!stored) {
      snapshots.unpin();
      journal.giveBack();
    }
    return stored;
  }

  @Override
  public SnapshotPart part(FetchSnapshot request, long nowNanos) {
    return tried(() -> snapshots.part(request, nowNanos));
  }

  @Override
  public List<Batch> decisions(DecisionsWanted wanted) {
    return journal.decisions(wanted);
  }

  @Override
  public Event.PartStored receive(SnapshotPart part) {
    return tried(
        () -> {
          Event.PartStored stored = snapshots.receive(part);
          hadSpace(stored.received() >= 0);
          return stored;
        });
  }

  @Override
  public void dropParts() {
    tried(
        () -> {
          snapshots.dropParts();
          return null;
        });
  }

  @Override
  public void restore(long end, Execution execution) {
    tried(
        () -> {
          snapshots.restore(end, execution);
          return null;
        });
  }

  @Override
  public void killed() {
    journalDisk = journalDisk.kill();
    snapshotDisk = snapshotDisk.kill();
  }

  @Override
  public void powerCut() {
    journalDisk = journalDisk.crash();
    snapshotDisk = snapshotDisk.crash();
  }

  @Override
  public void fill(boolean full) {
    filled = full;
    if (full) {
      occupied = journalDisk.occupyAllBut(random.nextBoolean() ? 0 : random.nextLong(segmentBytes));
      snapshotDisk.setCapacity(0);
    } else {
      journalDisk.vacate(occupied);
      snapshotDisk.setCapacity(Long.MAX_VALUE);
    }
  }

  @Override
  public void lose() {
    makeDirectory();
    if (filled) {
      fill(true);
    }
  }

  @Override
  public Loss damage(Part part) {
    if (part == Part.SNAPSHOT) {
      for (int flips = random.nextInt(3) == 0 ? SNAPSHOT_FLIPS : 1; flips > 0; flips--) {
        snapshotDisk.flipRandomBit(name -> name.endsWith(".snapshot"));
      }
      return Loss.PERHAPS;
    }
    if (part == Part.RECORD && random.nextInt(4) == 0) {
      BitFlip flip = journalDisk.flipRandomBit(name -> !name.endsWith(".journal"));
      if (flip != null && flip.file().equals(MARK) && random.nextBoolean()) {
        loseMark();
        rotLastRecords();
      }
      return Loss.PERHAPS;
    }
    rotRecords(part == Part.VOTE ? 1 : 3);
    return Loss.PERHAPS;
  }

  private void rotRecords(int flips) {
    for (int flip = 0; flip < flips; flip++) {
      journalDisk.flipRandomBit(name -> name.endsWith(".journal"));
    }
  }

  /** Where it is unknown whether they were durable. */
  private void rotLastRecords() {
    ArrayDeque<ScannedRecord> last = new ArrayDeque<>();
    try {
      JournalScan.read(
          journalDisk,
          record -> {
            last.addLast(record);
            if (last.size() > LAST_RECORDS_MAX) {
              last.removeFirst();
            }
          });
    } catch (JournalFailure | JournalRefused unreadable) {
      // A fault that was armed before, or damage of before: that is enough of it.
      return;
    }
    for (ScannedRecord record : last) {
      String name = record.file().substring(journalDisk.path("").length());
      journalDisk.flipBit(name, record.offset() + random.nextLong(record.bytes()), 0);
    }
  }

  /** Damages every slot of the file. */
  private void loseMark() {
    for (int slot : MARK_SLOTS) {
      journalDisk.flipBit(MARK, slot + random.nextInt(MARK_SLOT_BYTES), 0);
    }
  }

  @Override
  public Loss fail() {
    SimulatedDisk disk = random.nextInt(4) == 0 ? snapshotDisk : journalDisk;
    DiskFault fault = FAILURES[random.nextInt(FAILURES.length)];
    drawFailedForce(disk);
    disk.faults().arm(fault, 1 + random.nextInt(CALLS_MAX));
    namesAtRisk |= fault == DiskFault.NAMES_FORCE_ERROR;
    // A snapshot that cannot be read once is out of use.
    boolean loses = fault == DiskFault.READ_ERROR && disk == snapshotDisk;
    return loses || fault == DiskFault.MISDIRECTED_WRITE ? Loss.PERHAPS : Loss.NOTHING;
  }

  @Override
  public void failForce() {
    drawFailedForce(journalDisk);
    journalDisk.faults().arm(DiskFault.FORCE_ERROR);
  }

  private void drawFailedForce(SimulatedDisk disk) {
    FailedForce[] left = FailedForce.values();
    disk.faults().setFailedForce(left[random.nextInt(left.length)]);
  }

  @Override
  public boolean mayLoseNames() {
    return namesAtRisk;
  }

  @Override
  public void mend() {
    journalDisk.faults().disarmAll();
    snapshotDisk.faults().disarmAll();
  }
}
