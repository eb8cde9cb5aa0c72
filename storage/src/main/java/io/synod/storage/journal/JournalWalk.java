package io.synod.storage.journal;

import io.synod.core.cluster.View;
import io.synod.core.effect.JournalRecord;
import java.util.List;

/**
 * Reads a journal from its first record to its last and judges what is damaged.
 *
 * <p>The <b>mark</b> is the number up to which all records are known to have been durable: the
 * largest of those in the file {@code durable} and in the headers of all undamaged records,
 * wherever they stand. What is damaged and not beyond the mark is <b>rot</b>; what is damaged
 * beyond it is <b>torn</b>: it was being written when the replica ended, and no message depended on
 * it. So the journal is cut there, with everything behind it, undamaged or not.
 *
 * <p>Records carry consecutive numbers. Where one ends and no undamaged header with the next number
 * begins, the walk looks on, in steps of 8 bytes and into the next segments, for the next header
 * that belongs where it stands. If its number is the next one nothing is lost: it was the unused
 * end of a segment. Otherwise the numbers between are a <b>gap</b>:
 *
 * <ul>
 *   <li>It begins beyond the mark: torn.
 *   <li>It begins within the mark: rot. If a single record is missing and the header behind it says
 *       that it was a promise (which every later header repeats), a decided end or void, nothing is
 *       lost that is needed, and its place is filled. Otherwise the durable state is incomplete.
 *   <li>It begins within the mark and ends beyond it, so that records beyond the mark are missing
 *       too: the durable state is incomplete, and everything behind is torn.
 *   <li>Nothing follows: incomplete if the mark says that something must, else the end.
 * </ul>
 *
 * <p>A segment may have taken over the file of an older one, so any bytes may be behind its last
 * record; bytes that are no record of this segment at this place are ignored.
 *
 * <p>A whole segment may be lost, its file included: the record numbers show it. Only the first one
 * has no number before it; the file {@code durable} shows that it must exist.
 */
final class JournalWalk {

  /** Receives everything in the order of the journal. */
  interface Sink {
    /**
     * @param news false if it repeats, at the beginning of a segment, an earlier record
     */
    void onRecord(RecordHeader header, JournalRecord record, boolean news);

    void onVoid(RecordHeader header);

    /** A record whose body is damaged. */
    void onDamage(RecordHeader header, String reason);

    /** A record that does not count, because it stands in the torn tail. */
    void onTorn(RecordHeader header);

    /** A lost promise, as later headers repeat it. */
    void onCovered(JournalRecord.Promised record);
  }

  private final JournalBytes bytes;
  private final List<Segment> segments;
  private final JournalFindings found;
  private final Sink sink;

  // Where the walk stands: behind the last record that counts.
  private int index;
  private long offset = SegmentHeader.BYTES;

  // Number of the next record; 0 if it is not known, before the first one.
  private long expected;
  private long mark;
  private boolean markIsFinal;

  JournalWalk(JournalBytes bytes, JournalFindings found, Sink sink) {
    this.bytes = bytes;
    this.segments = found.segments;
    this.found = found;
    this.sink = sink;
    mark = Math.max(0, found.mark.number());
    expected = segments.isEmpty() || segments.get(0).number > 1 ? 0 : 1;
  }

  /** Reads all; the findings are complete then. */
  void run() {
    boolean goesOn = requireFirstSegment();
    while (goesOn) {
      goesOn = step();
    }
    if (!found.isComplete()) {
      finalMark();
      found.numberMax = Math.max(found.numberMax, mark);
    }
    found.durableNumber = mark;
  }

  private boolean requireFirstSegment() {
    // A mark of records implies a segment: the first of all if it does not name one.
    long first = found.mark.number() > 0 ? Math.max(1, found.mark.first()) : found.mark.first();
    boolean missing =
        segments.isEmpty() || found.mark.first() > 0 && segments.get(0).number > first;
    if (first > 0 && missing) {
      String name = Segment.name(first);
      found.lost(new Flaw(bytes.path(name), 0, "the segment is missing, or those up to the next"));
      expected = 0;
    }
    return !segments.isEmpty();
  }

