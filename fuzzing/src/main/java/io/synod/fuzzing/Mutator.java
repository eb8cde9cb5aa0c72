package io.synod.fuzzing;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes bad inputs of good ones, a few changes at a time; the same ones for the same random. */
final class Mutator {
  private static final int CHANGES_MAX = 4;
  private static final int RUN_BYTES_MAX = 64;
  private static final int PLACES_TRIED = 4;
  private static final long[] EXTREMES = {
    0,
    1,
    2,
    -1,
    -2,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFF,
    0x10000,
    1 << 20,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE - 1,
    Integer.MIN_VALUE,
    1L << 31,
    1L << 32,
    Long.MAX_VALUE,
    Long.MAX_VALUE - 1,
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1
  };

  private final Random random;
  private final int inputBytesMax;

  /**
   * @param inputBytesMax longer inputs are cut
   */
  Mutator(Random random, int inputBytesMax) {
    this.random = random;
    this.inputBytesMax = inputBytesMax;
  }

  byte[] next(List<byte[]> pool) {
    byte[] input = any(pool).clone();
    for (int left = 1 + random.nextInt(CHANGES_MAX); left > 0; left--) {
      input = changed(input, any(pool));
    }
    return input.length <= inputBytesMax ? input : Arrays.copyOf(input, inputBytesMax);
  }

  private byte[] any(List<byte[]> pool) {
    return pool.get(random.nextInt(pool.size()));
  }

  private byte[] changed(byte[] input, byte[] other) {
    int kind = random.nextInt(12);
    if (input.length == 0) {
      return other.clone();
    }
    switch (kind) {
      case 0, 1 -> input[place(input)] ^= (byte) (1 << random.nextInt(8));
      case 2 -> input[place(input)] = (byte) random.nextInt();
      case 3, 4, 5 -> putNumber(input, EXTREMES[random.nextInt(EXTREMES.length)]);
      case 6 -> putNumber(input, input.length + random.nextInt(33) - 16);
      case 7 -> add(input);
      case 8 -> input = Arrays.copyOf(input, random.nextInt(input.length));
      case 9 -> input = spliced(input, random.nextInt(input.length + 1), input);
      case 10 -> input = spliced(input, random.nextInt(input.length + 1), other);
      default -> input = without(input);
    }
    return input;
  }

  /** Rather not among zeros, of which files that are allocated ahead are full. */
  private int place(byte[] input) {
    int at = random.nextInt(input.length);
    for (int tried = 0; tried < PLACES_TRIED && input[at] == 0; tried++) {
      at = random.nextInt(input.length);
    }
    return at == 0 ? 0 : at - random.nextInt(Math.min(at, 8) + 1);
  }

  // Big-endian, in as many bytes as a field may have.
  private void putNumber(byte[] input, long value) {
    int at = place(input);
    int bytes = Math.min(1 << random.nextInt(4), input.length - at);
    for (int index = 0; index < bytes; index++) {
      input[at + index] = (byte) (value >> 8 * (bytes - 1 - index));
    }
  }

  /** Off by a little. */
  private void add(byte[] input) {
    int at = place(input);
    input[at] += (byte) (random.nextInt(9) - 4);
  }

  /** With a piece of {@code from} put in, or put over what stands there. */
  private byte[] spliced(byte[] input, int at, byte[] from) {
    int start = from.length == 0 ? 0 : random.nextInt(from.length);
    int length = Math.min(from.length - start, random.nextInt(RUN_BYTES_MAX * 4) + 1);
    byte[] piece = Arrays.copyOfRange(from, start, start + length);
    if (random.nextBoolean()) {
      byte[] over = input.clone();
      System.arraycopy(piece, 0, over, at, Math.min(length, input.length - at));
      return over;
    }
    byte[] longer = Arrays.copyOf(input, input.length + length);
    System.arraycopy(piece, 0, longer, at, length);
    System.arraycopy(input, at, longer, at + length, input.length - at);
    return longer;
  }

  private byte[] without(byte[] input) {
    int at = random.nextInt(input.length);
    int length = Math.min(input.length - at, 1 + random.nextInt(RUN_BYTES_MAX));
    byte[] shorter = Arrays.copyOf(input, input.length - length);
    System.arraycopy(input, at + length, shorter, at, input.length - at - length);
    return shorter;
  }
}
