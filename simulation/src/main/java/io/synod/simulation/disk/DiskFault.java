package io.synod.simulation.disk;

/** The faults that a call of a {@link SimulatedDisk} or of its files can have. */
public enum DiskFault {
  /** A read fails (EIO). */
  READ_ERROR,
  /** A write fails (EIO) after a prefix of it was written, which may be none or all of it. */
  WRITE_ERROR,
  /** Forcing a file fails (EIO), with the consequences of {@link FailedForce}. */
  FORCE_ERROR,
  /** Forcing the names fails (EIO), with the same consequences for them. */
  NAMES_FORCE_ERROR,
  /** Creating fails (EIO); nothing is left behind. */
  CREATE_ERROR,
  /** Renaming fails (EIO); nothing is renamed. */
  RENAME_ERROR,
  /** A write is done at another sector of the file, or in another file, but succeeds. */
  MISDIRECTED_WRITE
}
