package io.synod.core.testing;

import io.synod.core.command.Batch;
import io.synod.core.command.BatchEntry;
import io.synod.core.membership.ChangeEntry;
import java.nio.charset.StandardCharsets;

/** Batches whose requests are short texts, and back. */
public final class Batches {
  private Batches() {}

  /** One request for each text, all of session 1, in sequence from 1 on. */
  public static Batch batch(String... texts) {
    return at(0, texts);
  }

  /** As {@link #batch}, closed at {@code leaderTimeMillis}. */
  public static Batch at(long leaderTimeMillis, String... texts) {
    Entries entries = new Entries();
    for (int index = 0; index < texts.length; index++) {
      entries.request(1, index + 1, texts[index]);
    }
    return entries.close(leaderTimeMillis);
  }

  /** The texts of a batch, joined by a plus sign. */
  public static String text(Batch batch) {
    if (batch.count() == 0) {
      return "no-op";
    }
    if (ChangeEntry.is(batch)) {
      return "change";
    }
    StringBuilder text = new StringBuilder();
    byte[] bytes = batch.bytes();
    for (int at = Batch.HEADER_BYTES; at < bytes.length; ) {
      int payload = BatchEntry.payloadBytes(bytes, at);
      at += BatchEntry.HEADER_BYTES;
      text.append(text.isEmpty() ? "" : "+")
          .append(new String(bytes, at, payload, StandardCharsets.UTF_8));
      at += payload;
    }
    return text.toString();
  }
}
