package io.synod.cli.storage;

import io.synod.storage.journal.Damage;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.ScannedRecord;
import io.synod.storage.journal.TornTail;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Whether a journal is intact, and what its replica does when it starts. */
public final class JournalReport {
  static final String NO_JOURNAL = "There is no journal: the snapshots hold all that is kept here.";

  private final StoppedReplica replica;

  // Null if there is no journal.
  private final JournalFindings found;
  private final LaterRecords later;

  private JournalReport(StoppedReplica replica, JournalFindings found, LaterRecords later) {
    this.replica = replica;
    this.found = found;
    this.later = later;
  }

  /**
   * Reads all of the journal, with bounded memory.
   *
   * @param readBytes receives, record by record, how many bytes were read so far
   * @throws io.synod.storage.journal.JournalRefused if the files are of several replicas or of a
   *     newer format
   * @throws io.synod.storage.journal.JournalFailure if the disk cannot be read
   */
  public static JournalReport read(StoppedReplica replica, LongConsumer readBytes)
      throws IOException {
    long[] bytes = new long[1];
    return scan(
        replica,
        record -> {
          bytes[0] += record.bytes();
          readBytes.accept(bytes[0]);
        });
  }

  /** As {@link #read(StoppedReplica, LongConsumer)}; also passes on every record. */
  static JournalReport scan(StoppedReplica replica, Consumer<ScannedRecord> into)
      throws IOException {
    LaterRecords later = new LaterRecords();
    if (!replica.hasJournal()) {
      return new JournalReport(replica, null, later);
    }
    JournalFindings found =
        JournalScan.read(
            replica.journal(),
            record -> {
              later.add(record);
              into.accept(record);
            });
    return new JournalReport(replica, found, later);
  }

  /** Whether there is one: a backup that follows no slots has none. */
  public boolean hasJournal() {
    return found != null;
  }

  /** Whether no durable record is damaged or missing; a torn tail is no damage. */
  public boolean isWell() {
    if (found == null && !replica.needsJournal()) {
      return replica.notes().isEmpty();
    }
    return found != null
        && !isForeign()
        && found.isComplete()
        && found.damages().isEmpty()
        && found.mendable().isEmpty()
        && replica.notes().isEmpty();
  }

  private boolean isForeign() {
    return found.identity() != null && !found.identity().equals(replica.journalIdentity());
  }

  /** The report for people, in several lines; the last one is the verdict. */
  public String text() {
    StringBuilder text = new StringBuilder(replica.text()).append('\n');
    replica.notes().forEach(note -> text.append(note).append(": the next start repairs it\n"));
    if (found != null) {
      text.append(
          String.format(
              Locale.ROOT,
              "%,d records in %d segments, %s; durable up to record %,d%n",
              found.records(),
              found.segments(),
              Bytes.text(found.bytes()),
              found.durableNumber()));
      found.damages().forEach(damage -> text.append(line(damage)));
      found.mendable().forEach(flaw -> text.append("not needed: ").append(flaw).append('\n'));
      found.incomplete().forEach(flaw -> text.append("lost: ").append(flaw).append('\n'));
      if (found.torn() != null) {
        text.append(line(found.torn()));
      }
    }
    return text.append(verdict()).toString();
  }

  private String line(Damage damage) {
    long madeUpFor = later.madeUpFor(damage);
    return "slot %d damaged: %s at offset %d, record %d (%s, view %s, %d bytes): %s%s\n"
        .formatted(
            damage.slot(),
            damage.file(),
            damage.offset(),
            damage.number(),
            damage.type(),
            damage.view(),
            damage.bodyBytes(),
            damage.reason(),
            madeUpFor == 0 ? "" : "; record %d replaces it".formatted(madeUpFor));
  }

  private static String line(TornTail torn) {
    return "torn tail: %s at offset %d, %d bytes that were not durable: the next start cuts them%n"
        .formatted(torn.file(), torn.offset(), torn.bytes());
  }

  /** The effect on the next start and the action to take, in one line. */
  public String verdict() {
    if (found == null && !replica.needsJournal()) {
      return NO_JOURNAL;
    }
    if (found == null) {
      return ("%s is gone or empty: when the replica starts it has no durable state, and joins"
              + " anew from its peers")
          .formatted(replica.journalPath());
    }
    if (isForeign()) {
      return "the journal is that of %s, the directory that of %s: the replica will not start; put the files back as they were"
          .formatted(found.identity(), replica.journalIdentity());
    }
    if (replica.isBackup() && !isWell()) {
      return ("The backup is damaged: 'synod backup verify %s' says up to which slot it can be"
              + " restored.")
          .formatted(replica.directory());
    }
    if (!found.isComplete()) {
      return "The durable state is incomplete: when the replica starts it joins anew from its peers."
          + " A cluster of one replica does not start: put the directory back from a backup, or"
          + " empty it and start anew. Check the disk.";
    }
    long needed = found.damages().stream().filter(one -> later.madeUpFor(one) == 0).count();
    if (needed > 0) {
      return ("%d damaged: when the replica starts it repairs those that it still needs from its"
              + " peers, and stops if they cannot. Check the disk.")
          .formatted(found.damages().size());
    }
    return isWell()
        ? "All is well."
        : "No damaged record is needed: the replica starts as with an intact journal. Check the disk.";
  }

  /** The report for programs. */
  public Map<String, Object> json() {
    Map<String, Object> fields = replica.json();
    fields.put("well", isWell());
    if (found != null) {
      fields.put("records", found.records());
      fields.put("segments", found.segments());
      fields.put("bytes", found.bytes());
      fields.put("lastRecord", found.lastNumber());
      fields.put("durableRecord", found.durableNumber());
      fields.put("torn", found.torn() == null ? null : json(found.torn()));
      fields.put("damaged", found.damages().stream().map(this::json).toList());
      fields.put("notNeeded", json(found.mendable()));
      fields.put("lost", json(found.incomplete()));
    }
    fields.put("notes", replica.notes());
    fields.put("verdict", verdict());
    return fields;
  }

  private static Map<String, Object> json(TornTail torn) {
    Map<String, Object> fields = place(torn.file(), torn.offset());
    fields.put("bytes", torn.bytes());
    return fields;
  }

  private Map<String, Object> json(Damage damage) {
    Map<String, Object> fields = place(damage.file(), damage.offset());
    fields.put("slot", damage.slot());
    fields.put("record", damage.number());
    fields.put("type", damage.type());
    fields.put("view", damage.view().toString());
    fields.put("bytes", damage.bodyBytes());
    fields.put("reason", damage.reason());
    fields.put("madeUpForBy", later.madeUpFor(damage) == 0 ? null : later.madeUpFor(damage));
    return fields;
  }

  static List<Map<String, Object>> json(List<Flaw> flaws) {
    return flaws.stream()
        .map(
            flaw -> {
              Map<String, Object> fields = place(flaw.file(), flaw.offset());
              fields.put("reason", flaw.reason());
              return fields;
            })
        .toList();
  }

  private static Map<String, Object> place(String segment, long offset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("segment", segment);
    fields.put("offset", offset);
    return fields;
  }
}