  /** Takes one record, or what stands in its place; returns whether the walk goes on. */
  private boolean step() {
    RecordHeader header = bytes.header(index, offset);
    if (header != null && (header.number == expected || expected == 0)) {
      return take(header);
    }
    int gapIndex = index;
    long gap = offset;
    header = next();
    if (header == null) {
      index = gapIndex;
      offset = gap;
      return end();
    }
    if (header.number == expected || bridge(gapIndex, gap, header)) {
      return take(header);
    }
    return false;
  }

  /** Moves on to the next record; null if there is none. */
  private RecordHeader next() {
    for (; index < segments.size(); index++, offset = SegmentHeader.BYTES) {
      RecordHeader header = bytes.headerFrom(index, offset);
      while (header != null && header.number < expected) {
        header = bytes.headerFrom(index, header.offset + RecordHeader.ALIGNMENT);
      }
      if (header != null) {
        offset = header.offset;
        return header;
      }
    }
    return null;
  }

  /** The journal's last record lies behind the walk. */
  private boolean end() {
    long last = finalMark();
    if (expected == 0 ? last > 0 || !isBlank() : expected <= last) {
      lost(
          index,
          offset,
          "nothing follows, but records up to number %d were durable: they, or their segment, are missing",
          last);
    } else if (content() > 0) {
      tear(index, offset);
    }
    return false;
  }

  /** Records are missing between the gap and {@code header}; returns whether the walk goes on. */
  private boolean bridge(int gapIndex, long gap, RecordHeader header) {
    long last = finalMark();
    if (expected > last) {
      tear(gapIndex, gap);
      return false;
    }
    if (isHarmless(gapIndex, gap, header)) {
      fill(gapIndex, gap, header);
      return true;
    }
    if (expected == 0) {
      lost(gapIndex, gap, "durable records before number %d are unreadable", header.number);
    } else {
      lost(
          gapIndex,
          gap,
          gapIndex == index
              ? "durable records from number %d to %d are unreadable"
              : "durable records from number %d to %d are unreadable, or their segment is missing",
          expected,
          Math.min(last, header.number - 1));
    }
    if (header.number > last + 1) {
      tear(index, offset);
      return false;
    }
    return true;
  }

  private boolean isHarmless(int gapIndex, long gap, RecordHeader next) {
    if (expected == 0 || next.number != expected + 1 || !found.canMend()) {
      return false;
    }
    boolean needless =
        next.before == RecordType.PROMISED
            || next.before == RecordType.DECIDED_UP_TO
            || next.before == RecordType.VOID;
    long end = gap + RecordHeader.BYTES;
    return needless
        && end <= segments.get(gapIndex).bytes
        && (gapIndex != index || next.before == RecordType.VOID || end == offset);
  }

  /** The missing record is not needed: plans what will stand in its place. */
  private void fill(int gapIndex, long gap, RecordHeader next) {
    if (next.before == RecordType.PROMISED) {
      cover(next.promised);
    }
    RecordHeader filler = new RecordHeader();
    filler.type = RecordType.VOID;
    filler.number = expected;
    filler.segment = segments.get(gapIndex).number;
    filler.offset = gap;
    filler.promised = found.carried.promised();
    filler.mark = Math.min(next.mark, expected - 1);
    filler.before = found.lastType;
    filler.stamp = next.stamp;
    if (gapIndex == index) {
      filler.bodyBytes = (int) (next.offset - gap - RecordHeader.BYTES);
    }
    found.voids.add(filler);
    found.mend(
        new Flaw(
            bytes.path(gapIndex),
            gap,
            "record %d, a %s that is not needed, is unreadable"
                .formatted(expected, next.before.label())));
    segments.get(gapIndex).note(filler);
    found.lastType = RecordType.VOID;
    // What follows may prove to be torn: the next record must not get the filler's number then.
    found.lastNumber = filler.number;
    expected = next.number;
  }

