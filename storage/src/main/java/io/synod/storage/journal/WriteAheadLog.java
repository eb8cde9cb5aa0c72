package io.synod.storage.journal;

import io.synod.core.check.Check;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.disk.Disk;
import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The journal, open to be written. {@link #append} queues, {@link #commit} makes all that is queued
 * durable, waiting for the disk once.
 *
 * <p>Confined to one thread at a time; every method that touches the disk blocks and says so. A
 * full disk is a state: records that do not fit stay queued, in order, until a later commit finds
 * space. Any other failure throws {@link JournalFailure}, and the same one again from every later
 * call, without another try; after that only {@link #durable}, the counters and {@link #close}
 * work.
 */
public final class WriteAheadLog implements AutoCloseable {
  /** The queued bytes with which {@link #isQueueFull} is true at the latest. */
  public static final int QUEUED_BYTES_MAX = RecordQueue.BYTES_ENOUGH_MAX;

  // A whole segment grows while a quarter of one is written.
  private static final long SPARE_GROWTH = 4;

  private final FailStopDisk disk;
  private final JournalSettings settings;
  private final CommitMark marks;
  private final SegmentFiles files;
  private final RecordEncoder encoder;
  private final RecordQueue queue;
  private final SlotIndex index;
  private final int stamp;
  private final Repairs repairs = new Repairs();

  // What was written since the journal was opened.
  private long records;
  private long bytes;

  // Invariant: durable <= written <= encoder.number().
  private long written;
  private long durable;

  // The last record that a message waits for.
  private long urgent;

  // The oldest segment that counts; one that is missing from there on is missed.
  private long first;

  // The beginning of the segment that makes all older ones void; 0 if none is on its way.
  private long resetSegment;
  private long resetNumber;

  // Whether evidence of lost records must be kept.
  private boolean isIncomplete;

  // Whether there is a mark. A journal that has lost it gets the next one when it is reset.
  private boolean isMarked;

  // Whether the last commit could not write everything.
  private boolean wantsSpace;
  private boolean isClosed;

  private WriteAheadLog(
      FailStopDisk disk,
      JournalSettings settings,
      JournalIdentity identity,
      JournalFindings found,
      CommitMark marks) {
    this.disk = disk;
    this.settings = settings;
    this.marks = marks;
    index = found.index;
    stamp = identity.stamp();
    SegmentOutput output = new SegmentOutput(disk, settings.mode());
    queue = new RecordQueue(output.lastBlock(), settings.segmentBytes());
    encoder = new RecordEncoder(identity, settings, found, queue);
    files = new JournalRepair(disk, settings, output, identity, found).run(marks);
    isIncomplete = !found.isComplete();
    isMarked = isIncomplete ? found.mark.isKnown() : found.tail() != null;
    first = found.mark.first() > 0 ? found.mark.first() : files.first();
    durable = isIncomplete ? encoder.number() : found.lastNumber();
    written = durable;
    urgent = durable;
  }

  /**
   * Whether {@code directory} exists and holds a file of a journal that counts. A directory that
   * was made anew may hold others, as a file system of its own does.
   */
  public static boolean isIn(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .anyMatch(name -> name.equals(CommitMark.NAME) || Segment.number(name) > 0);
    }
  }

  /**
   * Goes on behind what was found: cuts a torn tail and mends what needs no peer, durably, and
   * allocates a spare segment if there is space. Blocks.
   *
   * @param found what {@link JournalRecovery} has just read from the same disk
   * @throws JournalFailure if the disk fails, or has no space for the file {@code durable} of a
   *     journal that has lost it
   */
  public static WriteAheadLog open(
      Disk disk, JournalSettings settings, JournalIdentity identity, JournalFindings found) {
    FailStopDisk failStop = new FailStopDisk(disk);
    CommitMark marks = CommitMark.open(failStop, identity);
    WriteAheadLog log;
    try {
      log = new WriteAheadLog(failStop, settings, identity, found, marks);
    } catch (RuntimeException failure) {
      marks.close();
      throw failure;
    }
    try {
      log.reserve();
    } catch (JournalFailure failure) {
      log.close();
      throw failure;
    }
    return log;
  }

  /** Queues {@code record}; does not block. Returns its number: 1, 2, 3, … with gaps. */
  public long append(JournalRecord record) {
    requireOpen();
    long number = encoder.append(record, durable);
    if (!(record instanceof JournalRecord.DecidedUpTo)) {
      urgent = number;
    }
    return number;
  }

  /**
   * Whether so much waits for a commit that further records should wait elsewhere. Queued records
   * lie outside the heap; with the next one they take up to 9/4 of their length while their buffer
   * grows.
   */
  public boolean isQueueFull() {
    return queue.isFull();
  }

  /** Number of the last record that was appended. */
  public long appended() {
    return encoder.number();
  }

  /** Every record up to this number is durable. */
  public long durable() {
    return durable;
  }

  /**
   * Whether something waits for a commit. A decided end alone does not: it goes with the next
   * commit. While the disk is full this stays true; commit again now and then.
   */
  public boolean needsCommit() {
    requireOpen();
    return urgent > durable || resetNumber > 0 || !repairs.isEmpty();
  }

  /**
   * Writes everything that is queued and waits until it is durable, once for each segment that it
   * touches; then writes the mark. Blocks. Without enough space it writes the records that fit;
   * {@link #durable} returns how far it came.
   */
  public void commit() {
    requireOpen();
    writeQueued();
    files.force();
    try {
      if (written > durable) {
        if (isMarked) {
          marks.write(new CommitMark.Mark(written, first));
        }
        durable = written;
      }
      completeReset();
      repairs.apply(files, disk, durable);
    } catch (DiskFull full) {
      wantsSpace = true;
    }
  }

  /**
   * Allocates the next segment ahead, if that is missing and the disk keeps its reserve. Blocks,
   * for as long as writing a segment takes; to be called between commits.
   *
   * @return whether there is one
   */
  public boolean reserve() {
    requireOpen();
    return files.supply().reserve();
  }

  /**
   * Takes a step towards the next segment, half a mebibyte, and as many more as it takes not to
   * {@linkplain #isFull run out} because commits are larger than steps; to be called between
   * commits, again and again while {@link #hasSpare} is false. Blocks for about as long as a
   * commit, or as writing four times what the last one wrote.
   *
   * @return false if there is no space for one
   */
  public boolean reserveSome() {
    requireOpen();
    boolean isSpace = files.supply().reserveSome();
    while (isSpace && isSpareLate()) {
      isSpace = files.supply().reserveSome();
    }
    return isSpace;
  }

  /** It begins to grow where half of this segment is left, and must be whole where a quarter is. */
  private boolean isSpareLate() {
    long beyondHalf = settings.segmentBytes() / 2 - encoder.bytesLeft();
    return !files.supply().hasSpare() && files.supply().grownBytes() < SPARE_GROWTH * beyondHalf;
  }

  /** Whether the next segment is allocated. */
  public boolean hasSpare() {
    return files.supply().hasSpare();
  }

  /** Whether the next segment will be needed soon. */
  public boolean needsSpare() {
    return !files.supply().hasSpare() && encoder.bytesLeft() < settings.segmentBytes() / 2;
  }

  /**
   * Whether no more should be appended: less than a quarter of a segment is left and there is no
   * spare one, or something had to stay queued. It ends by itself once {@link #reserve} and {@link
   * #commit} have found space.
   */
  public boolean isFull() {
    requireOpen();
    if (wantsSpace) {
      return true;
    }
    boolean runsOut =
        encoder.bytesLeft() < settings.segmentBytes() / 4 || !files.isBegun(encoder.segment());
    return runsOut && !files.supply().hasSpare();
  }

  /**
   * Drops the oldest segments as long as all their votes and decisions are of slots before {@code
   * slot}; never the last segment, and none while the journal is incomplete. Blocks.
   *
   * @return how many were dropped; their files may be kept for later segments
   */
  public int cut(long slot) {
    requireOpen();
    long firstKept = files.firstWith(slot);
    if (isIncomplete || firstKept <= files.first()) {
      return 0;
    }
    // A commit that ran out of space has forced nothing of what stays.
    files.force();
    try {
      marks.settle(new CommitMark.Mark(durable, Math.max(first, firstKept)));
    } catch (DiskFull full) {
      // Nothing is lost: the next cut takes them.
      wantsSpace = true;
      return 0;
    }
    first = Math.max(first, firstKept);
    index.cut(firstKept);
    return files.dropBefore(firstKept);
  }

  /** Others have found the disk full: what is kept for later segments is deleted. Blocks. */
  public void giveBack() {
    requireOpen();
    files.supply().giveBack();
  }

  /**
   * Makes everything void that was appended so far, but for the last incarnations and promise, with
   * which a new segment begins. Commits; when that is durable the older segments are deleted. After
   * a crash either all of them count or none. To be called when a replica recovers, before it
   * appends what it learns from its peers. Blocks. Without space a later commit does it.
   */
  public void reset() {
    requireOpen();
    index.clear();
    resetNumber = encoder.beginAnew(durable);
    resetSegment = encoder.segment();
    commit();
  }

  /**
   * Writes the decision of a damaged slot in the place of the damaged record if it has the same
   * length and is the latest of its slot; else appends it and makes that record void: the latest
   * record of a decided slot must hold the decision. Reads from the disk; durable with the next
   * commit.
   *
   * @param damage one of those that were found when this journal was read
   */
  public void repair(Damage damage, Batch decision) {
    requireOpen();
    Segment segment = files.at(damage.file());
    if (segment == null) {
      // It was cut in the meantime, with everything before the slot.
      return;
    }
    RecordHeader header = files.header(segment, damage.offset());
    Check.that(
        header != null && header.number == damage.number(),
        "record %d is not at its place, %s",
        damage.number(),
        damage);
    boolean isLatest = index.isAt(damage.slot(), segment.number, damage.offset());
    if (isLatest && header.bodyBytes == decision.length()) {
      repairs.replace(segment, header, decision.bytes());
    } else {
      repairs.fill(segment, header, append(new JournalRecord.Learnt(damage.slot(), decision)));
    }
  }

  /**
   * Serves decisions from this journal to another thread, for as long as this is open.
   *
   * @param files the directory of this journal; only read
   */
  public JournalDecisions decisions(Disk files) {
    return new JournalDecisions(files, index, stamp);
  }

  /** What was done since the journal was opened. */
  public JournalCounters counters() {
    return new JournalCounters(records, bytes, disk.forces(), files.bytes());
  }

  /** Commits, makes the mark last too, and closes the files. After a failure it only closes. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    try {
      if (!disk.hasFailed()) {
        commit();
        marks.force();
      }
    } finally {
      isClosed = true;
      try (marks) {
        files.close();
      }
    }
  }

  private void writeQueued() {
    try {
      RecordQueue.Run run = queue.first();
      beginMarks();
      while (run != null && files.begin(run)) {
        files.write(run, queue);
        bytes += run.bytes();
        written = run.lastNumber;
        records += run.records;
        queue.removeFirst();
        run = queue.first();
      }
      wantsSpace = run != null;
    } catch (DiskFull full) {
      wantsSpace = true;
    }
    queue.compact();
  }

  private void beginMarks() throws DiskFull {
    if (!isMarked && !isIncomplete && queue.first() != null) {
      marks.begin();
      isMarked = true;
    }
  }

  private void completeReset() throws DiskFull {
    if (resetNumber == 0 || durable < resetNumber) {
      return;
    }
    marks.settle(new CommitMark.Mark(durable, resetSegment));
    first = resetSegment;
    isIncomplete = false;
    isMarked = true;
    files.dropBefore(resetSegment);
    resetNumber = 0;
  }

  private void requireOpen() {
    Check.that(!isClosed, "the journal is closed");
    disk.check();
  }
}
