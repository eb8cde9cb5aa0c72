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
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Whatever is wrong with a file, no byte of it is handed out that was not written. */
class SnapshotDamageTest {
  private static final int HEADER_BYTES = 50 + SELF.cluster().length();
  private static final int CHUNK_BYTES = 8 + 16;

  @Test
  void every_flipped_byte_is_found() throws IOException {
    byte[] file = file(SELF, 7);
    for (int at = 0; at < file.length; at++) {
      byte[] flipped = file.clone();
      flipped[at] ^= (byte) 0xFF;
      assertFound(flipped, "byte " + at);
    }
  }

  @Test
  void every_flipped_bit_is_found() throws IOException {
    byte[] file = file(SELF, 7);
    for (int bit = 0; bit < file.length * 8; bit++) {
      byte[] flipped = file.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertFound(flipped, "bit " + bit);
    }
  }

  @Test
  void the_newest_that_is_whole_is_found_and_what_is_damaged_before_it_goes() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    SnapshotInfo older = publish(store, 5);
    publish(store, 7);
    byte[] flipped = file(SELF, 7);
    flipped[flipped.length - 1] ^= 1;
    disk.put(name(7), flipped);
    List<String> reported = new ArrayList<>();

    assertThat(store.newestWhole(damaged -> reported.add(damaged.path()))).isEqualTo(older);

    assertThat(reported).containsExactly(disk.path(name(7)));
    assertThat(ends(store)).containsExactly(5L);
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void if_none_is_whole_none_is_found() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    publish(store, 7);
    byte[] cut = Arrays.copyOf(file(SELF, 7), 100);
    disk.put(name(7), cut);

    assertThat(store.newestWhole(damaged -> {})).isNull();

