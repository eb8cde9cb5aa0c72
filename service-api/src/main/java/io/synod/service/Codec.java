package io.synod.service;

import java.nio.ByteBuffer;

/**
 * Turns values into bytes and back. Used by several threads at a time, so it must have no state of
 * its own.
 *
 * @param <T> of the values
 */
public interface Codec<T> {

  /**
   * @return a new array, not null, which is not changed afterwards. What this throws reaches the
   *     caller of the client; of a reply it counts as an exception of the service
   */
  byte[] encode(T value);

  /**
   * @param bytes from position to limit, read-only; a value must not keep them
   * @throws IllegalArgumentException if this codec encodes no value so. The client receives its
   *     message, which must be the same on every replica; of a subclass it receives the name only.
   *     {@link java.nio.BufferUnderflowException} means the same
   */
  T decode(ByteBuffer bytes);
}
