package io.synod.core.settings;

/** Whether the journal is written past the system's memory, straight to the device (O_DIRECT). */
public enum DirectIo {
  /** Where the file system allows it and segments consist of whole blocks. */
  AUTO,
  /** A replica whose file system does not allow it does not start. */
  ON,
  /** Never. */
  OFF
}
