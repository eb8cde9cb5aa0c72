package io.synod.storage.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.effect.JournalRecord;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Power cuts and killed processes: what was durable is there, and nothing else but a prefix. */
@ParameterizedClass
@EnumSource
final class CrashTest {

  private static final int TEARS = 4;

  // Its second life resets the journal and cuts it.
  private static final long SEED_WITH_RESET = 4;
  private final WriteVariant variant;

  CrashTest(WriteVariant variant) {
    this.variant = variant;
  }

  @Test
  void a_power_cut_before_any_call_of_the_disk_loses_nothing_durable() {
    long calls = 0;
    long takenOver = 0;
    for (long seed = 0; seed < 4; seed++) {
      long lifeCalls = callsOf(seed);
      for (long cut = 0; cut <= lifeCalls; cut++) {
        takenOver += cutAt(seed, cut);
      }
      calls += lifeCalls;
    }
    assertThat(takenOver).isGreaterThan(80);
    assertThat(calls).isGreaterThan(400);
  }

  @Test
  void a_power_cut_before_any_call_of_the_first_life_leaves_a_journal_that_goes_on() {
    long cuts = 0;
    for (long seed = 0; seed < 8; seed++) {
      MemoryDisk whole = variant.disk();
      new Workload(seed).live(whole);
      for (long cut = 0; cut <= Math.min(60, whole.calls.size()); cut++) {
        MemoryDisk disk = variant.disk();
        Workload workload = new Workload(seed);
        liveUntil(cut, disk, workload);
        for (int tear = 0; tear < TEARS; tear++) {
          MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(seed * 1009 + cut * 31 + tear));
          recover("seed %d, cut %d, tear %d".formatted(seed, cut, tear), left, workload.copy());
          cuts++;
        }
      }
    }
    assertThat(cuts).isGreaterThan(1000);
  }

  @Test
  void many_lives_that_end_anywhere_lose_nothing_durable() {
    long durable = 0;
    for (long seed = 0; seed < 300; seed++) {
      durable += livesOf(seed);
    }
    assertThat(durable).isGreaterThan(10_000);
  }

  @Test
  void a_power_cut_while_a_killed_process_starts_anew_loses_nothing_durable() {
    long cuts = 0;
    long kills = callsOf(SEED_WITH_RESET);
    for (long kill = 0; kill < kills; kill++) {
      // Each pair is one of every other variant.
      for (long cut = 20 + (kill + variant.ordinal()) % 2; cut < 40; cut += 2) {
        MemoryDisk disk = variant.disk();
        Workload workload = new Workload(SEED_WITH_RESET);
        workload.live(disk);
        disk.calls.clear();
        liveUntil(kill, disk, workload);
        disk = disk.killed();
        workload.adopt(SomeRecords.recover(disk));
        disk.calls.clear();
        liveUntil(cut, disk, workload);
        MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(kill * 1009 + cut));
        adopt("killed at %d, cut at %d".formatted(kill, cut), left, workload);
        cuts++;
      }
    }
    assertThat(cuts).isGreaterThan(500);
  }

  @Test
  void a_power_cut_during_a_repair_leaves_the_damage_or_the_decision() {
    for (int decisionBytes : new int[] {1000, 1001, 300}) {
      MemoryDisk whole = damaged();
      int repaired = 0;
      for (long cut = 0; cut < 80; cut++) {
        for (int tear = 0; tear < TEARS; tear++) {
          MemoryDisk disk = whole.copy();
          boolean isDurable = repairUntil(cut, disk, decisionBytes);
          MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(cut * 1009 + tear));
          repaired += verifyRepair(left, decisionBytes, isDurable) ? 1 : 0;
        }
      }
      assertThat(repaired).isBetween(1, 80 * TEARS - 1);
    }
  }

  @Test
  void a_record_cut_from_a_later_segment_never_comes_back() {
    MemoryDisk disk = variant.disk();
    WriteAheadLog log = SomeRecords.reopen(disk);
    for (int slot = 0; slot < 12; slot++) {
      log.append(SomeRecords.voted(1, slot, 500));
    }
    log.commit();
    // The mark and the last record of the first segment have not reached the disk.
    Arrays.fill(disk.bytes(CommitMark.NAME), MemoryDisk.SECTOR, CommitMark.BYTES, (byte) 0);
    disk.bytes(Segment.name(1))[4000] ^= 1;
    int kept = SomeRecords.recover(disk).records().size();
    assertThat(kept).isEqualTo(5);

    log = SomeRecords.reopen(disk);
    for (int slot = kept; slot < 11; slot++) {
      log.append(SomeRecords.voted(2, slot, 500));
    }
    log.close();

    // Where the next record would stand the cut one stood, with the number that comes next.
    SomeRecords.Recovered recovered = SomeRecords.recover(disk);
    assertThat(recovered.records()).hasSize(11).doesNotContain(SomeRecords.voted(1, 11, 500));
    assertThat(recovered.found().torn()).isNull();
  }

  @Test
  void a_spare_segment_that_a_killed_process_left_lasts_before_it_is_used() {
    for (int tear = 0; tear < 20; tear++) {
      MemoryDisk disk = variant.disk();
      WriteAheadLog log = SomeRecords.reopen(disk);
      log.append(SomeRecords.voted(1, 0, 3000));
      log.commit();
      log.append(SomeRecords.voted(1, 1, 3000));
      log.commit();
      disk.failWith(
          (call, what) -> {
            if (what.equals("force directory")) {
              throw new MemoryDisk.PowerCut();
            }
            return null;
          });
      assertThatThrownBy(log::reserve).isInstanceOf(MemoryDisk.PowerCut.class);
      assertThat(disk.calls).endsWith("force " + Segment.name(3));

      disk = disk.killed();
      log = SomeRecords.reopen(disk);
      log.append(SomeRecords.voted(1, 2, 3000));
      log.commit();

      MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(tear));
      assertThat(SomeRecords.recover(left).records()).hasSize(3);
    }
  }

  @Test
  void a_spare_segment_lasts_under_its_new_name_before_it_is_used() {
    for (int tear = 0; tear < 20; tear++) {
      MemoryDisk disk = variant.disk();
      try (WriteAheadLog log = SomeRecords.reopen(disk)) {
        log.append(SomeRecords.voted(1, 0, 3000));
      }
      disk.put(Segment.name(5), new byte[4096]);
      WriteAheadLog log = SomeRecords.reopen(disk);
      log.append(SomeRecords.voted(1, 1, 3000));
      log.commit();
      assertThat(disk.calls).contains("rename " + Segment.name(5) + " " + Segment.name(2));

      MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(tear));
      assertThat(SomeRecords.recover(left).records()).hasSize(2);
    }
  }

  /** Slot 1 is damaged; the header of its record lies in one sector. */
  private MemoryDisk damaged() {
    MemoryDisk disk = variant.disk();
    try (WriteAheadLog log = SomeRecords.reopen(disk)) {
      log.append(SomeRecords.voted(1, 0, 40));
      log.append(SomeRecords.voted(1, 1, 1000));
      log.append(SomeRecords.voted(1, 2, 40));
    }
    int body = SegmentHeader.BYTES + (int) RecordHeader.extent(40) + RecordHeader.BYTES;
    disk.bytes(Segment.name(1))[body + 700] ^= 1;
    return disk;
  }

  private static boolean repairUntil(long cut, MemoryDisk disk, int decisionBytes) {
    cutBefore(cut, disk);
    try {
      SomeRecords.Recovered recovered = SomeRecords.recover(disk);
      WriteAheadLog log =
          WriteAheadLog.open(disk, disk.small(), SomeRecords.IDENTITY, recovered.found());
      log.repair(recovered.damaged().get(0), SomeRecords.batch(decisionBytes, 99));
      log.append(SomeRecords.promised(2, 2));
      log.commit();
      return true;
    } catch (MemoryDisk.PowerCut ended) {
      return false;
    }
  }

  private static boolean verifyRepair(MemoryDisk left, int decisionBytes, boolean isDurable) {
    SomeRecords.Recovered recovered = SomeRecords.recover(left);
    assertThat(recovered.found().isComplete()).isTrue();
    assertThat(recovered.records())
        .contains(SomeRecords.voted(1, 0, 40), SomeRecords.voted(1, 2, 40));
    boolean isLearnt =
        recovered
            .records()
            .contains(new JournalRecord.Learnt(1, SomeRecords.batch(decisionBytes, 99)));
    boolean isDamaged = !recovered.damaged().isEmpty();
    assertThat(isLearnt || isDamaged).isTrue();
    assertThat(isDurable && (!isLearnt || isDamaged)).isFalse();
    recovered.damaged().forEach(damage -> assertThat(damage.slot()).isEqualTo(1));
    return isLearnt;
  }

  private long callsOf(long seed) {
    MemoryDisk disk = variant.disk();
    Workload workload = new Workload(seed);
    workload.live(disk);
    disk.calls.clear();
    workload.live(disk);
    return disk.calls.size();
  }

  /**
   * The second life ends before that call, with its writes lost or torn in several ways. Returns
   * how many retired segments it had taken over.
   */
  private long cutAt(long seed, long cut) {
    MemoryDisk disk = variant.disk();
    Workload workload = new Workload(seed);
    workload.live(disk);
    disk.calls.clear();
    liveUntil(cut, disk, workload);
    for (int tear = 0; tear < TEARS; tear++) {
      String name = "seed %d, cut before call %d, tear %d".formatted(seed, cut, tear);
      MemoryDisk left = disk.afterPowerCut(MemoryDisk.random(seed * 1_000_003 + cut * 1009 + tear));
      recover(name, left, workload.copy());
    }
    return disk.calls.stream().filter(CrashTest::takesRetired).count();
  }

  /** A segment that was kept for its space gets the name of the next one. */
  private static boolean takesRetired(String call) {
    return call.startsWith("rename ") && call.contains("retired ") && call.endsWith("journal");
  }

  private long livesOf(long seed) {
    Random random = MemoryDisk.random(seed);
    Workload workload = new Workload(seed);
    MemoryDisk disk = variant.disk();
    for (int life = 0; life < 12; life++) {
      liveUntil(random.nextInt(120), disk, workload);
      disk = random.nextInt(3) == 0 ? disk.killed() : disk.afterPowerCut(random);
      adopt("seed %d, life %d".formatted(seed, life), disk, workload);
    }
    recover("seed " + seed, disk, workload);
    return workload.durable();
  }

  private static void liveUntil(long cut, MemoryDisk disk, Workload workload) {
    cutBefore(cut, disk);
    try {
      workload.live(disk);
    } catch (MemoryDisk.PowerCut ended) {
      assertThat(disk.calls).hasSizeGreaterThanOrEqualTo((int) cut);
    }
    disk.failWith((call, what) -> null);
  }

  private static void cutBefore(long cut, MemoryDisk disk) {
    disk.failWith(
        (call, what) -> {
          if (call >= cut) {
            throw new MemoryDisk.PowerCut();
          }
          return null;
        });
  }

  /** What was left is right, and a whole life can follow. */
  private static void recover(String name, MemoryDisk left, Workload workload) {
    adopt(name, left, workload);
    workload.live(left);
    adopt(name + ", a life later", left, workload);
    assertThat(left.open).isZero();
  }

  private static void adopt(String name, MemoryDisk left, Workload workload) {
    try {
      workload.adopt(SomeRecords.recover(left));
    } catch (AssertionError failure) {
      throw new AssertionError(name, failure);
    }
  }
}