  // A promise that is lost, or was lost and is void now, is read from the headers behind it, which
  // repeat it.
  private void cover(View promised) {
    if (promised.isAfter(found.carried.promised())) {
      JournalRecord.Promised record = new JournalRecord.Promised(promised);
      found.carried.onPromised(record);
      sink.onCovered(record);
    }
  }

  private boolean take(RecordHeader header) {
    if (header.type != RecordType.PROMISED && header.type != RecordType.JOINED) {
      cover(header.promised);
    }
    if (header.type == RecordType.VOID) {
      sink.onVoid(header);
      advance(header);
      return true;
    }
    byte[] body = bytes.body(index, header);
    if (Checksum.of(body) != header.bodyChecksum) {
      return damaged(header, "the body's checksum does not match");
    }
    JournalRecord record;
    try {
      record = RecordContent.decode(header, body);
    } catch (IllegalArgumentException malformed) {
      return damaged(header, malformed.getMessage());
    }
    boolean news = !header.carried || !found.carried.holds(record);
    if (news) {
      record.visit(found.carried);
    }
    sink.onRecord(header, record, news);
    advance(header);
    return true;
  }

  private boolean damaged(RecordHeader header, String reason) {
    if (header.number > finalMark()) {
      tear(index, offset);
      return false;
    }
    sink.onDamage(header, reason);
    if (header.type.hasSlot()) {
      found.damaged(header.damage(bytes.path(index), reason));
    } else {
      lost(index, offset, "the %s of record %d is damaged", header.type.label(), header.number);
    }
    advance(header);
    return true;
  }

  private void advance(RecordHeader header) {
    segments.get(index).note(header);
    if (header.type.hasSlot()) {
      found.index.put(header.slot, header.segment, header.offset);
    }
    mark = Math.max(mark, header.mark);
    found.records++;
    found.bytes += header.extent();
    found.lastType = header.type;
    found.lastNumber = header.number;
    found.numberMax = Math.max(found.numberMax, header.number);
    expected = header.number + 1;
    offset = header.end();
  }

  /** Everything from there on does not count. */
  private void tear(int fromIndex, long from) {
    index = fromIndex;
    offset = from;
    found.torn = new TornTail(bytes.path(fromIndex), from, content());
    for (int rest = fromIndex; rest < segments.size(); rest++) {
      RecordHeader header = bytes.headerFrom(rest, rest == fromIndex ? from : SegmentHeader.BYTES);
      while (header != null) {
        sink.onTorn(header);
        header = bytes.headerFrom(rest, header.end());
      }
    }
  }

  /** Bytes from here on up to the end of the last record. */
  private long content() {
    long content = bytes.recordsEnd(index, offset) - offset;
    for (int rest = index + 1; rest < segments.size(); rest++) {
      content += bytes.recordsEnd(rest, SegmentHeader.BYTES) - SegmentHeader.BYTES;
    }
    return content;
  }

  private boolean isBlank() {
    for (int each = 0; each < segments.size(); each++) {
      if (!bytes.isBlank(each, SegmentHeader.BYTES)) {
        return false;
      }
    }
    return true;
  }

  /** The mark, with what the rest of the journal says of it. */
  private long finalMark() {
    if (!markIsFinal) {
      for (int rest = Math.min(index, segments.size()); rest < segments.size(); rest++) {
        long from = rest == index ? offset : SegmentHeader.BYTES;
        for (RecordHeader header = bytes.headerFrom(rest, from); header != null; ) {
          mark = Math.max(mark, header.mark);
          found.numberMax = Math.max(found.numberMax, header.number);
          header = bytes.headerFrom(rest, header.offset + RecordHeader.ALIGNMENT);
        }
      }
      markIsFinal = true;
    }
    return mark;
  }

  private void lost(int at, long from, String format, Object... values) {
    found.lost(new Flaw(bytes.path(at), from, format.formatted(values)));
  }
}
