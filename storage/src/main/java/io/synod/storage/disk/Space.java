package io.synod.storage.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Distinguishes a full disk from a broken one: the JDK has no type for it. */
final class Space {
  // ENOSPC and EDQUOT, as Linux, macOS and the BSDs word them.
  private static final String[] WORDS = {
    "No space left on device", "Disk quota exceeded", "Disc quota exceeded"
  };

  private Space() {}

  /** {@code failure}, as {@link DiskFull} if that is what it says. */
  static IOException orOther(IOException failure, Path path) {
    String message = String.valueOf(failure.getMessage());
    for (String words : WORDS) {
      if (message.contains(words)) {
        return full(failure, path);
      }
    }
    return failure;
  }

  static IOException full(IOException failure, Path path) {
    return failure instanceof DiskFull
        ? failure
        : new DiskFull("no space for " + path + ": " + failure.getMessage(), failure);
  }
}
