package io.synod.simulation.stranger;

import java.util.function.Supplier;

/**
 * The messages on one connection.
 *
 * @param first sent at once
 * @param next supplies more until the connection ends; null for no more
 * @param reads whether the answers are read
 */
record Script(byte[] first, Supplier<byte[]> next, boolean reads) {

  static Script once(byte[] bytes) {
    return new Script(bytes, () -> null, true);
  }
}
