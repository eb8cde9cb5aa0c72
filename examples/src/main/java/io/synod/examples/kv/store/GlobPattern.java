package io.synod.examples.kv.store;

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
        addItem(at);
        at = next(at);
      }
    }
  }

  private void addItem(int at) {
    items++;
    for (int value = 0; value < BYTE_VALUES; value++) {
      if (accepts(at, (byte) value)) {
        accepting[value * words + items / Long.SIZE] |= 1L << items;
      }
    }
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

  private boolean accepts(int at, byte character) {
    return switch (pattern[at]) {
      case '?' -> true;
      case '[' -> inClass(at, character & 0xFF);
      case '\\' -> pattern[literal(at)] == character;
      default -> pattern[at] == character;
    };
  }

  private int literal(int at) {
    return at + 1 < pattern.length ? at + 1 : at;
  }

  private int next(int at) {
    return switch (pattern[at]) {
      case '[' -> classEnd(at);
      case '\\' -> literal(at) + 1;
      default -> at + 1;
    };
  }

  private boolean negated(int at) {
    return at + 1 < pattern.length && pattern[at + 1] == '^';
  }

  private boolean inClass(int start, int character) {
    boolean negated = negated(start);
    boolean found = false;
    int at = start + (negated ? 2 : 1);
    while (at < pattern.length && pattern[at] != ']') {
      if (pattern[at] == '\\' && at + 1 < pattern.length) {
        found |= (pattern[at + 1] & 0xFF) == character;
        at += 2;
      } else if (isRange(at)) {
        found |= inRange(pattern[at] & 0xFF, pattern[at + 2] & 0xFF, character);
        at += 3;
      } else {
        found |= (pattern[at] & 0xFF) == character;
        at++;
      }
    }
    return found != negated;
  }

  private boolean isRange(int at) {
    return at + 2 < pattern.length && pattern[at + 1] == '-';
  }

  private static boolean inRange(int first, int last, int character) {
    return character >= Math.min(first, last) && character <= Math.max(first, last);
  }

  /**
   * The position behind the class. A class without a bracket ends with the pattern, as in Redis.
   */
  private int classEnd(int start) {
    int at = start + (negated(start) ? 2 : 1);
    while (at < pattern.length && pattern[at] != ']') {
      if (pattern[at] == '\\' && at + 1 < pattern.length) {
        at += 2;
      } else {
        at += isRange(at) ? 3 : 1;
      }
    }
    return Math.min(at + 1, pattern.length);
  }
}
