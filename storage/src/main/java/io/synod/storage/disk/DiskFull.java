package io.synod.storage.disk;

import java.io.IOException;

/** There is no space. A condition that passes, unlike every other failure of a disk. */
public final class DiskFull extends IOException {
  private static final long serialVersionUID = 1L;

  public DiskFull(String message, Throwable cause) {
    super(message, cause);
  }
}
