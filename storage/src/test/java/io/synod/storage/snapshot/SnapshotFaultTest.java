package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.PEER;
import static io.synod.storage.snapshot.Snapshots.ends;
import static io.synod.storage.snapshot.Snapshots.file;
import static io.synod.storage.snapshot.Snapshots.open;
import static io.synod.storage.snapshot.Snapshots.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.storage.disk.DiskFull;
import io.synod.storage.snapshot.TwinDisk.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Each call of the disk fails in turn. That nothing is tried again on a file, the disk checks. */
class SnapshotFaultTest {
  private static final int CALLS_MAX = 200;

  /** When one of these has failed, the disk still deletes: nothing unpublished is left. */
  private static final Set<String> DELETABLE_AFTER =
      Set.of("write", "force", "close", "read", "bytes", "force names");

  private interface Act {
    void on(SnapshotStore store) throws IOException;
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUT")
  void a_failure_while_writing_escapes_and_leaves_the_store_usable(Fault fault) throws IOException {
    atEachCall(fault, store -> publish(store, 30));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUT")
  void a_failure_while_receiving_escapes_and_leaves_the_store_usable(Fault fault)
      throws IOException {
    byte[] file = file(PEER, 30);
    atEachCall(fault, store -> Snapshots.receive(store, 30, file, 50));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUT")
  void a_failure_while_abandoning_escapes_and_leaves_the_store_usable(Fault fault)
      throws IOException {
    atEachCall(fault, store -> store.begin(30).close());
  }

  @Test
  void a_writer_that_has_failed_tries_nothing_more() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    for (int call : new int[] {1, 2}) {
      try (SnapshotWriter writer = store.begin(30)) {
        // The last chunk is written, then the file is forced.
        disk.failAt(call, Fault.FAILS);
        assertThatThrownBy(writer::publish)
            .hasMessageMatching(
                "could not write \\S*0000000000000030\\.[12]\\.partial: Input/output error at .*;"
                    + " check the disk");
        assertThat(disk.list()).isEmpty();
        assertThatThrownBy(writer::publish).hasMessageContaining("can no longer be written");
        assertThatThrownBy(() -> writer.write(1)).hasMessageContaining("can no longer be written");
        assertThatThrownBy(() -> writer.write(new byte[99]))
            .hasMessageContaining("can no longer be written");
      }
    }
    assertThat(disk.openFiles()).isZero();
    assertThat(store.list()).isEmpty();
  }

  @Test
  void a_disk_without_space_for_the_last_byte_leaves_nothing_and_goes_on_later()
      throws IOException {
    int bytes = file(PEER, 30).length;
    for (int space = 0; space < bytes; space++) {
      TwinDisk disk = new TwinDisk();
      SnapshotStore store = open(disk);
      publish(store, 10);
      publish(store, 20);
      List<String> before = disk.list();
      disk.usableBytes = space;

      assertThatThrownBy(() -> publish(store, 30)).as("%d", space).isInstanceOf(DiskFull.class);
      assertThat(disk.list()).isEqualTo(before);
      assertThat(disk.openFiles()).isZero();
      Snapshots.assertWhole(store);

      disk.usableBytes = bytes;
      publish(store, 30);
      assertThat(ends(store)).containsExactly(30L, 20L);
      Snapshots.assertWhole(store);
    }
  }

  @Test
  void a_disk_that_fills_up_during_a_transfer_leaves_nothing() throws IOException {
    byte[] file = file(PEER, 30);
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    try (SnapshotReceiver receiver = store.receive(30, file.length)) {
      disk.usableBytes = file.length - 1;
      assertThatThrownBy(() -> receiver.write(0, file)).isInstanceOf(DiskFull.class);
      assertThat(disk.list()).isEmpty();
    }
    disk.usableBytes = file.length;
    Snapshots.receive(store, 30, file, 50);
    Snapshots.assertWhole(store);
    assertThat(ends(store)).containsExactly(30L);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUT")
  void a_restart_that_fails_loses_nothing(Fault fault) throws IOException {
    boolean failed = true;
    for (int call = 1; failed; call++) {
      assertThat(call).isLessThan(CALLS_MAX);
      TwinDisk disk = new TwinDisk();
      for (long end = 1; end <= 3; end++) {
        disk.put(Snapshots.name(end), file(PEER, end));
      }
      disk.put("0000000000000004.1.partial", new byte[9]);
      disk.failAt(call, fault);
      try {
        open(disk);
        // An unreadable header is found again by each reader of the content.
        failed = disk.hasFailed();
      } catch (IOException escaped) {
        assertThat(disk.hasFailed()).isTrue();
      }
      assertThat(disk.openFiles()).isZero();
      disk.heal();
      SnapshotStore store = open(disk);
      assertThat(ends(store)).containsExactly(3L, 2L);
      assertThat(disk.list()).hasSize(2);
      Snapshots.assertWhole(store);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUT")
  void discarding_that_fails_leaves_the_other_snapshot(Fault fault) throws IOException {
    atEachCall(fault, store -> store.discard(store.list().get(0)), List.of(10L));
  }

  private static void atEachCall(Fault fault, Act act) throws IOException {
    atEachCall(fault, act, List.of(20L));
  }

  private static void atEachCall(Fault fault, Act act, List<Long> untouched) throws IOException {
    boolean failed = true;
    for (int call = 1; failed; call++) {
      assertThat(call).isLessThan(CALLS_MAX);
      TwinDisk disk = new TwinDisk();
      SnapshotStore store = open(disk);
      publish(store, 10);
      publish(store, 20);
      disk.failAt(call, fault);
      failed = fails(disk, fault, act, store);
      String what = "call %d, %s".formatted(call, disk.lastCall);
      disk.heal();

      if (DELETABLE_AFTER.contains(disk.failedCall)) {
        List<String> left = new ArrayList<>(disk.list());
        left.removeIf(name -> name.endsWith(".damaged"));
        assertThat(left).as(what).isEqualTo(names(store));
      }
      if (disk.failedCall.equals("rename")) {
        assertThat(disk.list()).as(what).noneMatch(name -> name.endsWith(".partial"));
      }
      assertThat(disk.openFiles()).as(what).isZero();
      assertThat(ends(store)).as(what).containsAll(untouched);
      Snapshots.assertWhole(store);
      publish(store, 40);
      assertThat(ends(store)).as(what).hasSize(2).startsWith(40L);
      Snapshots.assertWhole(store);

      SnapshotStore restarted = open(disk);
      assertThat(ends(restarted)).as(what).hasSize(2).startsWith(40L);
      Snapshots.assertWhole(restarted);
      assertThat(disk.list()).as(what).noneMatch(name -> name.endsWith(".partial"));
    }
  }

  private static List<String> names(SnapshotStore store) {
    return ends(store).stream().sorted().map(Snapshots::name).toList();
  }

  private static boolean fails(TwinDisk disk, Fault fault, Act act, SnapshotStore store) {
    try {
      act.on(store);
      assertThat(disk.hasFailed()).as("the failure escapes").isFalse();
      return false;
    } catch (DiskFull full) {
      assertThat(fault).isEqualTo(Fault.FULL);
    } catch (IOException failure) {
      // What the disk does not give back while a transfer is verified is as good as damaged.
      IOException cause =
          failure instanceof SnapshotDamaged ? (IOException) failure.getCause() : failure;
      assertThat(cause instanceof DiskFull || cause.getMessage().contains("Input/output error"))
          .as("%s", failure)
          .isTrue();
    }
    assertThat(disk.hasFailed()).isTrue();
    return true;
  }
}
