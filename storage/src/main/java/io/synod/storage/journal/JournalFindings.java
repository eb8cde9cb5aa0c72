package io.synod.storage.journal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The findings in a journal, beside its records. Immutable once it was handed out; its size is
 * bounded for journals of any size.
 */
public final class JournalFindings {
  static final int DAMAGES_MAX = 1024;
  static final int FLAWS_MAX = 64;

  final List<Segment> segments = new ArrayList<>();
  final List<Segment> obsolete = new ArrayList<>();
  final List<RecordHeader> voids = new ArrayList<>();
  final CarriedRecords carried = new CarriedRecords();
  final SlotIndex index = new SlotIndex();
  CommitMark.Mark mark = CommitMark.Mark.NONE;
  RecordType lastType;
  JournalIdentity identity;
  TornTail torn;
  long records;
  long bytes;
  long durableNumber;
  long lastNumber;
  long numberMax;

  private final List<Damage> damages = new ArrayList<>();
  private final List<Flaw> incomplete = new ArrayList<>();
  private final List<Flaw> mendable = new ArrayList<>();
  private boolean damagesUntold;

  JournalFindings() {}

  /** Whether everything that was durable is there or named in {@link #damages}. */
  public boolean isComplete() {
    return incomplete.isEmpty();
  }

  /** Records whose slot is known and whose content is not; each waits for its repair. */
  public List<Damage> damages() {
    return Collections.unmodifiableList(damages);
  }

  /** Places where unknown durable records were lost. At most 64 are listed. */
  public List<Flaw> incomplete() {
    return Collections.unmodifiableList(incomplete);
  }

  /** Damaged places that are not needed; opening the journal repairs them. */
  public List<Flaw> mendable() {
    return Collections.unmodifiableList(mendable);
  }

  /**
   * Whether older segments are gone for good: what they held is in a snapshot, or was void. Without
   * a snapshot nothing shows which slots are missing.
   */
  public boolean isCut() {
    // A spare segment may be all that is left of one that was never written to.
    return mark.first() > 1 || lastNumber > 0 && segments.get(0).number > 1;
  }

  /** Null if the journal ends cleanly. */
  public TornTail torn() {
    return torn;
  }

  /** Whose journal it is; null if no file says so. */
  public JournalIdentity identity() {
    return identity;
  }

  /** Records that count, damaged ones included. */
  public long records() {
    return records;
  }

  /** Bytes that those take. */
  public long bytes() {
    return bytes;
  }

  /** Segment files, a spare one included. */
  public int segments() {
    return segments.size();
  }

  /** Number of the last record that counts; 0 if there is none. */
  public long lastNumber() {
    return lastNumber;
  }

  /** Every record up to this number is known to have been durable. */
  public long durableNumber() {
    return durableNumber;
  }

  /**
   * Number that the next new segment gets. Where the first one is missing its number stays free, so
   * that it is missed again by the next start.
   */
  public long nextSegment() {
    long next = Math.max(1, mark.first());
    if (mark.first() > 0 && !isComplete()) {
      next++;
    }
    for (Segment segment : segments) {
      if (segment.hasRecords() || !isComplete()) {
        next = Math.max(next, segment.number + 1);
      }
    }
    return next;
  }

  /** The last segment that has records; null if none has. */
  Segment tail() {
    for (int index = segments.size() - 1; index >= 0; index--) {
      if (segments.get(index).hasRecords()) {
        return segments.get(index);
      }
    }
    return null;
  }

  void lost(Flaw flaw) {
    if (incomplete.size() < FLAWS_MAX) {
      incomplete.add(flaw);
    }
  }

  /** Whether one more record may be filled in. */
  boolean canMend() {
    return voids.size() < DAMAGES_MAX;
  }

  void mend(Flaw flaw) {
    mendable.add(flaw);
  }

  /** Where so much is damaged, fetching slot by slot mends nothing. */
  void damaged(Damage damage) {
    if (damages.size() < DAMAGES_MAX) {
      damages.add(damage);
    } else if (!damagesUntold) {
      damagesUntold = true;
      lost(
          new Flaw(
              damage.file(),
              damage.offset(),
              "more than %d records are damaged from here on".formatted(DAMAGES_MAX)));
    }
  }
}
