package io.synod.cli.storage;

import io.synod.core.cluster.Incarnations;
import io.synod.core.cluster.View;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.core.message.MemberStatus;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.RecordType;
import io.synod.storage.journal.ScannedRecord;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Counts the contents of a journal. Records of the torn tail count only in their own number.
 * Records that repeat earlier state at the beginning of a segment count only as records.
 */
public final class JournalStatistics {
  private final StoppedReplica replica;
  private final Map<RecordType, Count> types = new EnumMap<>(RecordType.class);
  private final Count segments = new Count();
  private final Count batches = new Count();
  private final LastKnown last = new LastKnown();

  // Null if there is no journal.
  private JournalFindings found;
  private String segment = "";
  private long segmentRecords;
  private long repeated;
  private long damaged;
  private long torn;
  private long requests;
  private long slotFirst = -1;
  private long slotLast = -1;
  private View viewFirst = View.NONE;
  private View viewLast = View.NONE;
  private long views;

  /** A number of values, their sum, minimum and maximum. */
  private static final class Count {
    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;

    void add(long amount) {
      count++;
      sum += amount;
      min = Math.min(min, amount);
      max = Math.max(max, amount);
    }

    long mean() {
      return count == 0 ? 0 : sum / count;
    }

    long min() {
      return count == 0 ? 0 : min;
    }
  }

  /** The state at the journal's end. */
  private static final class LastKnown implements JournalRecord.Visitor {
    private Incarnations incarnations;
    private MemberStatus status;
    private View promised = View.NONE;
    private long decidedEnd;

    @Override
    public void onPromised(JournalRecord.Promised record) {
      promised = record.view().isAfter(promised) ? record.view() : promised;
    }

    @Override
    public void onVoted(JournalRecord.Voted record) {
      promised = record.view().isAfter(promised) ? record.view() : promised;
    }

    @Override
    public void onLearnt(JournalRecord.Learnt record) {
      // The slot is decided, but not every slot before it.
    }

    @Override
    public void onDecidedUpTo(JournalRecord.DecidedUpTo record) {
      decidedEnd = Math.max(decidedEnd, record.end());
    }

    @Override
    public void onJoined(JournalRecord.Joined record) {
      boolean repeats = record.incarnations().equals(incarnations) && record.status() == status;
      incarnations = record.incarnations();
      status = record.status();
      if (status == MemberStatus.RECOVERING && !repeats) {
        // The earlier state is no longer valid.
        promised = View.NONE;
        decidedEnd = 0;
      }
    }
  }

  private JournalStatistics(StoppedReplica replica) {
    this.replica = replica;
    for (RecordType type : RecordType.values()) {
      types.put(type, new Count());
    }
  }

  /**
   * Reads all of the journal, with bounded memory.
   *
   * @throws io.synod.storage.journal.JournalRefused if the files are of several replicas or of a
   *     newer format
   * @throws io.synod.storage.journal.JournalFailure if the disk cannot be read
   */
  public static JournalStatistics read(StoppedReplica replica) throws IOException {
    JournalStatistics statistics = new JournalStatistics(replica);
    if (replica.hasJournal()) {
      statistics.found = JournalScan.read(replica.journal(), statistics::add);
      statistics.endSegment();
    }
    return statistics;
  }

  private void add(ScannedRecord record) {
    if (record.state() == ScannedRecord.State.TORN) {
      torn++;
      return;
    }
    if (!record.file().equals(segment)) {
      endSegment();
      segment = record.file();
    }
    segmentRecords++;
    types.get(record.type()).add(record.bytes());
    if (record.state() == ScannedRecord.State.DAMAGED) {
      damaged++;
    }
    if (record.type().hasSlot()) {
      slotFirst = slotFirst < 0 ? record.slot() : Math.min(slotFirst, record.slot());
      slotLast = Math.max(slotLast, record.slot());
    }
    if (record.type() == RecordType.VOTED) {
      view(record.view());
    }
    if (record.content() != null) {
      record(record);
    }
  }

  private void record(ScannedRecord record) {
    record.content().visit(last);
    if (record.carried()) {
      repeated++;
    }
    Batch batch = BatchOf.record(record);
    if (batch != null) {
      batches.add(batch.length());
      requests += batch.count();
    }
  }

  private void view(View view) {
    if (viewFirst.equals(View.NONE)) {
      viewFirst = view;
    }
    if (view.isAfter(viewLast)) {
      viewLast = view;
      views++;
    }
  }

