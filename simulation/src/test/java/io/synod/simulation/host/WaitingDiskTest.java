package io.synod.simulation.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.simulation.disk.CrashKind;
import io.synod.simulation.disk.SimulatedDisk;
import io.synod.simulation.scheduler.Scheduler;
import io.synod.simulation.scheduler.SkewedClock;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WaitingDiskTest {
  private static final int BYTES = 4 * 512;
  private static final long WAIT_NANOS = 1_000_000;

  /** What a file has after a power cut at {@code cutNanos}, while a synced write of ones runs. */
  private static byte[] afterCut(long seed, long cutNanos) throws IOException {
    Scheduler scheduler = new Scheduler();
    Threads threads = new Threads(scheduler, 1, failure -> {});
    SimulatedHost host = threads.process(new SkewedClock(0, 0, 0), new SplittableRandom(seed));
    DiskPace pace = new DiskPace(0);
    pace.slow(WAIT_NANOS);
    SimulatedDisk disk = new SimulatedDisk("disk", new SplittableRandom(seed));
    disk.create("a", BYTES).force();
    disk.force();
    WaitingDisk waiting = new WaitingDisk(disk, host, pace);
    new SimulatedThread(host, "writer").soon(() -> writeOnes(waiting));
    SimulatedDisk[] left = new SimulatedDisk[1];
    scheduler.at(cutNanos, () -> left[0] = disk.crash(CrashKind.ANY));
    scheduler.limit(1_000);
    threads.run(() -> scheduler.runNext() && left[0] == null);
    return left[0].bytes("a");
  }

  private static void writeOnes(WaitingDisk disk) {
    byte[] ones = new byte[BYTES];
    Arrays.fill(ones, (byte) 1);
    try (DiskFile file = disk.open("a", new WriteMode(false, true))) {
      file.write(0, ByteBuffer.wrap(ones));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static int ones(byte[] bytes) {
    int count = 0;
    for (byte one : bytes) {
      count += one;
    }
    return count;
  }

  @Test
  void a_power_cut_may_keep_a_part_of_a_synced_write_that_has_not_returned() throws IOException {
    int parts = 0;
    for (int seed = 0; seed < 50; seed++) {
      int kept = ones(afterCut(seed, WAIT_NANOS / 2));
      parts += kept > 0 && kept < BYTES ? 1 : 0;
      assertThat(ones(afterCut(seed, 2 * WAIT_NANOS))).isEqualTo(BYTES);
    }
    assertThat(parts).isGreaterThan(10);
  }
}
