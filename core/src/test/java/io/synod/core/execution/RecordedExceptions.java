package io.synod.core.execution;

import io.synod.service.ExecutionContext;
import java.util.ArrayList;
import java.util.List;

/** Keeps every exception that became an answer as one line. */
final class RecordedExceptions implements ExceptionListener {
  final List<String> lines = new ArrayList<>();

  @Override
  public void executeThrew(ExecutionContext request, String answer, Exception exception) {
    lines.add(
        "#%d[%d] of session %d: %s"
            .formatted(request.slot(), request.indexInBatch(), request.session(), answer));
  }

  @Override
  public void callbackThrew(
      String callback, ExecutionContext place, String text, Exception exception) {
    lines.add("%s at #%d[%d]: %s".formatted(callback, place.slot(), place.indexInBatch(), text));
  }

  @Override
  public void queryThrew(long executed, String answer, Exception exception) {
    lines.add("query before #%d: %s".formatted(executed, answer));
  }
}
