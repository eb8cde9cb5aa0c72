package io.synod.examples.kv.store;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * A keyspace at one slot, and its encoding. Another thread may read it while the keyspace changes.
 *
 * <p>Format: {@code i32} magic, {@code i32} version, {@code i64} slot, {@code i64} leader time in
 * ms, {@code i64} count, {@code i64} digest; then each entry: {@code i32} length and bytes of the
 * key, {@code i64} expiry, {@code i32} length and bytes of the value.
 */
public record FrozenKeyspace(
    long slot, long nowMillis, long count, long digest, EntryTrie.Frozen entries) {
  private static final int MAGIC = 0x53594B56;
  private static final int VERSION = 1;

  /** Writes all of it and flushes; {@code out} stays open. */
  public void writeTo(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    data.writeInt(MAGIC);
    data.writeInt(VERSION);
    data.writeLong(slot);
    data.writeLong(nowMillis);
    data.writeLong(count);
    data.writeLong(digest);
    try {
      entries.visit(entry -> write(entry, data));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    data.flush();
  }

  private static boolean write(Entry entry, DataOutputStream data) {
    try {
      data.writeInt(entry.key().length);
      data.write(entry.key());
      data.writeLong(entry.expiresAtMillis());
      data.writeInt(entry.value().length);
      data.write(entry.value());
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    Keyspace keyspace = Keyspace.at(data.readLong(), data.readLong());
    long count = data.readLong();
    long digest = data.readLong();
    for (long i = 0; i < count; i++) {
      byte[] key = bytes(data);
      long expiresAtMillis = data.readLong();
      keyspace.restore(new Entry(key, bytes(data), expiresAtMillis));
    }
    expect("count", count, keyspace.stored());
    expect("digest", digest, keyspace.digest());
    return keyspace;
  }

  private static byte[] bytes(DataInputStream data) throws IOException {
    int length = data.readInt();
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
