package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.PEER;
import static io.synod.storage.snapshot.Snapshots.SELF;
import static io.synod.storage.snapshot.Snapshots.ends;
import static io.synod.storage.snapshot.Snapshots.file;
import static io.synod.storage.snapshot.Snapshots.name;
import static io.synod.storage.snapshot.Snapshots.open;
import static io.synod.storage.snapshot.Snapshots.publish;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.storage.snapshot.TwinContent.Fate;
import io.synod.storage.snapshot.TwinDisk.Fault;
import io.synod.storage.snapshot.TwinDisk.PowerCut;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The power is cut before each call of the disk; of the names and pages that were not forced, every
 * choice is kept or lost.
 */
class SnapshotCrashTest {
  private static final int CALLS_MAX = 200;

  private interface Act {
    /** Returns once what it does is to last. */
    void on(SnapshotStore store) throws IOException;
  }

  @Test
  void publishing_leaves_the_old_set_or_the_new_one() throws IOException {
    Set<List<Long>> seen =
        afterEachCut(new long[] {10, 20}, store -> publish(store, 30), List.of(30L, 20L));

    assertThat(seen).containsExactlyInAnyOrder(List.of(20L, 10L), List.of(30L, 20L));
  }

  @Test
  void publishing_the_first_one_leaves_none_or_it() throws IOException {
    Set<List<Long>> seen = afterEachCut(new long[0], store -> publish(store, 30), List.of(30L));

    assertThat(seen).containsExactlyInAnyOrder(List.of(), List.of(30L));
  }

  @Test
  void publishing_what_was_received_leaves_the_old_set_or_the_new_one() throws IOException {
    byte[] file = file(PEER, 30);
    Set<List<Long>> seen =
        afterEachCut(
            new long[] {10, 20},
            store -> Snapshots.receive(store, 30, file, 50),
            List.of(30L, 20L));

    assertThat(seen).containsExactlyInAnyOrder(List.of(20L, 10L), List.of(30L, 20L));
  }

  @Test
  void discarding_leaves_the_snapshot_or_takes_it_out() throws IOException {
    Set<List<Long>> seen =
        afterEachCut(
            new long[] {10, 20}, store -> store.discard(store.list().get(0)), List.of(10L));

    assertThat(seen).containsExactlyInAnyOrder(List.of(20L, 10L), List.of(10L));
  }

  @Test
  void a_restart_that_is_cut_short_keeps_the_newest_two() throws IOException {
    boolean cut = true;
    for (int call = 1; cut; call++) {
      assertThat(call).isLessThan(CALLS_MAX);
      for (int names = 0; names < 8; names++) {
        // Published and not forced when the process died: the next life must not count on it yet.
        TwinDisk disk = new TwinDisk();
        disk.put(name(10), file(SELF, 10));
        disk.put(name(20), file(SELF, 20));
        disk.put("x.partial", file(SELF, 30));
        disk.rename("x.partial", name(30));
        disk.failAt(call, Fault.CUT);
        cut = isCut(() -> open(disk));
        TwinDisk left = disk.afterCut(names, Fate.LOST);
        assertThat(ends(open(left))).isIn(List.of(20L, 10L), List.of(30L, 20L));
      }
    }
  }

  /** What restarts find after a cut at each call of {@code act}, all of it whole. */
  private static Set<List<Long>> afterEachCut(long[] before, Act act, List<Long> done)
      throws IOException {
    Set<List<Long>> seen = new HashSet<>();
    boolean cut = true;
    for (int call = 1; cut; call++) {
      assertThat(call).isLessThan(CALLS_MAX);
      TwinDisk disk = new TwinDisk();
      SnapshotStore store = open(disk);
      for (long end : before) {
        publish(store, end);
      }
      disk.failAt(call, Fault.CUT);
      cut = isCut(() -> act.on(store));
      assertThat(disk.unforcedNames()).isLessThan(6);
      for (int names = 0; names < 1 << disk.unforcedNames(); names++) {
        for (Fate fate : Fate.values()) {
          List<Long> found = found(disk.afterCut(names, fate));
          if (!cut) {
            assertThat(found).isEqualTo(done);
          }
          seen.add(found);
        }
      }
    }
    return seen;
  }

  private static List<Long> found(TwinDisk left) throws IOException {
    SnapshotStore store = open(left);
    Snapshots.assertWhole(store);
    Set<String> names = new TreeSet<>(left.list());
    names.removeIf(name -> name.endsWith(".damaged"));
    assertThat(names).hasSameSizeAs(store.list());
    return ends(store);
  }

  private interface Cuttable {
    void run() throws IOException;
  }

  private static boolean isCut(Cuttable act) throws IOException {
    try {
      act.run();
      return false;
    } catch (PowerCut cut) {
      return true;
    }
  }
}
