package io.synod.examples.kv.store;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.pcollections.TreePMap;

/**
 * A keyspace at one slot, and its encoding. Another thread may read it while the keyspace changes.
 *
 * <p>Format: {@code i32} magic, {@code i32} version, {@code i64} slot, {@code i64} leader time in
 * ms, {@code i64} count, {@code i64} digest, {@code i64} digest of the key versions, the key
 * versions; then each entry: {@code i32} length and bytes of the key, {@code i64} expiry, and the
 * value. A string is {@code i32} length and bytes. A hash is {@code i32} -1, {@code i32} number of
 * fields, and length and bytes of each field and its value.
 */
public record FrozenKeyspace(
    long slot, long nowMillis, long digest, KeyVersions versions, TreePMap<Key, Entry> entries) {
  private static final int MAGIC = 0x53594B56;
  private static final int VERSION = 2;
  private static final int HASH = -1;

  /** Writes all of it and flushes; {@code out} stays open. */
  public void writeTo(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    data.writeInt(MAGIC);
    data.writeInt(VERSION);
    data.writeLong(slot);
    data.writeLong(nowMillis);
    data.writeLong(entries.size());
    data.writeLong(digest);
    data.writeLong(versions.digest());
    versions.writeTo(data);
    for (Entry entry : entries.values()) {
      write(entry.key().bytes(), data);
      data.writeLong(entry.expiresAtMillis());
      write(entry.value(), data);
    }
    data.flush();
  }

  private static void write(Value value, DataOutputStream data) throws IOException {
    if (value instanceof HashValue hash) {
      data.writeInt(HASH);
      data.writeInt(hash.size());
      for (Map.Entry<Key, byte[]> field : hash.from(0)) {
        write(field.getKey().bytes(), data);
        write(field.getValue(), data);
      }
    } else {
      write(((StringValue) value).bytes(), data);
    }
  }

  private static void write(byte[] bytes, DataOutputStream data) throws IOException {
    data.writeInt(bytes.length);
    data.write(bytes);
  }

  /**
   * Reads the output of {@link #writeTo}.
   *
   * @throws IOException if the stream ends early, is of another format or is inconsistent
   */
  public static Keyspace read(InputStream in) throws IOException {
    DataInputStream data = new DataInputStream(in);
    expect("magic", MAGIC, data.readInt());
    expect("version", VERSION, data.readInt());
    long slot = data.readLong();
    long nowMillis = data.readLong();
    long count = data.readLong();
    long digest = data.readLong();
    long versionsDigest = data.readLong();
    KeyVersions versions = KeyVersions.read(data);
    expect("digest of the versions", versionsDigest, versions.digest());
    Keyspace keyspace = new Keyspace(slot, nowMillis, versions);
    for (long i = 0; i < count; i++) {
      Key key = Key.of(bytes(data, data.readInt()));
      long expiresAtMillis = data.readLong();
      keyspace.restore(Entry.of(key, value(data), expiresAtMillis));
    }
    expect("count", count, keyspace.stored());
    expect("digest", digest, keyspace.digest());
    return keyspace;
  }

  private static Value value(DataInputStream data) throws IOException {
    int length = data.readInt();
    if (length != HASH) {
      return new StringValue(bytes(data, length));
    }
    HashValue hash = HashValue.EMPTY;
    for (int left = data.readInt(); left > 0; left--) {
      byte[] field = bytes(data, data.readInt());
      hash = hash.with(field, bytes(data, data.readInt()));
    }
    return hash;
  }

  private static byte[] bytes(DataInputStream data, int length) throws IOException {
    if (length < 0) {
      throw new IOException("key-value snapshot: a length of " + length);
    }
    byte[] bytes = data.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException(
          "key-value snapshot: ends %d bytes early".formatted(length - bytes.length));
    }
    return bytes;
  }

  private static void expect(String what, long expected, long found) throws IOException {
    if (expected != found) {
      throw new IOException(
          "key-value snapshot: %s is %x, not %x".formatted(what, found, expected));
    }
  }
}
