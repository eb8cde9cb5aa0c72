package io.synod.storage.journal;

/** The type of a record. The codes are part of the format. */
public enum RecordType {
  PROMISED(1, "Promised"),
  VOTED(2, "Voted"),
  LEARNT(3, "Learnt"),
  DECIDED_UP_TO(4, "DecidedUpTo"),
  JOINED(5, "Joined"),
  /** Nothing: it fills the place of a record that was damaged and is not needed any more. */
  VOID(6, "Void");

  private final int code;
  private final String label;

  RecordType(int code, String label) {
    this.code = code;
    this.label = label;
  }

  int code() {
    return code;
  }

  /** Name of the record, as {@code JournalRecord} has it. */
  public String label() {
    return label;
  }

  /** Whether it is about one slot. */
  public boolean hasSlot() {
    return this == VOTED || this == LEARNT;
  }

  /** Null if no type has this code. */
  static RecordType of(int code) {
    for (RecordType type : values()) {
      if (type.code == code) {
        return type;
      }
    }
    return null;
  }
}
