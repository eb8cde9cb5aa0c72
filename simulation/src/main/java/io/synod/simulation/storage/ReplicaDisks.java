package io.synod.simulation.storage;

import io.synod.simulation.disk.BitFlip;
import io.synod.simulation.disk.DiskFault;
import io.synod.simulation.disk.FailedForce;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.storage.journal.JournalFailure;
import io.synod.storage.journal.JournalRefused;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.ScannedRecord;
import java.util.ArrayDeque;
import java.util.SplittableRandom;

/** The directory of one replica for all of its processes, and its faults. */
public final class ReplicaDisks {
  private static final int CALLS_MAX = 6;
  // Mostly enough to damage both snapshots.
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

  private final String name;
  private final long segmentBytes;
  private final SplittableRandom random;
  private SimulatedDisk journal;
  private SimulatedDisk snapshots;
  private long nonce;
  private boolean filled;
  private boolean namesAtRisk;
  private long occupied;

  /** The damaged part of a disk. */
  public enum Part {
    /** A vote, whose slot is still readable. */
    VOTE,
    /** A part of the journal that cannot be identified. */
    RECORD,
    /** The newest snapshot. */
    SNAPSHOT
  }

  /** What a replica may have lost of its durable state. */
  public enum Loss {
    /** Nothing. */
    NOTHING,
    /** Possibly a part; the replica knows it if so. */
    PERHAPS,
    /** A part that it knows to be lost. */
    CERTAINLY
  }

  /**
   * @param segmentBytes of the journal
   */
  public ReplicaDisks(String name, long segmentBytes, SplittableRandom random) {
    this.name = name;
    this.segmentBytes = segmentBytes;
    this.random = random;
    makeDirectory();
  }

  private void makeDirectory() {
    nonce = random.nextLong();
    namesAtRisk = false;
    journal = new SimulatedDisk("journal of " + name, random.split());
    // Blocks of one sector or of eight, which a power cut may tear.
    journal.allowDirectWrites(nonce % 2 == 0 ? 512 : 4096);
    snapshots = new SimulatedDisk("snapshots of " + name, random.split());
  }

  /** The nonce of the directory. */
  public long nonce() {
    return nonce;
  }

  public SimulatedDisk journal() {
    return journal;
  }

  public SimulatedDisk snapshots() {
    return snapshots;
  }

  /** The process has died. */
  public void killed() {
    journal = journal.kill();
    snapshots = snapshots.kill();
  }

  /** The machine has lost its power, and the process with it. */
  public void powerCut() {
    journal = journal.crash();
    snapshots = snapshots.crash();
  }

  /** There is no more space, or there is again. */
  public void fill(boolean full) {
    filled = full;
    if (full) {
      occupied = journal.occupyAllBut(random.nextBoolean() ? 0 : random.nextLong(segmentBytes));
      snapshots.setCapacity(0);
    } else {
      journal.vacate(occupied);
      snapshots.setCapacity(Long.MAX_VALUE);
    }
  }

  /** Someone has emptied the directory. Called between two processes. */
  public void lose() {
    makeDirectory();
    if (filled) {
      fill(true);
    }
  }

  /**
   * Damages the disk between two processes.
   *
   * @return what the replica may have lost then
   */
  public Loss damage(Part part) {
    if (part == Part.SNAPSHOT) {
      for (int flips = random.nextInt(3) == 0 ? SNAPSHOT_FLIPS : 1; flips > 0; flips--) {
        snapshots.flipRandomBit(name -> name.endsWith(".snapshot"));
      }
      return Loss.PERHAPS;
    }
    if (part == Part.RECORD && random.nextInt(4) == 0) {
      BitFlip flip = journal.flipRandomBit(name -> !name.endsWith(".journal"));
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
      journal.flipRandomBit(name -> name.endsWith(".journal"));
    }
  }

  /** Damages the last records, whose durability is unknown. */
  private void rotLastRecords() {
    ArrayDeque<ScannedRecord> last = new ArrayDeque<>();
    try {
      JournalScan.read(
          journal,
          record -> {
            last.addLast(record);
            if (last.size() > LAST_RECORDS_MAX) {
              last.removeFirst();
            }
          });
    } catch (JournalFailure | JournalRefused unreadable) {
      // An earlier armed fault or damage is enough.
      return;
    }
    for (ScannedRecord record : last) {
      String name = record.file().substring(journal.path("").length());
      journal.flipBit(name, record.offset() + random.nextLong(record.bytes()), 0);
    }
  }

  /** Damages every slot of the file. */
  private void loseMark() {
    for (int slot : MARK_SLOTS) {
      journal.flipBit(MARK, slot + random.nextInt(MARK_SLOT_BYTES), 0);
    }
  }

  /** One of the next calls fails or has a wrong effect. */
  public Loss fail() {
    SimulatedDisk disk = random.nextInt(4) == 0 ? snapshots : journal;
    DiskFault fault = FAILURES[random.nextInt(FAILURES.length)];
    drawFailedForce(disk);
    disk.faults().arm(fault, 1 + random.nextInt(CALLS_MAX));
    namesAtRisk |= fault == DiskFault.NAMES_FORCE_ERROR;
    // A snapshot that fails to be read once is no longer used.
    boolean loses = fault == DiskFault.READ_ERROR && disk == snapshots;
    return loses || fault == DiskFault.MISDIRECTED_WRITE ? Loss.PERHAPS : Loss.NOTHING;
  }

  /** The journal's next force fails. */
  public void failForce() {
    drawFailedForce(journal);
    journal.faults().arm(DiskFault.FORCE_ERROR);
  }

  private void drawFailedForce(SimulatedDisk disk) {
    FailedForce[] left = FailedForce.values();
    disk.faults().setFailedForce(left[random.nextInt(left.length)]);
  }

  /**
   * Whether the next power cut may remove files whose directory once failed to be forced: the
   * system has marked their names as written, and no later force writes them.
   */
  public boolean mayLoseNames() {
    return namesAtRisk;
  }

  /** Disarms all pending failures. */
  public void mend() {
    journal.faults().disarmAll();
    snapshots.faults().disarmAll();
  }
}
