package io.synod.examples.kv.store;

import java.util.BitSet;

/**
 * A pattern in Redis' syntax: {@code *}, {@code ?}, {@code [abc]}, {@code [^a-z]} and {@code \}
 * before a literal character. Works on bytes. Reads each byte of a text once and follows all
 * possible matches together, one bit for each, so no pattern causes backtracking.
 */
public final class GlobPattern {
  /** The longest pattern; it bounds the work per byte of a text to 17 words. */
  public static final int BYTES_MAX = 1 << 10;

  private static final int BYTE_VALUES = 256;

  private final byte[] pattern;
  private final int words;

  // accepting: bit i + 1 of the words from [b * words] on: item i accepts byte b.
  // loops: bit i: a star precedes item i, so that it accepts any byte.
  private final long[] accepting;
  private final long[] loops;
  private int items;

  /**
   * @throws IllegalArgumentException if the pattern is longer than {@link #BYTES_MAX}
   */
  public GlobPattern(byte[] pattern) {
    if (pattern.length > BYTES_MAX) {
      throw new IllegalArgumentException(
          "pattern of %d bytes, more than %d".formatted(pattern.length, BYTES_MAX));
    }
    this.pattern = pattern;
    words = pattern.length / Long.SIZE + 1;
    accepting = new long[BYTE_VALUES * words];
    loops = new long[words];
    int at = 0;
    while (at < pattern.length) {
      if (pattern[at] == '*') {
        loops[items / Long.SIZE] |= 1L << items;
        at++;
      } else {
        BitSet accepted = new BitSet(BYTE_VALUES);
        at = readItem(at, accepted);
        addItem(accepted);
      }
    }
  }

  private void addItem(BitSet accepted) {
    items++;
    accepted.stream().forEach(value -> accepting[value * words + items / Long.SIZE] |= 1L << items);
  }

  /** Whether the whole text matches. */
  public boolean matches(byte[] text) {
    // Bit i: the text so far matches the first i items.
    long[] matched = new long[words];
    matched[0] = 1;
    for (byte character : text) {
      if (!advance(matched, (character & 0xFF) * words)) {
        return false;
      }
    }
    return (matched[items / Long.SIZE] >>> items & 1) != 0;
  }

  /** Returns whether the rest of the text can still match. */
  private boolean advance(long[] matched, int row) {
    long any = 0;
    for (int word = words - 1; word >= 0; word--) {
      long carried = word == 0 ? 0 : matched[word - 1] >>> Long.SIZE - 1;
      long following = (matched[word] << 1 | carried) & accepting[row + word];
      matched[word] = following | matched[word] & loops[word];
      any |= matched[word];
    }
    return any != 0;
  }

  /** Adds the bytes that the item at this position accepts; returns the position behind it. */
  private int readItem(int at, BitSet accepted) {
    return switch (pattern[at]) {
      case '?' -> {
        accepted.set(0, BYTE_VALUES);
        yield at + 1;
      }
      case '[' -> readClass(at + 1, accepted);
      default -> readLiteral(at, accepted);
    };
  }

  private int readLiteral(int at, BitSet accepted) {
    boolean escaped = pattern[at] == '\\' && at + 1 < pattern.length;
    int literal = escaped ? at + 1 : at;
    accepted.set(pattern[literal] & 0xFF);
    return literal + 1;
  }

  /** A class without a bracket ends with the pattern, as in Redis. */
  private int readClass(int start, BitSet accepted) {
    boolean negated = start < pattern.length && pattern[start] == '^';
    int at = negated ? start + 1 : start;
    while (at < pattern.length && pattern[at] != ']') {
      if (pattern[at] != '\\' && at + 2 < pattern.length && pattern[at + 1] == '-') {
        int first = pattern[at] & 0xFF;
        int last = pattern[at + 2] & 0xFF;
        accepted.set(Math.min(first, last), Math.max(first, last) + 1);
        at += 3;
      } else {
        at = readLiteral(at, accepted);
      }
    }
    if (negated) {
      accepted.flip(0, BYTE_VALUES);
    }
    return Math.min(at + 1, pattern.length);
  }
}
