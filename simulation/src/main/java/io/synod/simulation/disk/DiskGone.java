package io.synod.simulation.disk;

import java.io.IOException;

/**
 * The process that used this disk has ended, or its machine has: nothing it does with it any more
 * has an effect. The next process uses what {@link SimulatedDisk#kill} or {@link
 * SimulatedDisk#crash} returned.
 */
public final class DiskGone extends IOException {
  private static final long serialVersionUID = 1L;

  DiskGone(String path) {
    super(
        path + ": the process that used this disk has ended; use what kill() or crash() returned");
  }
}
