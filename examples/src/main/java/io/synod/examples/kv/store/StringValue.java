package io.synod.examples.kv.store;

/** Bytes; callers must not change them. Hashed once, however often its key changes. */
public record StringValue(byte[] bytes, long digest) implements Value {

  public StringValue(byte[] bytes) {
    this(bytes, Hash64.of(bytes));
  }
}
