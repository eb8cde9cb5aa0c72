package io.synod.storage.disk;

/**
 * How a file is written.
 *
 * @param direct past the system's memory, to the device (O_DIRECT): position, length and address of
 *     every write are multiples of {@link Disk#directBlockBytes}
 * @param synced what is written lasts when the call returns (O_DSYNC); else once it is forced
 */
public record WriteMode(boolean direct, boolean synced) {

  /** To the system's memory, from where a force takes it to the device. */
  public static final WriteMode BUFFERED = new WriteMode(false, false);
}
