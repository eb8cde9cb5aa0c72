package io.synod.cli.storage;

import io.synod.storage.journal.Damage;
import io.synod.storage.journal.Flaw;
import io.synod.storage.journal.JournalFindings;
import io.synod.storage.journal.JournalScan;
import io.synod.storage.journal.TornTail;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;

/** Whether a journal is as it was written, and what a start of its replica would make of it. */
public final class JournalReport {
  private final StoppedReplica replica;

  // Null if there is no journal.
  private final JournalFindings found;

  private JournalReport(StoppedReplica replica, JournalFindings found) {
    this.replica = replica;
    this.found = found;
  }

  /**
   * Reads all of the journal. Bounded memory.
   *
   * @param readBytes is told, record by record, how many bytes of records were read so far
   * @throws io.synod.storage.journal.JournalRefused if the files are of several replicas or of a
   *     newer format
   * @throws io.synod.storage.journal.JournalFailure if the disk cannot be read
   */
  public static JournalReport read(StoppedReplica replica, LongConsumer readBytes)
      throws IOException {
    if (!replica.hasJournal()) {
      return of(replica, null);
    }
    long[] bytes = new long[1];
    JournalFindings found =
        JournalScan.read(
            replica.journal(),
            record -> {
              bytes[0] += record.bytes();
              readBytes.accept(bytes[0]);
            });
    return of(replica, found);
  }

  /**
   * @param found null if there is no journal
   */
  static JournalReport of(StoppedReplica replica, JournalFindings found) {
    return new JournalReport(replica, found);
  }

  /** Whether nothing that was durable is damaged or missing; a torn tail is well. */
  public boolean isWell() {
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

  /** For people, several lines; the last one says what comes of it. */
  public String text() {
    StringBuilder text = new StringBuilder(replica.text()).append('\n');
    replica.notes().forEach(note -> text.append(note).append(": the next start mends it\n"));
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

  private static String line(Damage damage) {
    return "slot %d damaged: %s at offset %d, record %d (%s, view %s, %d bytes): %s%n"
        .formatted(
            damage.slot(),
            damage.file(),
            damage.offset(),
            damage.number(),
            damage.type(),
            damage.view(),
            damage.bodyBytes(),
            damage.reason());
  }

  private static String line(TornTail torn) {
    return "torn tail: %s at offset %d, %d bytes that were not durable: the next start cuts them%n"
        .formatted(torn.file(), torn.offset(), torn.bytes());
  }

  /** What a start makes of it and what there is to do, in one line. */
  public String verdict() {
    if (found == null) {
      return ("%s is gone or empty: when the replica starts it has forgotten everything, and joins"
              + " anew from its peers")
          .formatted(replica.journalPath());
    }
    if (isForeign()) {
      return "the journal is that of %s, the directory that of %s: the replica will not start; put the files back as they were"
          .formatted(found.identity(), replica.journalIdentity());
    }
    if (!found.isComplete()) {
      return "The memory is incomplete: when the replica starts it joins anew from its peers. Check the disk.";
    }
    if (!found.damages().isEmpty()) {
      return ("%d damaged: the replica repairs it from its peers when it starts, and stops if they"
              + " cannot. Check the disk.")
          .formatted(found.damages().size());
    }
    return isWell()
        ? "All is well."
        : "Nothing that is needed is damaged: the next start mends it. Check the disk.";
  }

  /** For programs. */
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
      fields.put("damaged", found.damages().stream().map(JournalReport::json).toList());
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

  private static Map<String, Object> json(Damage damage) {
    Map<String, Object> fields = place(damage.file(), damage.offset());
    fields.put("slot", damage.slot());
    fields.put("record", damage.number());
    fields.put("type", damage.type());
    fields.put("view", damage.view().toString());
    fields.put("bytes", damage.bodyBytes());
    fields.put("reason", damage.reason());
    return fields;
  }

  private static List<Map<String, Object>> json(List<Flaw> flaws) {
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
