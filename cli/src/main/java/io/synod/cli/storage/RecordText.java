package io.synod.cli.storage;

import io.synod.core.cluster.Incarnation;
import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.journal.ScannedRecord;
import java.nio.file.Path;
import java.util.Locale;

/** A line for each record, for people; the requests indented below it. */
final class RecordText implements RecordFormat {

  @Override
  public void append(StringBuilder text, ScannedRecord record, boolean requests) {
    text.append(
        String.format(
            Locale.ROOT,
            "%s %9d  record %d  %s",
            Path.of(record.file()).getFileName(),
            record.offset(),
            record.number(),
            record.type().label()));
    if (record.type().hasSlot()) {
      text.append("  slot ").append(record.slot());
    }
    content(text, record);
    if (record.carried()) {
      text.append("  (repeated)");
    }
    if (record.state() != ScannedRecord.State.GOOD) {
      text.append("  ").append(record.state());
    }
    if (record.reason() != null) {
      text.append(": ").append(record.reason());
    }
    text.append('\n');
    Batch batch = BatchOf.record(record);
    if (requests && batch != null) {
      BatchOf.requests(
          batch, (session, sequence, bytes) -> request(text, session, sequence, bytes));
    }
  }

  private static void content(StringBuilder text, ScannedRecord record) {
    switch (record.type()) {
      case PROMISED -> text.append("  view ").append(record.view());
      case VOTED -> text.append("  view ").append(record.view());
      case DECIDED_UP_TO -> {
        text.append("  every slot before ").append(record.slot());
        if (record.view().round() > 0) {
          text.append(", those before ").append(record.view().round()).append(" by a snapshot");
        }
      }
      default -> {
        // Such a record has only a body.
      }
    }
    Batch batch = BatchOf.record(record);
    if (batch != null) {
      text.append("  ").append(batch.count()).append(" requests");
    }
    if (record.bodyBytes() > 0) {
      text.append("  ").append(record.bodyBytes()).append(" bytes");
    }
    if (record.content() instanceof JournalRecord.Joined joined) {
      text.append("  ")
          .append(joined.status().name().toLowerCase(Locale.ROOT))
          .append("; incarnations");
      for (Incarnation one : joined.incarnations().byReplica()) {
        text.append(String.format(Locale.ROOT, " %d:%016x", one.number(), one.nonce()));
      }
    }
  }

  private static void request(StringBuilder text, long session, long sequence, int bytes) {
    text.append(String.format(Locale.ROOT, "    session %016x  ", session));
    if (sequence == BatchEntry.OPEN) {
      text.append("opened");
    } else if (sequence == BatchEntry.KEEP_ALIVE) {
      text.append("kept alive");
    } else if (sequence == BatchEntry.CLOSE) {
      text.append("closed");
    } else if (sequence == BatchEntry.SKIP) {
      text.append("skips a request");
    } else if (sequence == BatchEntry.MEMBERSHIP) {
      text.append("changes the members");
    } else if (sequence == BatchEntry.UPGRADE) {
      text.append("raises the version of the cluster");
    } else if (sequence == BatchEntry.LIMITS) {
      text.append("changes the limits of sessions");
    } else {
      text.append("sequence ").append(sequence).append("  ").append(bytes).append(" bytes");
    }
    text.append('\n');
  }
}