    assertThat(ends(store)).isEmpty();
  }

  @Test
  void a_file_that_is_cut_anywhere_is_found() throws IOException {
    byte[] file = file(SELF, 7);
    for (int length = 0; length < file.length; length++) {
      assertFound(Arrays.copyOf(file, length), "cut to " + length);
    }
  }

  @Test
  void bytes_behind_the_end_are_found() throws IOException {
    byte[] file = file(SELF, 7);
    assertFound(Arrays.copyOf(file, file.length + 1), "one byte more");
    assertFound(Arrays.copyOf(file, file.length + 1000), "many bytes more");
  }

  @Test
  void a_chunk_in_the_place_of_another_is_found() throws IOException {
    byte[] file = file(SELF, 7);
    byte[] swapped = file.clone();
    System.arraycopy(file, HEADER_BYTES, swapped, HEADER_BYTES + CHUNK_BYTES, CHUNK_BYTES);
    assertFound(swapped, "first chunk in the second's place");
  }

  @Test
  void a_chunk_of_another_snapshot_in_its_place_is_found() throws IOException {
    byte[] file = file(SELF, 7);
    byte[] other = file(SELF, 8);
    for (int from = HEADER_BYTES; from < file.length; from += CHUNK_BYTES) {
      byte[] mixed = file.clone();
      int length = Math.min(CHUNK_BYTES, file.length - from);
      System.arraycopy(other, from, mixed, from, length);
      assertFound(mixed, "chunk at " + from);
    }
  }

  @Test
  void a_chunk_that_is_left_out_is_found() throws IOException {
    byte[] file = file(SELF, 7);
    int lastContent = HEADER_BYTES + 2 * CHUNK_BYTES;
    byte[] without = concat(Arrays.copyOf(file, lastContent), tail(file, file.length - 24));
    assertFound(without, "third chunk left out");
  }

  @Test
  void a_file_under_the_name_of_another_is_found() throws IOException {
    assertFound(file(SELF, 8), "snapshot 8 as 7");
  }

  @Test
  void headers_that_no_replica_writes_are_found_although_their_checksum_is_right()
      throws IOException {
    byte[] file = file(SELF, 7);
    assertFound(withInt(file, 36, 0), "no bytes in a chunk");
    assertFound(withInt(file, 36, Integer.MAX_VALUE), "chunks without a bound");
    assertFound(withInt(file, 36, -1), "negative chunks");
    assertFound(withInt(file, 40, -1), "negative replica");
    assertFound(withInt(file, 8, 0), "format 0");
    assertFound(withInt(file, 12, 50), "header without a name");
    assertFound(withInt(file, 12, Integer.MAX_VALUE), "header without a bound");
    assertFound(withInt(file, 12, -1), "negative header");
  }

  @Test
  void the_message_names_the_file_the_place_and_what_to_do() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    SnapshotInfo info = publish(store, 7);
    byte[] file = disk.bytesOf(name(7));
    int second = HEADER_BYTES + CHUNK_BYTES;
    file[second + 9] ^= 1;
    disk.put(name(7), file);

    assertThatThrownBy(() -> store.verify(info))
        .isInstanceOfSatisfying(
            SnapshotDamaged.class,
            damaged -> {
              assertThat(damaged.path()).isEqualTo("/replica/snapshots/" + name(7));
              assertThat(damaged.offset()).isEqualTo(second);
            })
        .hasMessageContaining("/replica/snapshots/" + name(7))
        .hasMessageContaining("at byte " + second)
        .hasMessageContaining("checksum of chunk 1 does not match")
        .hasMessageContaining("restore the older snapshot");
  }

  @Test
  void nothing_follows_a_damaged_place() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    SnapshotInfo info = publish(store, 7);
    byte[] file = disk.bytesOf(name(7));
    file[HEADER_BYTES + CHUNK_BYTES + 9] ^= 1;
    disk.put(name(7), file);

    try (InputStream content = store.read(info)) {
      assertThat(content.readNBytes(16)).isEqualTo(Arrays.copyOf(content(7), 16));
      assertThatThrownBy(content::read).isInstanceOf(SnapshotDamaged.class);
      assertThatThrownBy(content::read).isInstanceOf(SnapshotDamaged.class);
    }
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void a_stream_that_has_failed_hands_out_nothing_more() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    try (InputStream content = store.read(publish(store, 7))) {
      disk.failAt(1, TwinDisk.Fault.FAILS);
      assertThatThrownBy(content::read).isInstanceOf(SnapshotDamaged.class);
      disk.heal();
      assertThatThrownBy(content::read).isInstanceOf(SnapshotDamaged.class);
    }
  }

  @Test
  void an_end_that_counts_otherwise_is_found_although_its_checksum_is_right() throws IOException {
    byte[] file = file(SELF, 7);
    assertFound(withEnd(file, 42, 3), "one byte more");
    assertFound(withEnd(file, 41, 4), "one chunk more");
    assertThat(withEnd(file, 41, 3)).isEqualTo(file);
  }

  @Test
  void a_chunk_longer_than_chunks_are_is_not_read() throws IOException {
    for (int length : new int[] {-1, 17, Integer.MAX_VALUE}) {
      byte[] file = file(SELF, 7);
      ByteBuffer.wrap(file).putInt(HEADER_BYTES, length);
      TwinDisk disk = new TwinDisk();
      disk.put(name(7), file);
      SnapshotStore store = open(disk);

      assertThatThrownBy(() -> store.verify(store.list().get(0)))
          .isInstanceOf(SnapshotDamaged.class)
          .hasMessageContaining("chunk 0 claims " + length + " bytes, and a chunk has at most 16");
    }
  }

  @Test
  void a_snapshot_that_the_disk_does_not_read_is_damaged() throws IOException {
    TwinDisk disk = new TwinDisk();
    SnapshotStore store = open(disk);
    SnapshotInfo info = publish(store, 7);

    disk.failAt(3, TwinDisk.Fault.FAILS);
    assertThatThrownBy(() -> store.verify(info))
        .isInstanceOf(SnapshotDamaged.class)
        .hasMessageContaining("at byte " + HEADER_BYTES)
        .hasMessageContaining("cannot be read (Input/output error at read)")
        .hasCauseInstanceOf(IOException.class);
    disk.failAt(2, TwinDisk.Fault.FAILS);
    assertThatThrownBy(() -> store.readPart(7, 5, new byte[9]))
        .isInstanceOf(SnapshotDamaged.class)
        .hasMessageContaining("at byte 5");
    assertThat(disk.openFiles()).isZero();
  }

  @Test
  void a_newer_format_is_refused_naming_both() throws IOException {
    byte[] newer = withInt(file(SELF, 7), 8, 2);
    TwinDisk disk = new TwinDisk();
    disk.put(name(7), newer);
    disk.put("0000000000000009.1.partial", new byte[3]);

    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(SnapshotRefused.class)
        .hasMessageContaining(name(7))
        .hasMessageContaining("format 2, and this Synod reads up to 1")
        .hasMessageContaining("start the newer Synod");
    assertThatThrownBy(() -> SnapshotStore.inspect(disk, SELF)).isInstanceOf(SnapshotRefused.class);
    assertThat(disk.list()).hasSize(2);
    assertThat(disk.openFiles()).isZero();
    assertReceiveRefuses(newer, "format 2, and this Synod reads up to 1");
  }

  @Test
  void another_cluster_is_refused_naming_both() throws IOException {
    byte[] foreign = file(new SnapshotIdentity("stocks", 1), 7);
    TwinDisk disk = new TwinDisk();
    disk.put(name(7), foreign);

    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(SnapshotRefused.class)
        .hasMessageContaining("cluster 'stocks', and this replica is of 'orders'")
        .hasMessageContaining("move it out");
    assertReceiveRefuses(foreign, "cluster 'stocks', and this replica is of 'orders'");
  }

  @Test
  void another_replica_of_the_cluster_is_welcome() throws IOException {
    TwinDisk disk = new TwinDisk();
    disk.put(name(7), file(PEER, 7));

    Snapshots.assertWhole(open(disk));
    assertThat(ends(open(disk))).containsExactly(7L);
  }

  /** Found by reading, by verifying and by receiving; and the older snapshot stays usable. */
  private static void assertFound(byte[] file, String what) throws IOException {
    TwinDisk disk = new TwinDisk();
    disk.put(name(3), file(SELF, 3));
    disk.put(name(7), file);
    SnapshotStore store = open(disk);
    assertThat(ends(store)).as(what).containsExactly(7L, 3L);
    SnapshotInfo damaged = store.list().get(0);

    assertThatThrownBy(() -> store.verify(damaged)).as(what).isInstanceOf(SnapshotDamaged.class);
    ByteArrayOutputStream handedOut = new ByteArrayOutputStream();
    SnapshotDamaged found =
        catchThrowableOfType(
            SnapshotDamaged.class,
            () -> {
              try (InputStream content = store.read(damaged)) {
                content.transferTo(handedOut);
              }
            });
    assertThat(found).as(what).isNotNull();
    assertThat(handedOut.toByteArray())
        .as(what)
        .isEqualTo(Arrays.copyOf(content(7), handedOut.size()));
    store.discard(damaged);
    assertThat(ends(store)).as(what).containsExactly(3L);
    Snapshots.assertWhole(store);
    assertThat(disk.openFiles()).isZero();
    assertReceiveRefuses(file, "damaged at byte");
  }

  private static void assertReceiveRefuses(byte[] file, String message) throws IOException {
    TwinDisk disk = new TwinDisk();
    disk.put(name(3), file(SELF, 3));
    SnapshotStore store = open(disk);

    assertThatThrownBy(() -> Snapshots.receive(store, 7, file, 64))
        .isInstanceOf(SnapshotDamaged.class)
        .hasMessageContaining(message)
        .hasMessageContaining("another replica");
    assertThat(disk.list()).containsExactly(name(3));
    assertThat(disk.openFiles()).isZero();
    Snapshots.assertWhole(store);
  }

  /** Changes a field of the header and makes its checksums right again. */
  private static byte[] withInt(byte[] file, int at, int value) {
    byte[] changed = file.clone();
    ByteBuffer buffer = ByteBuffer.wrap(changed);
    buffer.putInt(at, value);
    buffer.putInt(16, crc(changed, 16));
    buffer.putInt(HEADER_BYTES - 4, crc(changed, HEADER_BYTES - 4));
    return changed;
  }

  /** Changes what the last chunk says and makes its checksum right again. */
  private static byte[] withEnd(byte[] file, long bytes, long chunks) {
    byte[] changed = file.clone();
    int end = file.length - 24;
    ByteBuffer sealed = ByteBuffer.allocate(32);
    sealed.put(file, HEADER_BYTES - 4, 4).putLong(3).putInt(0).putLong(bytes).putLong(chunks);
    ByteBuffer.wrap(changed)
        .putInt(end + 4, crc(sealed.array(), 32))
        .putLong(end + 8, bytes)
        .putLong(end + 16, chunks);
    return changed;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static byte[] tail(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private static byte[] concat(byte[] head, byte[] tail) {
    byte[] all = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, all, head.length, tail.length);
    return all;
  }
}
