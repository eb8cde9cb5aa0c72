package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.disk.DiskFull;
import io.synod.storage.disk.DiskTrial;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The measurement by which a replica chooses how to wait for its disk. */
final class DiskTrialTest {
  private static final String FILE = "disk.trial";
  private static final WriteMode FORCED = new WriteMode(true, false);
  private static final WriteMode SYNCED = new WriteMode(true, true);

  private final MemoryDisk disk = new MemoryDisk(WriteVariant.PAGES);
  private long now;
  private long writeNanos = 100_000;
  private long forceNanos = 100_000;
  private long syncedNanos = 100_000;

  private DiskTrial trial() {
    disk.failWith(
        (call, what) -> {
          now += what.equals("write " + FILE) ? writeNanos : 0;
          if (what.equals("force " + FILE)) {
            now += disk.isWithinWrite ? syncedNanos : forceNanos;
          }
          return null;
        });
    return new DiskTrial(disk, () -> now);
  }

  @Test
  void a_mode_that_is_not_clearly_faster_is_not_chosen() throws IOException {
    syncedNanos = 60_000;
    assertThat(trial().faster(true)).isEqualTo(FORCED);
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void a_mode_that_is_clearly_faster_is_chosen() throws IOException {
    syncedNanos = 40_000;
    assertThat(trial().faster(true)).isEqualTo(SYNCED);
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void a_slow_disk_is_not_measured_for_long() throws IOException {
    forceNanos = 1_000_000_000;
    List<DiskTrial.Waits> waits =
        trial().measure(List.of(FORCED, SYNCED), 4096, 1000, 4_000_000_000L);
    assertThat(waits.get(0).nanos()).hasSizeBetween(3, 4);
  }

  @Test
  void a_full_disk_and_one_that_was_left_in_the_middle_are_measured_or_taken_as_usual()
      throws IOException {
    disk.put(FILE, new byte[10]);
    assertThat(trial().faster(true)).isEqualTo(FORCED);
    assertThat(disk.list()).isEmpty();

    disk.failWith((call, what) -> what.startsWith("create") ? new DiskFull("full", null) : null);
    assertThat(new DiskTrial(disk, () -> now).faster(false)).isEqualTo(WriteMode.BUFFERED);
  }

  @Test
  void waits_are_read_by_share() {
    DiskTrial.Waits waits = new DiskTrial.Waits(new long[] {5, 1, 3, 2, 4});
    assertThat(waits.at(0)).isEqualTo(1);
    assertThat(waits.at(0.5)).isEqualTo(3);
    assertThat(waits.at(0.99)).isEqualTo(5);
    assertThat(waits.at(1)).isEqualTo(5);
  }
}
