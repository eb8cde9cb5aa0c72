package io.synod.benchmarks.peers.server;

import io.synod.process.ProcessFailure;
import java.nio.file.Files;
import java.nio.file.Path;

/** The place of files in memory. */
public final class Memory {
  private static final Path SHARED = Path.of("/dev/shm");

  private Memory() {}

  /**
   * A folder on a file system in memory.
   *
   * @throws ProcessFailure if there is none: then memory and disk cannot be compared
   */
  public static Path folder() {
    if (!Files.isWritable(SHARED)) {
      throw new ProcessFailure(
          SHARED + " cannot be written: the peers' memory mode needs a tmpfs there, as on Linux");
    }
    return SHARED;
  }
}
