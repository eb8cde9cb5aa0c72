package io.synod.examples.kv.store;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * For each key the number of the last change, so that WATCH sees also keys that were deleted or set
 * back. Keys share {@value #BUCKETS} numbers: a change of another key may count as one of this key,
 * and a change of this key always does.
 */
final class KeyVersions {
  private static final int BUCKETS = 1 << 12;

  private final long[] changedAt;
  private long changes;

  KeyVersions() {
    this(new long[BUCKETS], 0);
  }

  private KeyVersions(long[] changedAt, long changes) {
    this.changedAt = changedAt;
    this.changes = changes;
  }

  private static int bucket(Key key) {
    return (int) key.hash() & (BUCKETS - 1);
  }

  long of(Key key) {
    return changedAt[bucket(key)];
  }

  void change(Key key) {
    changedAt[bucket(key)] = ++changes;
  }

  void changeAll() {
    Arrays.fill(changedAt, ++changes);
  }

  KeyVersions copy() {
    return new KeyVersions(changedAt.clone(), changes);
  }

  /** Writes {@code i64} changes, {@code i32} count, and {@code i32, i64} for each used bucket. */
  void writeTo(DataOutputStream data) throws IOException {
    data.writeLong(changes);
    data.writeInt((int) Arrays.stream(changedAt).filter(change -> change != 0).count());
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      if (changedAt[bucket] != 0) {
        data.writeInt(bucket);
        data.writeLong(changedAt[bucket]);
      }
    }
  }

  static KeyVersions read(DataInputStream data) throws IOException {
    KeyVersions versions = new KeyVersions(new long[BUCKETS], data.readLong());
    for (int left = data.readInt(); left > 0; left--) {
      int bucket = data.readInt();
      if (bucket < 0 || bucket >= BUCKETS) {
        throw new IOException("key-value snapshot: versions of bucket " + bucket);
      }
      versions.changedAt[bucket] = data.readLong();
    }
    return versions;
  }

  /** For the check of a snapshot. */
  long digest() {
    long digest = changes;
    for (long change : changedAt) {
      digest = Hash64.combine(digest, change);
    }
    return digest;
  }
}
