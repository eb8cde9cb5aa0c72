package io.synod.core.format;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings that must be equal on all replicas, as one line: {@code key = value, key = value}.
 * They are compared by meaning: the spelling of a value and the order do not matter, and settings
 * that only the other side knows are skipped, unless their key begins with {@link #REQUIRED}.
 */
public final class Terms {
  /** Before a key: a side that has no such setting differs too. */
  public static final String REQUIRED = "!";

  private static final String SEPARATOR = ", ";
  private static final String ASSIGNED = " = ";
  private static final int DIGITS_MAX = 18;
  private static final String MISSING = "not set";

  private Terms() {}

  /**
   * A setting that is not equal.
   *
   * @param other its value on the other side, in words if it has none
   */
  public record Difference(String key, String own, String other) {}

  private record Entry(String key, String value) {}

  /**
   * The first of {@code own} settings that {@code other} has not, or with another meaning; else the
   * first that {@code other} requires and {@code own} has not; null if there is none.
   */
  public static Difference difference(String own, String other) {
    List<Entry> ours = entries(own);
    List<Entry> theirs = entries(other);
    for (Entry mine : ours) {
      String differing = differing(mine.value, values(theirs, mine.key));
      if (differing != null) {
        return new Difference(shown(mine.key), mine.value, differing);
      }
    }
    for (Entry their : theirs) {
      if (their.key.startsWith(REQUIRED) && values(ours, their.key).isEmpty()) {
        return new Difference(shown(their.key), MISSING, their.value);
      }
    }
    return null;
  }

  private static List<String> values(List<Entry> entries, String key) {
    List<String> values = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.key.equals(key)) {
        values.add(entry.value);
      }
    }
    return values;
  }

  private static String shown(String key) {
    return key.startsWith(REQUIRED) ? key.substring(REQUIRED.length()) : key;
  }

  private static String differing(String own, List<String> others) {
    if (others.isEmpty()) {
      return MISSING;
    }
    String meaning = meaning(own);
    for (String other : others) {
      if (!meaning(other).equals(meaning)) {
        return other;
      }
    }
    return null;
  }

  private static List<Entry> entries(String terms) {
    List<Entry> entries = new ArrayList<>();
    for (String entry : terms.split(SEPARATOR)) {
      int at = entry.indexOf(ASSIGNED);
      if (at >= 0) {
        String key = entry.substring(0, at).strip();
        entries.add(new Entry(key, entry.substring(at + ASSIGNED.length()).strip()));
      }
    }
    return entries;
  }

  /** The same text for all spellings of an amount; any other value as it is. */
  private static String meaning(String value) {
    int digits = 0;
    while (digits < value.length() && isDigit(value.charAt(digits))) {
      digits++;
    }
    if (digits == 0 || digits > DIGITS_MAX) {
      return value;
    }
    long number = Long.parseLong(value.substring(0, digits));
    String suffix = value.substring(digits).strip();
    if (suffix.isEmpty()) {
      return inSmallestUnit(number, 1, "", value);
    }
    for (Unit unit : Unit.BYTES) {
      if (unit.suffix().equals(suffix)) {
        return inSmallestUnit(number, unit.factor(), "", value);
      }
    }
    for (Unit unit : Unit.TIME) {
      if (unit.suffix().equals(suffix)) {
        return inSmallestUnit(number, unit.factor(), "ns", value);
      }
    }
    return value;
  }

  private static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }

  private static String inSmallestUnit(long number, long factor, String unit, String value) {
    return number > Long.MAX_VALUE / factor ? value : number * factor + unit;
  }
}
