package io.synod.core.execution;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A digest of everything that was executed: each request with its answer, each event, in order. Not
 * proof against forgery. Confined to the service thread.
 */
final class Digest {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final CRC32C checksum = new CRC32C();
  private long value;

  long value() {
    return value;
  }

  void restore(long restored) {
    value = restored;
  }

  /**
   * Adds a request, by its sequence and status, or an event, by its number, of a session.
   *
   * @param bytes its answer, or its own
   */
  void add(long session, long sequence, int status, byte[] bytes) {
    value = mix(mix(value ^ session) ^ sequence << Byte.SIZE ^ status);
    value = mix(value ^ (bytes.length == Long.BYTES ? (long) LONG.get(bytes, 0) : sum(bytes)));
  }

  private long sum(byte[] bytes) {
    checksum.reset();
    checksum.update(bytes, 0, bytes.length);
    return (long) bytes.length << Integer.SIZE | checksum.getValue();
  }

  /** The digest as it would be with one more number. */
  long with(long number) {
    return mix(value ^ number);
  }

  private static long mix(long bits) {
    long product = bits * FACTOR;
    return product ^ product >>> Integer.SIZE;
  }
}
