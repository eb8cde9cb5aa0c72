package io.synod.storage.disk;

import java.io.IOException;

/** The disk has no space. This may pass, unlike every other failure of a disk. */
public final class DiskFull extends IOException {
  private static final long serialVersionUID = 1L;

  public DiskFull(String message, Throwable cause) {
    super(message, cause);
  }
}
