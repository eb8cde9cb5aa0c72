package io.synod.simulation.disk;

/** The faults of a {@link SimulatedDisk}, apart from a power cut. */
public enum DiskFault {
  /** The process stops inside a call: this call and all later ones throw {@link DiskGone}. */
  HALT,
  /** A read fails (EIO). */
  READ_ERROR,
  /** A write fails (EIO) after a prefix of it was written, which may be none or all of it. */
  WRITE_ERROR,
  /** Forcing a file fails (EIO), with the consequences of {@link FailedForce}. */
  FORCE_ERROR,
  /** Forcing the names fails (EIO), with the same consequences for them. */
  NAMES_FORCE_ERROR,
  /** Listing fails (EIO). */
  LIST_ERROR,
  /** Creating fails (EIO); nothing is left behind. */
  CREATE_ERROR,
  /** Opening fails (EIO). */
  OPEN_ERROR,
  /** Renaming fails (EIO); nothing is renamed. */
  RENAME_ERROR,
  /** Deleting fails (EIO); nothing is deleted. */
  DELETE_ERROR,
  /** A write is not done, but succeeds. */
  LOST_WRITE,
  /** A write is done at another sector of the file, or in another file, but succeeds. */
  MISDIRECTED_WRITE,
  /** There is no space. Not armed: a result of {@link SimulatedDisk#setCapacity}. */
  NO_SPACE,
  /** A bit is flipped. Not armed: a result of {@link SimulatedDisk#flipBit}. */
  BIT_FLIP
}
