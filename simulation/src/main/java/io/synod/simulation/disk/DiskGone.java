package io.synod.simulation.disk;

import java.io.IOException;

/**
 * The process that used this disk, or its machine, has ended: its calls have no effect any more.
 * The next process uses the result of {@link SimulatedDisk#kill} or {@link SimulatedDisk#crash}.
 */
public final class DiskGone extends IOException {
  private static final long serialVersionUID = 1L;

  DiskGone(String path) {
    super(
        path + ": the process that used this disk has ended; use what kill() or crash() returned");
  }
}
