package io.synod.core.execution;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes down what it executes, and answers with how much that is. Requests that begin with
 * "refuse", "fail", "silent", "twice", "sneak", "die", "long" or "null" do so. Counts its
 * snapshots, and those that were freed.
 */
final class JournalService implements Service {
  final List<String> executed = new ArrayList<>();
  int captures;
  int frees;

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
      case "silent" -> throw new IllegalStateException();
      case "twice" -> throw new Unreadable();
      case "long" -> throw new IllegalStateException("\u20ac".repeat(1_000));
      case "die" -> throw new StackOverflowError("deep");
      case "sneak" -> JournalService.<RuntimeException>sneak(new IOException("checked"));
      case "null" -> {
        return null;
      }
      default -> {}
    }
    return new byte[0];
  }

  /** Fails once more when it is asked why. */
  private static final class Unreadable extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  /** Throws a checked exception that nobody declares, as other languages of the JVM do. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable failure) throws T {
    throw (T) failure;
  }

  @Override
  public Snapshot snapshot() {
    List<String> captured = List.copyOf(executed);
    captures++;
    return new Snapshot() {
      @Override
      public void writeTo(OutputStream out) throws IOException {
        DataOutputStream data = new DataOutputStream(out);
        data.writeInt(captured.size());
        for (String line : captured) {
          data.writeUTF(line);
        }
        data.close();
      }

      @Override
      public void close() {
        frees++;
      }
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    executed.clear();
    try (DataInputStream data = new DataInputStream(in)) {
      for (int left = data.readInt(); left > 0; left--) {
        executed.add(data.readUTF());
      }
    }
  }
}
