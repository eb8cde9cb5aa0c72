package io.synod.core.settings;

/** The system call with which the journal waits for the disk. */
public enum SyncMethod {
  /** The faster one, as measured on the disk when the replica starts. */
  AUTO,
  /** One that writes, and then fdatasync. */
  FDATASYNC,
  /** One that writes and waits (O_DSYNC). */
  DSYNC
}
