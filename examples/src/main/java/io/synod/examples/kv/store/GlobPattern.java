package io.synod.examples.kv.store;

/**
 * A pattern as Redis understands it: {@code *}, {@code ?}, {@code [abc]}, {@code [^a-z]} and {@code
 * \} before a character that is meant literally. Works on bytes and in bounded time: only the last
 * star is ever tried again.
 */
public final class GlobPattern {
  private final byte[] pattern;

  public GlobPattern(byte[] pattern) {
    this.pattern = pattern;
  }

  /** Whether the whole text matches. */
  public boolean matches(byte[] text) {
    int at = 0;
    int inText = 0;
    int afterStar = -1;
    int starText = 0;
    while (inText < text.length || at < pattern.length) {
      if (at < pattern.length && pattern[at] == '*') {
        afterStar = ++at;
        starText = inText;
      } else if (inText < text.length && at < pattern.length && accepts(at, text[inText])) {
        at = next(at);
        inText++;
      } else if (afterStar >= 0 && starText < text.length) {
        at = afterStar;
        inText = ++starText;
      } else {
        return false;
      }
    }
    return true;
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

  /** Behind the class; a class without its bracket ends with the pattern, as in Redis. */
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
