package io.synod.examples.kv.store;

/** Bytes; callers must not change them. */
public record StringValue(byte[] bytes) implements Value {

  @Override
  public long digest() {
    return Hash64.of(bytes);
  }
}
