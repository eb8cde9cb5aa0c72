package io.synod.cli.storage;

import io.synod.core.cluster.Incarnation;
import io.synod.core.cluster.Incarnations;
import io.synod.core.command.Batch;
import io.synod.core.effect.JournalRecord;
import io.synod.storage.journal.ScannedRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A JSON object in one line for each record. Sessions and nonces are in hexadecimal. */
final class RecordJson implements RecordFormat {

  @Override
  public void append(StringBuilder text, ScannedRecord record, boolean requests) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("segment", Path.of(record.file()).getFileName().toString());
    fields.put("offset", record.offset());
    fields.put("record", record.number());
    fields.put("type", record.type().label());
    fields.put("state", record.state().name().toLowerCase(Locale.ROOT));
    fields.put("repeated", record.carried());
    fields.put("bytes", record.bodyBytes());
    content(fields, record);
    if (record.reason() != null) {
      fields.put("reason", record.reason());
    }
    Batch batch = BatchOf.record(record);
    if (batch != null) {
      fields.put("requests", requests ? requests(batch) : batch.count());
    }
    text.append(Json.line(fields)).append('\n');
  }

  private static void content(Map<String, Object> fields, ScannedRecord record) {
    if (record.type().hasSlot()) {
      fields.put("slot", record.slot());
    }
    switch (record.type()) {
      case PROMISED, VOTED -> fields.put("view", record.view().toString());
      case DECIDED_UP_TO -> {
        fields.put("first", record.view().round());
        fields.put("end", record.slot());
      }
      default -> {
        // Such a record has only a body.
      }
    }
    if (record.content() instanceof JournalRecord.Joined joined) {
      fields.put("status", joined.status().name().toLowerCase(Locale.ROOT));
      fields.put("incarnations", incarnations(joined.incarnations()));
    }
  }

  /** An object for each replica. */
  static List<Map<String, Object>> incarnations(Incarnations incarnations) {
    return incarnations.byReplica().stream().map(RecordJson::incarnation).toList();
  }

  private static Map<String, Object> incarnation(Incarnation one) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("number", one.number());
    fields.put("nonce", "%016x".formatted(one.nonce()));
    return fields;
  }

  private static List<Map<String, Object>> requests(Batch batch) {
    List<Map<String, Object>> requests = new ArrayList<>();
    BatchOf.requests(
        batch,
        (session, sequence, bytes) -> {
          Map<String, Object> fields = new LinkedHashMap<>();
          fields.put("session", "%016x".formatted(session));
          fields.put("sequence", sequence);
          fields.put("bytes", bytes);
          requests.add(fields);
        });
    return requests;
  }
}
