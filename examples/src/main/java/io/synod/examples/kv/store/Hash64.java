package io.synod.examples.kv.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** A 64-bit hash without a seed: the same on every replica, in every process and version. */
final class Hash64 {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FIRST = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xC2B2AE3D27D4EB4FL;

  private Hash64() {}

  static long of(byte[] bytes) {
    long hash = FIRST + bytes.length;
    int at = 0;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      hash = combine(hash, (long) LONGS.get(bytes, at));
    }
    long rest = 0;
    for (int shift = 0; at < bytes.length; at++, shift += Byte.SIZE) {
      rest |= (bytes[at] & 0xFFL) << shift;
    }
    return mix(combine(hash, rest));
  }

  static long combine(long hash, long value) {
    return Long.rotateLeft(hash ^ mix(value * SECOND), 27) * FIRST + SECOND;
  }

  /** The finaliser of SplitMix64: every bit of the input moves half of the output's bits. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
