package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.PEER;
import static io.synod.storage.snapshot.Snapshots.SELF;
import static io.synod.storage.snapshot.Snapshots.content;
import static io.synod.storage.snapshot.Snapshots.ends;
import static io.synod.storage.snapshot.Snapshots.file;
import static io.synod.storage.snapshot.Snapshots.name;
import static io.synod.storage.snapshot.Snapshots.open;
import static io.synod.storage.snapshot.Snapshots.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.storage.disk.DiskFull;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTransferTest {
  private final TwinDisk peerDisk = new TwinDisk();
  private final TwinDisk disk = new TwinDisk();

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 10_000})
  void a_snapshot_arrives_in_parts_of_any_size(int partBytes) throws IOException {
    SnapshotStore peer = open(peerDisk, PEER);
    SnapshotInfo sent = publish(peer, 7);
    SnapshotStore store = open(disk);

    try (SnapshotReceiver receiver = store.receive(7, sent.bytes())) {
      byte[] part = new byte[partBytes];
      for (int bytes = peer.readPart(7, 0, part);
          bytes > 0;
          bytes = peer.readPart(7, receiver.received(), part)) {
        assertThat(receiver.write(receiver.received(), Arrays.copyOf(part, bytes))).isTrue();
      }
      assertThat(receiver.received()).isEqualTo(sent.bytes()).isEqualTo(receiver.totalBytes());
      assertThat(receiver.end()).isEqualTo(7);
      assertThat(receiver.publish()).isEqualTo(sent);
    }

    assertThat(store.list()).containsExactly(sent);
    assertThat(disk.bytesOf(name(7))).isEqualTo(peerDisk.bytesOf(name(7)));
    Snapshots.assertWhole(store);
    assertThat(open(disk).list()).containsExactly(sent);
    peer.close();
    assertThat(peerDisk.openFiles() + disk.openFiles()).isZero();
  }

  @Test
  void a_part_that_is_not_the_next_one_is_not_taken() throws IOException {
    byte[] file = file(PEER, 7);
    SnapshotStore store = open(disk);
    try (SnapshotReceiver receiver = store.receive(7, file.length)) {
      byte[] first = Arrays.copyOf(file, 60);
      byte[] rest = Arrays.copyOfRange(file, 60, file.length);

      assertThat(receiver.write(60, rest)).isFalse();
      assertThat(receiver.write(0, first)).isTrue();
      assertThat(receiver.write(0, first)).isFalse();
      assertThat(receiver.received()).isEqualTo(60);
      assertThat(receiver.write(60, rest)).isTrue();
      assertThat(receiver.write(60, rest)).isFalse();
      receiver.publish();
    }
    Snapshots.assertWhole(store);
    assertThat(ends(store)).containsExactly(7L);
  }

  @Test
  void more_than_was_announced_is_refused() throws IOException {
    byte[] file = file(PEER, 7);
    SnapshotStore store = open(disk);
    try (SnapshotReceiver receiver = store.receive(7, file.length - 1)) {
      assertThatThrownBy(() -> receiver.write(0, file))
          .isInstanceOf(SnapshotDamaged.class)
          .hasMessageContaining((file.length - 1) + " bytes were announced, more came");
      assertThat(disk.list()).isEmpty();
      assertThatThrownBy(() -> receiver.write(0, file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("can no longer be written");
    }
    assertThat(disk.openFiles()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, Long.MAX_VALUE})
  void a_length_that_no_snapshot_has_is_refused(long totalBytes) throws IOException {
    disk.usableBytes = Long.MAX_VALUE;
    SnapshotStore store = open(disk);
    try (SnapshotReceiver receiver = store.receive(7, totalBytes)) {
      assertThatThrownBy(
              () -> {
                receiver.write(0, new byte[100]);
                receiver.publish();
              })
          .isInstanceOf(SnapshotDamaged.class);
    }
    assertThat(disk.list()).isEmpty();
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void missing_parts_are_an_error() throws IOException {
    byte[] file = file(PEER, 7);
    SnapshotStore store = open(disk);
    try (SnapshotReceiver receiver = store.receive(7, file.length)) {
      receiver.write(0, Arrays.copyOf(file, 100));
      assertThatThrownBy(receiver::publish)
          .isInstanceOf(SnapshotDamaged.class)
          .hasMessageContaining("at byte 100: it ends here, " + file.length + " bytes");
    }
    assertThat(disk.list()).isEmpty();
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void a_header_that_cannot_be_used_is_refused_before_the_rest_comes() throws IOException {
    TwinDisk foreignDisk = new TwinDisk();
    SnapshotStore foreign = open(foreignDisk, new SnapshotIdentity("stocks", 0));
    try (SnapshotWriter writer = foreign.begin(7)) {
      writer.write(new byte[1000]);
      writer.publish();
    }
    byte[] file = foreignDisk.bytesOf(name(7));
    try (SnapshotReceiver receiver = open(disk).receive(7, file.length)) {
      receiver.write(0, Arrays.copyOf(file, 300));
      assertThatThrownBy(() -> receiver.write(300, Arrays.copyOfRange(file, 300, 400)))
          .isInstanceOf(SnapshotDamaged.class)
          .hasMessageContaining("stocks");
    }
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void a_snapshot_of_another_end_than_asked_for_is_refused() throws IOException {
    byte[] file = file(PEER, 8);
    assertThatThrownBy(() -> Snapshots.receive(open(disk), 7, file, 50))
        .isInstanceOf(SnapshotDamaged.class)
        .hasMessageContaining("snapshot 8, not 7");
  }

  @Test
  void an_abandoned_transfer_leaves_nothing() throws IOException {
    SnapshotStore store = open(disk);
    SnapshotReceiver receiver = store.receive(7, 500);
    receiver.write(0, new byte[10]);
    receiver.close();
    receiver.close();

    assertThat(disk.list()).isEmpty();
    assertThat(disk.openFiles()).isZero();
    assertThatThrownBy(receiver::publish).isInstanceOf(IOException.class);
  }

  @Test
  void a_snapshot_that_finds_no_space_is_refused_before_it_comes() throws IOException {
    disk.usableBytes = 499;
    SnapshotStore store = open(disk);

    assertThatThrownBy(() -> store.receive(7, 500))
        .isInstanceOf(DiskFull.class)
        .hasMessageContaining("needs 500 bytes, and the disk has 499 bytes left");
    assertThat(disk.list()).isEmpty();
  }

  @Test
  void a_received_snapshot_replaces_nothing_and_prunes_the_oldest() throws IOException {
    SnapshotStore store = open(disk);
    SnapshotInfo five = publish(store, 5);
    publish(store, 3);

    assertThat(Snapshots.receive(store, 5, file(PEER, 5), 50)).isSameAs(five);
    SnapshotInfo seven = Snapshots.receive(store, 7, file(PEER, 7), 50);
    Snapshots.receive(store, 4, file(PEER, 4), 50);

    assertThat(store.list()).containsExactly(seven, five);
    assertThat(disk.list()).containsExactly(name(5), name(7));
    Snapshots.assertWhole(store);
  }

  @Test
  void one_file_stays_open_between_parts_until_its_snapshot_is_deleted() throws IOException {
    SnapshotStore peer = open(peerDisk, PEER);
    publish(peer, 1);
    publish(peer, 2);
    byte[] part = new byte[20];

    assertThat(peer.readPart(1, 0, part)).isEqualTo(20);
    assertThat(part).isEqualTo(Arrays.copyOf(file(PEER, 1), 20));
    assertThat(peer.readPart(1, 20, part)).isEqualTo(20);
    assertThat(part).isEqualTo(Arrays.copyOfRange(file(PEER, 1), 20, 40));
    assertThat(peerDisk.openFiles()).isEqualTo(1);
    assertThat(peerDisk.lastCall).isEqualTo("read");
    assertThat(peer.readPart(2, 0, part)).isEqualTo(20);
    assertThat(peerDisk.openFiles()).isEqualTo(1);
    assertThat(peer.readPart(1, 0, part)).isEqualTo(20);
    publish(peer, 3);

    assertThat(peerDisk.openFiles()).isZero();
    assertThat(peer.readPart(1, 40, part)).isEqualTo(SnapshotStore.NO_LONGER_KEPT);
    assertThat(peer.readPart(9, 0, part)).isEqualTo(SnapshotStore.NO_LONGER_KEPT);
    long bytes = peer.list().get(0).bytes();
    assertThat(peer.readPart(3, bytes - 3, part)).isEqualTo(3);
    assertThat(peer.readPart(3, bytes, part)).isZero();
    assertThat(peer.readPart(3, Long.MAX_VALUE, part)).isZero();
    peer.close();
    assertThat(peerDisk.openFiles()).isZero();
  }

  @Test
  void a_discarded_snapshot_keeps_no_file_open() throws IOException {
    SnapshotStore peer = open(peerDisk, PEER);
    SnapshotInfo snapshot = publish(peer, 1);
    peer.readPart(1, 0, new byte[20]);
    peer.discard(snapshot);

    assertThat(peerDisk.openFiles()).isZero();
  }

  @Test
  void the_second_part_is_read_without_opening_the_file_again() throws IOException {
    SnapshotStore peer = open(peerDisk, PEER);
    publish(peer, 1);
    byte[] part = new byte[20];
    peer.readPart(1, 0, part);
    // The next call but one would be the read if the file had to be opened first.
    peerDisk.failAt(1, TwinDisk.Fault.FAILS);

    assertThatThrownBy(() -> peer.readPart(1, 20, part)).isInstanceOf(SnapshotDamaged.class);
    assertThat(peerDisk.openFiles()).isZero();
    assertThat(peer.readPart(1, 20, part)).isEqualTo(20);
  }

  @Test
  void a_part_being_read_while_its_snapshot_is_deleted_keeps_no_file_open() throws IOException {
    SnapshotStore peer = open(peerDisk, PEER);
    publish(peer, 1);
    publish(peer, 2);
    duringNextRead(() -> publish(peer, 3));

    byte[] part = new byte[20];
    assertThat(peer.readPart(1, 0, part)).isEqualTo(20);

    assertThat(part).isEqualTo(Arrays.copyOf(file(PEER, 1), 20));
    assertThat(peerDisk.openFiles()).isZero();
    assertThat(ends(peer)).containsExactly(3L, 2L);
  }

  @Test
  void a_part_of_a_discarded_file_is_not_served_for_the_one_in_its_place() throws IOException {
    byte[] rotten = file(PEER, 1);
    rotten[100] ^= 1;
    peerDisk.put(name(1), rotten);
    SnapshotStore peer = open(peerDisk, PEER);
    byte[] part = new byte[rotten.length];
    duringNextRead(
        () -> {
          peer.discard(peer.list().get(0));
          Snapshots.receive(peer, 1, file(SELF, 1), 50);
        });

    peer.readPart(1, 0, part);
    assertThat(peerDisk.openFiles()).isZero();
    peer.readPart(1, 0, part);

    assertThat(part).isEqualTo(file(SELF, 1));
    assertThat(part).isNotEqualTo(rotten);
    assertThat(content(1)).isEqualTo(Snapshots.read(peer, peer.list().get(0)));
    peer.close();
    assertThat(peerDisk.openFiles()).isZero();
  }

  private interface Action {
    void run() throws IOException;
  }

  private void duringNextRead(Action action) {
    peerDisk.beforeRead =
        () -> {
          peerDisk.beforeRead = () -> {};
          try {
            action.run();
          } catch (IOException unexpected) {
            throw new AssertionError(unexpected);
          }
        };
  }
}
