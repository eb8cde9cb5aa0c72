package io.synod.storage.journal;

/** One file of the journal, and the known properties of its records. */
final class Segment {
  private static final String SUFFIX = ".journal";
  private static final String RETIRED = ".retired";
  private static final int DIGITS = 16;

  /** What fits its name. */
  static final long NUMBER_MAX = 9_999_999_999_999_999L;

  final long number;
  final String name;
  final long bytes;

  /** Of the last good record; 0 if there is none. */
  long lastNumber;

  /** The highest slot of a vote or decision; -1 if there is none. */
  long slotMax = -1;

  /** Behind the last good record. */
  long end = SegmentHeader.BYTES;

  /** Whether the header block is as it must be. */
  boolean headerGood = true;

  Segment(long number, long bytes) {
    this.number = number;
    this.name = name(number);
    this.bytes = bytes;
  }

  static String name(long number) {
    return name(number, SUFFIX);
  }

  /** What a segment is called that does not count any more and is kept for its space. */
  static String retiredName(long number) {
    return name(number, RETIRED);
  }

  private static String name(long number, String suffix) {
    String digits = Long.toString(number);
    return "0".repeat(DIGITS - digits.length()) + digits + suffix;
  }

  static boolean isRetired(String name) {
    return number(name, RETIRED) > 0;
  }

  /** The number of a segment file; 0 if it is none. */
  static long number(String name) {
    return number(name, SUFFIX);
  }

  private static long number(String name, String suffix) {
    if (name.length() != DIGITS + suffix.length() || !name.endsWith(suffix)) {
      return 0;
    }
    long number = 0;
    for (int index = 0; index < DIGITS; index++) {
      char digit = name.charAt(index);
      if (digit < '0' || digit > '9') {
        return 0;
      }
      number = number * 10 + (digit - '0');
    }
    return number;
  }

  boolean hasRecords() {
    return lastNumber > 0;
  }

  /** Takes note of a record, even if its body is damaged. */
  void note(RecordHeader header) {
    lastNumber = header.number;
    end = header.end();
    if (header.type.hasSlot()) {
      slotMax = Math.max(slotMax, header.slot);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
