package io.synod.fuzzing;

import java.util.List;

/** A reader of bytes that others have made: a decoder, a parser. Used by one thread. */
public interface FuzzTarget {
  /** Allocated for any input, however short: buffers of fixed size, messages, objects of a test. */
  long ALLOCATED_BYTES_FIXED = 1 << 20;

  /** Allocated for each byte of input at most. */
  long ALLOCATED_BYTES_FACTOR = 256;

  /** Names the folder of its corpus; lower case and hyphens. */
  String name();

  /** Valid inputs, each of another kind, of which the others are made; short ones are best. */
  List<byte[]> samples();

  /**
   * {@code input} with its checksums, and what else only guards the way to the content, made to
   * hold; as far as it is known where they stand. May change and return the same array.
   */
  byte[] sealed(byte[] input);

  /**
   * Feeds one input, and checks what came of it: equal after encoding and decoding again, nothing
   * left behind.
   *
   * @return what became of it, if it was read or refused as declared
   * @throws Exception anything, errors too: then it is a finding
   */
  Outcome run(byte[] input) throws Exception;

  /** What may be allocated on the heap for an input, whatever its length fields claim. */
  default long allocatedBytesMax(byte[] input) {
    return ALLOCATED_BYTES_FIXED + ALLOCATED_BYTES_FACTOR * input.length;
  }
}
