package io.synod.benchmarks.process;

import io.synod.benchmarks.load.KeyValueCommand;
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
import java.util.Map;
import java.util.TreeMap;

/**
 * A store of values under keys of 8 bytes, with the commands of {@link KeyValueCommand}, as in the
 * papers' loads. A value is only replaced, never changed, so that a snapshot is a copy of the map.
 */
final class KeyValueService implements Service {
  private static final byte[] NOTHING = {};

  // Sorted by key, so that all replicas write the same bytes.
  private final TreeMap<Long, byte[]> values = new TreeMap<>();

  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    if (!isPut(request)) {
      return query(request);
    }
    int at = request.position();
    byte[] value = new byte[request.limit() - at - KeyValueCommand.bytes(0)];
    request.get(at + KeyValueCommand.bytes(0), value);
    values.put(request.getLong(at + 1), value);
    return NOTHING;
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    if (isPut(request)) {
      throw new ServiceException("a query that writes");
    }
    return values.getOrDefault(request.getLong(request.position() + 1), NOTHING);
  }

  private static boolean isPut(ByteBuffer request) throws ServiceException {
    if (request.remaining() < KeyValueCommand.bytes(0)) {
      throw new ServiceException("a request of " + request.remaining() + " bytes has no key");
    }
    return request.get(request.position()) == KeyValueCommand.PUT;
  }

  @Override
  public Snapshot snapshot() {
    Map<Long, byte[]> captured = new TreeMap<>(values);
    return out -> write(captured, out);
  }

  @Override
  public void restore(InputStream in) throws IOException {
    values.clear();
    DataInputStream data = new DataInputStream(in);
    for (int left = data.readInt(); left > 0; left--) {
      long key = data.readLong();
      values.put(key, data.readNBytes(data.readInt()));
    }
  }

  private static void write(Map<Long, byte[]> values, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(values.size());
    for (Map.Entry<Long, byte[]> entry : values.entrySet()) {
      data.writeLong(entry.getKey());
      data.writeInt(entry.getValue().length);
      data.write(entry.getValue());
    }
    data.flush();
  }
}
