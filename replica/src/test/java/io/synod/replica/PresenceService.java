package io.synod.replica;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.SessionEnd;
import io.synod.service.Snapshot;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * Keeps every open session with its name. Publishes to all of them when one opens or ends, and each
 * request.
 */
final class PresenceService implements Service {
  private final TreeMap<Long, String> present = new TreeMap<>();

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) {
    String text = UTF_8.decode(request).toString();
    publishToAll(present.get(context.session()) + " says " + text, context);
    return text.getBytes(UTF_8);
  }

  @Override
  public void onSessionOpened(long session, ByteBuffer name, ExecutionContext context) {
    present.put(session, UTF_8.decode(name).toString());
    publishToAll(present.get(session) + " comes", context);
  }

  @Override
  public void onSessionClosed(long session, SessionEnd end, ExecutionContext context) {
    publishToAll(present.remove(session) + " goes, " + end, context);
  }

  private void publishToAll(String text, ExecutionContext context) {
    for (long session : present.keySet()) {
      context.publish(session, text.getBytes(UTF_8));
    }
  }

  @Override
  public Snapshot snapshot() {
    TreeMap<Long, String> captured = new TreeMap<>(present);
    return out -> {
      DataOutputStream data = new DataOutputStream(out);
      data.writeInt(captured.size());
      for (Map.Entry<Long, String> one : captured.entrySet()) {
        data.writeLong(one.getKey());
        data.writeUTF(one.getValue());
      }
      data.flush();
    };
  }

  @Override
  public void restore(InputStream in) throws IOException {
    present.clear();
    DataInputStream data = new DataInputStream(in);
    int size = data.readInt();
    for (int index = 0; index < size; index++) {
      present.put(data.readLong(), data.readUTF());
    }
  }
}