  private void endSegment() {
    if (segmentRecords > 0) {
      segments.add(segmentRecords);
    }
    segmentRecords = 0;
  }

  /** Whether the journal is there if one is needed, and no durable record is damaged or lost. */
  public boolean isWell() {
    return found == null && !replica.needsJournal()
        || segments.count > 0 && damaged == 0 && found.isComplete();
  }

  /** The counts for people. */
  public String text() {
    StringBuilder text = new StringBuilder(replica.text()).append('\n');
    if (found == null && !replica.needsJournal()) {
      return text.append(JournalReport.NO_JOURNAL).toString();
    }
    types.forEach(
        (type, count) ->
            line(text, type.label(), "%,d records, %s", count.count, Bytes.text(count.sum)));
    line(text, "damaged", "%,d records; torn: %,d; repeated: %,d", damaged, torn, repeated);
    line(
        text,
        "segments",
        "%,d with records, %,d to %,d in each, %,d on average",
        segments.count,
        segments.min(),
        segments.max,
        segments.mean());
    line(text, "slots", slotFirst < 0 ? "none" : "%,d to %,d", slotFirst, slotLast);
    if (replica.needsJournal()) {
      line(
          text,
          "views",
          views == 0 ? "none" : "%3$d, from %1$s to %2$s",
          viewFirst,
          viewLast,
          views);
    }
    line(
        text,
        "batches",
        "%s on average, %s the largest",
        Bytes.text(batches.mean()),
        Bytes.text(batches.max));
    line(text, "requests", "%,d", requests);
    if (replica.needsJournal()) {
      acceptorText(text);
    }
    lost().forEach(flaw -> text.append("lost: ").append(flaw).append('\n'));
    return text.toString().stripTrailing();
  }

  /** What only a replica that votes has. */
  private void acceptorText(StringBuilder text) {
    line(text, "promised", last.promised.equals(View.NONE) ? "nothing" : "view %s", last.promised);
    line(
        text,
        "decided",
        last.decidedEnd == 0
            ? "not recorded yet; a snapshot may hold it, see synod snapshot list"
            : "every slot before %,d",
        last.decidedEnd);
    line(text, "incarnation", status());
  }

  private List<Flaw> lost() {
    return found == null ? List.of() : found.incomplete();
  }

  private String status() {
    return last.incarnations == null
        ? "none: it has not been a member yet"
        : "%d, as %s".formatted(incarnation(), last.status.name().toLowerCase(Locale.ROOT));
  }

  private long incarnation() {
    int self = replica.identity().replica();
    return last.incarnations == null || self >= last.incarnations.end()
        ? 0
        : last.incarnations.number(self);
  }

  private static void line(StringBuilder text, String name, String format, Object... values) {
    text.append(String.format(Locale.ROOT, "%-12s ", name));
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** The counts for programs. */
  public Map<String, Object> json() {
    Map<String, Object> fields = replica.json();
    Map<String, Object> byType = new LinkedHashMap<>();
    types.forEach(
        (type, count) -> {
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("records", count.count);
          one.put("bytes", count.sum);
          byType.put(type.label(), one);
        });
    fields.put("types", byType);
    fields.put("damaged", damaged);
    fields.put("torn", torn);
    fields.put("lost", JournalReport.json(lost()));
    fields.put("repeated", repeated);
    fields.put("segments", segments.count);
    fields.put("segmentRecordsMin", segments.min());
    fields.put("segmentRecordsMax", segments.max);
    fields.put("segmentRecordsMean", segments.mean());
    fields.put("slotFirst", slotFirst < 0 ? null : slotFirst);
    fields.put("slotLast", slotLast < 0 ? null : slotLast);
    fields.put("views", views);
    fields.put("viewFirst", views == 0 ? null : viewFirst.toString());
    fields.put("viewLast", views == 0 ? null : viewLast.toString());
    fields.put("batches", batches.count);
    fields.put("batchBytesMean", batches.mean());
    fields.put("batchBytesMax", batches.max);
    fields.put("requests", requests);
    fields.put("promised", last.promised.equals(View.NONE) ? null : last.promised.toString());
    fields.put("decidedEnd", last.decidedEnd);
    fields.put("incarnation", incarnation());
    fields.put("status", last.status == null ? null : last.status.name().toLowerCase(Locale.ROOT));
    fields.put(
        "incarnations",
        last.incarnations == null ? null : RecordJson.incarnations(last.incarnations));
    return fields;
  }
}
