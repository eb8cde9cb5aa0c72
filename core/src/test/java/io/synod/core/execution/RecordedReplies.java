package io.synod.core.execution;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Keeps every reply as one line. */
final class RecordedReplies implements Replies {
  private final List<String> lines = new ArrayList<>();

  /** The replies since this was last called. */
  List<String> take() {
    List<String> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  @Override
  public void reply(long session, long sequence, ReplyStatus status, byte[] answer) {
    String text =
        status == ReplyStatus.OUT_OF_ORDER
            ? "expects " + ByteBuffer.wrap(answer).getLong()
            : new String(answer, UTF_8);
    lines.add((session + "/" + sequence + " " + status + " " + text).trim());
  }

  @Override
  public void event(long session, long number, byte[] event) {
    lines.add("%d event %d %s".formatted(session, number, new String(event, UTF_8)));
  }
}
