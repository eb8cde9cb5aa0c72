package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.ends;
import static io.synod.storage.snapshot.Snapshots.open;
import static io.synod.storage.snapshot.Snapshots.publish;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A snapshot that is being sent to a peer stays while two newer ones come. */
class SnapshotPinTest {
  private final TwinDisk disk = new TwinDisk();
  private SnapshotStore store;

  @BeforeEach
  void publishOne() throws IOException {
    store = open(disk);
    publish(store, 7);
  }

  @Test
  void it_is_kept_beside_the_last_two_and_read_to_its_end() throws IOException {
    store.pin(7, 100);
    publish(store, 8);
    publish(store, 9);
    publish(store, 10);

    assertThat(ends(store)).containsExactly(10L, 9L, 7L);
    assertThat(store.readPart(7, 1, new byte[10])).isEqualTo(10);
    assertThat(store.firstPinned()).isEqualTo(7);
    Snapshots.assertWhole(store);
  }

  @Test
  void it_is_deleted_when_its_time_ends() throws IOException {
    store.pin(7, 100);
    publish(store, 8);
    publish(store, 9);

    store.pin(9, 199);
    assertThat(store.endPins(99)).isEqualTo(100);
    assertThat(ends(store)).containsExactly(9L, 8L, 7L);
    assertThat(store.endPins(100)).isEqualTo(199);

    assertThat(ends(store)).containsExactly(9L, 8L);
    assertThat(disk.list()).doesNotContain(Snapshots.name(7));
    assertThat(store.firstPinned()).isEqualTo(9);
  }

  @Test
  void each_part_that_is_asked_for_renews_it() throws IOException {
    publish(store, 8);
    for (long now = 0; now < 1000; now += 50) {
      store.pin(7, now + 100);
      publish(store, 9 + now);
    }
    assertThat(ends(store)).containsExactly(959L, 909L, 7L);
  }

  @Test
  void one_more_than_two_is_kept_at_most() throws IOException {
    for (long end = 8; end < 20; end++) {
      publish(store, end);
      for (SnapshotInfo kept : store.list()) {
        store.pin(kept.end(), end + 100);
      }
    }
    assertThat(ends(store)).containsExactly(19L, 18L, 7L);
  }

  @Test
  void it_goes_at_once_when_space_is_needed() throws IOException {
    store.pin(7, 100);
    publish(store, 8);
    publish(store, 9);

    store.unpin();

    assertThat(ends(store)).containsExactly(9L, 8L);
    assertThat(store.firstPinned()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_snapshot_that_is_no_longer_kept_is_not_pinned() throws IOException {
    store.pin(6, 100);
    assertThat(store.firstPinned()).isEqualTo(Long.MAX_VALUE);
    store.pin(7, 100);
    store.discard(store.list().get(0));
    assertThat(store.firstPinned()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void the_next_start_keeps_two() throws IOException {
    store.pin(7, 100);
    publish(store, 8);
    publish(store, 9);
    store.close();

    assertThat(ends(open(disk))).containsExactly(9L, 8L);
  }
}
