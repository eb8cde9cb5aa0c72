package io.synod.core.execution;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes down what it executes, and answers with how much that is. Requests that begin with
 * "refuse", "fail", "sneak", "die" or "null" do so.
 */
final class JournalService implements Service {
  final List<String> executed = new ArrayList<>();

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    String text = StandardCharsets.UTF_8.decode(request).toString();
    byte[] answer = act(text);
    executed.add(
        "%s at #%d[%d] of session %d at %d"
            .formatted(
                text,
                context.slot(),
                context.indexInBatch(),
                context.session(),
                context.leaderTimeMillis()));
    return answer == null ? null : ("done " + executed.size()).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    byte[] answer = act(StandardCharsets.UTF_8.decode(request).toString());
    return answer == null ? null : ("executed " + executed.size()).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] act(String text) throws ServiceException {
    switch (text) {
      case "refuse" -> throw new ServiceException("not today");
      case "fail" -> throw new IllegalStateException("broken");
      case "die" -> throw new StackOverflowError("deep");
      case "sneak" -> JournalService.<RuntimeException>sneak(new IOException("checked"));
      case "null" -> {
        return null;
      }
      default -> {}
    }
    return new byte[0];
  }

  /** Throws a checked exception that nobody declares, as other languages of the JVM do. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void restore(InputStream in) {
    throw new UnsupportedOperationException();
  }
}
