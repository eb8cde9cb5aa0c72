package io.synod.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * What a process has used so far.
 *
 * @param cpuNanos user and system time of all its threads; counts in steps of 10 ms on Linux
 * @param residentBytesPeak the most memory that it has had at a time; 0 where it is not known
 */
public record Usage(long cpuNanos, long residentBytesPeak) {
  private static final String PEAK = "VmHWM:";

  /** Nothing, of a process that has ended. */
  static Usage of(ProcessHandle process) {
    long cpu = process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    return new Usage(cpu, residentBytesPeak(process.pid()));
  }

  private static long residentBytesPeak(long pid) {
    Path status = Path.of("/proc", String.valueOf(pid), "status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith(PEAK)) {
          String kibibytes = line.substring(PEAK.length()).replace("kB", "").trim();
          return Long.parseLong(kibibytes) << 10;
        }
      }
      return 0;
    } catch (IOException ended) {
      return 0;
    }
  }
}
