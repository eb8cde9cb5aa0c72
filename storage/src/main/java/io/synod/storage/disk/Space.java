package io.synod.storage.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;

/** Distinguishes a full disk from a broken one: the JDK has no type for it. */
final class Space {
  // ENOSPC, as Linux, macOS and the BSDs word it in English.
  private static final String ENGLISH = "No space left on device";

  // It in the system's language, then EDQUOT.
  private static final List<String> WORDS =
      List.of(wordsOf(Path.of("/dev/full")), ENGLISH, "Disk quota exceeded", "Disc quota exceeded");

  private Space() {}

  /**
   * What the system says of a full disk, in its own language: a device of Linux is always full.
   *
   * @param full the device; English words if there is none
   */
  static String wordsOf(Path full) {
    try (FileChannel device = FileChannel.open(full, StandardOpenOption.WRITE)) {
      device.write(ByteBuffer.allocate(1));
      return ENGLISH;
    } catch (FileSystemException notThere) {
      return ENGLISH;
    } catch (IOException said) {
      return Objects.requireNonNullElse(said.getMessage(), ENGLISH);
    }
  }

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
