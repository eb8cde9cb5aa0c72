package io.synod.examples.kv.store;

/** What a key holds. Immutable. */
public sealed interface Value permits StringValue, HashValue {

  /** Equal values have equal digests, on every replica. */
  long digest();
}
