package io.synod.benchmarks.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The time of this machine's processors since its start, as Linux counts it.
 *
 * @param busy in ticks
 * @param all in ticks
 */
record MachineTime(long busy, long all) {
  private static final Path STAT = Path.of("/proc/stat");
  private static final int IDLE_AT = 4;
  private static final int WAITING_AT = 5;
  private static final int STOLEN_AT = 8;

  /** Empty if it cannot be read. */
  static MachineTime read() {
    try {
      return parse(Files.readAllLines(STAT).get(0));
    } catch (IOException elsewhere) {
      return new MachineTime(0, 0);
    }
  }

  /** Parses the first line of {@code /proc/stat}. */
  static MachineTime parse(String line) {
    String[] fields = line.split(" +");
    long all = 0;
    for (int index = 1; index <= STOLEN_AT; index++) {
      all += Long.parseLong(fields[index]);
    }
    long idle = Long.parseLong(fields[IDLE_AT]) + Long.parseLong(fields[WAITING_AT]);
    return new MachineTime(all - idle, all);
  }

  /** The busy share of all processors' time since then; not a number if no time has passed. */
  double busySince(MachineTime earlier) {
    return (double) (busy - earlier.busy) / (all - earlier.all);
  }
}
