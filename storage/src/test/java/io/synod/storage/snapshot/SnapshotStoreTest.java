package io.synod.storage.snapshot;

import static io.synod.storage.snapshot.Snapshots.CREATED;
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

import io.synod.core.check.BrokenInvariant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotStoreTest {
  private final TwinDisk disk = new TwinDisk();

  @Test
  void written_content_is_read() throws IOException {
    SnapshotStore store = open(disk);

    SnapshotInfo info = publish(store, 7);

    assertThat(store.list()).containsExactly(info);
    assertThat(info).isEqualTo(new SnapshotInfo(7, disk.bytesOf(name(7)).length, CREATED));
    assertThat(Snapshots.read(store, info)).isEqualTo(content(7));
    store.verify(info);
    assertThat(disk.openFiles()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 31, 32, 33})
  void content_of_any_length_is_read_however_it_was_written(int length) throws IOException {
    SnapshotStore store = open(disk);
    byte[] content = Arrays.copyOf(content(3), length);
    SnapshotInfo info;
    try (SnapshotWriter writer = store.begin(3)) {
      int half = length / 2;
      writer.write(content, 0, half);
      for (int i = half; i < length; i++) {
        writer.write(content[i]);
      }
      info = writer.publish();
    }

    assertThat(Snapshots.read(store, info)).isEqualTo(content);
    try (InputStream single = store.read(info)) {
      for (byte expected : content) {
        assertThat(single.read()).isEqualTo(Byte.toUnsignedInt(expected));
      }
      assertThat(single.read()).isEqualTo(-1);
      assertThat(single.read()).isEqualTo(-1);
      assertThat(single.read(new byte[4])).isEqualTo(-1);
    }
  }

  @Test
  void a_restart_finds_what_was_published() throws IOException {
    SnapshotInfo first = publish(open(disk), 7);
    SnapshotInfo second = publish(open(disk), 9);

    SnapshotStore store = open(disk);

    assertThat(store.list()).containsExactly(second, first);
    Snapshots.assertWhole(store);
  }

  @Test
  void two_are_kept_the_newest_first() throws IOException {
    SnapshotStore store = open(disk);
    for (long end : new long[] {5, 20, 100}) {
      publish(store, end);
    }

    assertThat(ends(store)).containsExactly(100L, 20L);
    assertThat(disk.list()).containsExactly(name(20), name(100));
  }

  @Test
  void a_snapshot_of_an_end_that_is_there_is_dropped() throws IOException {
    SnapshotStore store = open(disk);
    SnapshotInfo first = publish(store, 7);
    SnapshotInfo second;
    try (SnapshotWriter writer = store.begin(7)) {
      writer.write(1);
      second = writer.publish();
    }

    assertThat(second).isSameAs(first);
    assertThat(disk.list()).containsExactly(name(7));
    Snapshots.assertWhole(store);
  }

  @Test
  void an_unpublished_snapshot_is_deleted() throws IOException {
    SnapshotStore store = open(disk);
    SnapshotWriter writer = store.begin(7);
    writer.write(content(7));
    writer.close();
    writer.close();

    assertThat(disk.list()).isEmpty();
    assertThat(disk.openFiles()).isZero();
    assertThatThrownBy(() -> writer.write(1)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> writer.write(new byte[2])).isInstanceOf(IOException.class);
    assertThatThrownBy(writer::publish)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("begin another");
  }

  @Test
  void files_of_a_former_life_are_deleted_and_foreign_ones_stay() throws IOException {
    for (long end = 1; end <= 4; end++) {
      disk.put(name(end), file(SELF, end));
    }
    disk.put("0000000000000009.1.partial", new byte[3]);
    disk.put("00000000000000009.snapshot", new byte[3]);
    disk.put("notes.txt", new byte[3]);

    SnapshotStore store = open(disk);

    assertThat(ends(store)).containsExactly(4L, 3L);
    assertThat(disk.list())
        .containsExactly("00000000000000009.snapshot", name(3), name(4), "notes.txt");
  }

  @Test
  void ends_beyond_sixteen_digits_are_sorted_as_numbers() throws IOException {
    long great = 12_345_678_901_234_567L;
    publish(open(disk), 2);
    publish(open(disk), great);

    SnapshotStore store = open(disk);

    assertThat(ends(store)).containsExactly(great, 2L);
    Snapshots.assertWhole(store);
  }

  @Test
  void files_are_named_alike_whatever_the_users_digits_are() throws IOException {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      publish(open(disk), 7);
    } finally {
      Locale.setDefault(before);
    }
    assertThat(disk.list()).containsExactly("0000000000000007.snapshot");
    Snapshots.assertWhole(open(disk));
  }

  @Test
  void looking_changes_nothing() throws IOException {
    for (long end = 1; end <= 3; end++) {
      disk.put(name(end), file(SELF, end));
    }
    disk.put("0000000000000009.1.partial", new byte[3]);

    SnapshotStore store = SnapshotStore.inspect(disk, SELF);

    assertThat(ends(store)).containsExactly(3L, 2L, 1L);
    Snapshots.assertWhole(store);
    assertThat(disk.list()).hasSize(4);
    assertThat(disk.unforcedNames()).isZero();
    assertThatThrownBy(() -> store.begin(5)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> store.receive(5, 9)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> store.discard(store.list().get(0)))
        .isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void a_discarded_snapshot_is_out_of_use_and_the_furthest_one_stays_for_inspection()
      throws IOException {
    SnapshotStore store = open(disk);
    SnapshotInfo first = publish(store, 1);
    SnapshotInfo second = publish(store, 2);
    byte[] damaged = disk.bytesOf(name(2));

    store.discard(second);
    store.discard(second);
    store.discard(first);

    assertThat(store.list()).isEmpty();
    assertThat(disk.list()).containsExactly(name(2) + ".damaged");
    assertThat(disk.bytesOf(name(2) + ".damaged")).isEqualTo(damaged);
    assertThat(store.damagedEnd()).isEqualTo(2);
    assertThat(open(disk).damagedEnd()).isEqualTo(2);
    assertThat(disk.afterCut(0, TwinContent.Fate.LOST).list()).doesNotContain(name(1), name(2));
    assertThatThrownBy(() -> store.read(first))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("no longer kept");
    assertThatThrownBy(() -> store.verify(first)).isInstanceOf(NoSuchFileException.class);
    assertThat(store.readPart(1, 0, new byte[4])).isEqualTo(SnapshotStore.NO_LONGER_KEPT);
  }

  @Test
  void a_snapshot_that_took_the_place_of_a_discarded_one_is_not_discarded_with_it()
      throws IOException {
    byte[] rotten = file(SELF, 7);
    rotten[3] ^= 1;
    disk.put(name(7), rotten);
    SnapshotStore store = open(disk);
    SnapshotInfo damaged = store.list().get(0);
    store.discard(damaged);
    SnapshotInfo whole = Snapshots.receive(store, 7, file(PEER, 7), 10);

    store.discard(damaged);

    assertThat(store.list()).containsExactly(whole);
    Snapshots.assertWhole(store);
  }

  @Test
  void a_stream_goes_on_when_its_snapshot_is_deleted() throws IOException {
    SnapshotStore store = open(disk);
    SnapshotInfo first = publish(store, 1);
    try (InputStream content = store.read(first)) {
      assertThat(content.readNBytes(3)).isEqualTo(Arrays.copyOf(content(1), 3));
      assertThat(content.available()).isEqualTo(13);
      publish(store, 2);
      publish(store, 3);

      assertThat(ends(store)).containsExactly(3L, 2L);
      assertThat(content.readAllBytes())
          .isEqualTo(Arrays.copyOfRange(content(1), 3, content(1).length));
    }
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void a_closed_stream_reads_no_more() throws IOException {
    SnapshotStore store = open(disk);
    InputStream content = store.read(publish(store, 1));
    content.close();
    content.close();

    assertThatThrownBy(content::read).isInstanceOf(IOException.class);
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void a_name_or_an_end_that_no_replica_has_is_a_bug() throws IOException {
    SnapshotStore store = open(disk);
    assertThatThrownBy(() -> store.begin(-1)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> store.begin(Long.MAX_VALUE)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> store.readPart(1, -1, new byte[1]))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> new SnapshotIdentity("", 1)).isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> new SnapshotIdentity("é".repeat(128), 1))
        .isInstanceOf(BrokenInvariant.class);
    assertThatThrownBy(() -> new SnapshotIdentity("a", -1)).isInstanceOf(BrokenInvariant.class);
    assertThat(disk.list()).isEmpty();
  }
}
