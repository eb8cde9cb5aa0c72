package io.synod.examples.blobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.service.ExecutionContext;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOError;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BlobStoreTest {
  private static final int BLOCK = 64;
  private static final int ALL = 10_000;

  @TempDir private Path directory;
  private BlobStore store;
  private BlobStore other;

  @BeforeEach
  void open() throws IOException {
    store = new BlobStore(directory.resolve("store"), BLOCK);
    other = new BlobStore(directory.resolve("other"), BLOCK);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    other.close();
  }

  @Test
  void the_digest_is_that_of_the_blocks_with_their_numbers() throws ServiceException {
    execute(store, BlobStore.put(5, new byte[] {1, 2, 3}));
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(4 + BLOCK).putInt(5).put(new byte[] {1, 2, 3}).rewind());
    assertThat(query(store, BlobStore.digest(0, 6))).isEqualTo(crc.getValue());
    assertThat(query(store, BlobStore.digest(0, 5))).isZero();
    assertThat(query(store, BlobStore.size())).isEqualTo(BLOCK);
  }

  @Test
  void a_failing_disk_stops_the_replica() throws Exception {
    store.close();
    assertThatThrownBy(() -> execute(store, BlobStore.put(0, new byte[] {1})))
        .isInstanceOf(IOError.class)
        .hasCauseInstanceOf(ClosedChannelException.class);
    execute(other, BlobStore.put(0, new byte[] {1}));
    other.close();
    assertThatThrownBy(() -> query(other, BlobStore.digest(0, 1))).isInstanceOf(IOError.class);
  }

  @Test
  void every_replica_answers_with_its_digest_and_changes_nothing() throws ServiceException {
    execute(store, BlobStore.fill(3, 20, 42));
    execute(other, BlobStore.fill(3, 20, 42));
    byte[] answer =
        store.execute(ByteBuffer.wrap(BlobStore.tell(0, ALL)), new Context(7, 1_000_000, 0, 1));
    assertThat(ByteBuffer.wrap(answer).getLong()).isEqualTo(query(store, BlobStore.digest(0, ALL)));
    assertSame();
  }

  @Test
  void a_shorter_block_leaves_nothing_of_the_longer_one() throws ServiceException {
    execute(store, BlobStore.put(5, new byte[] {1, 2, 3}));
    execute(store, BlobStore.put(5, new byte[] {7}));
    execute(other, BlobStore.put(5, new byte[] {7}));
    assertSame();
  }

  @Test
  void equal_fills_are_equal_and_others_are_not() throws ServiceException {
    execute(store, BlobStore.fill(3, 20, 42));
    execute(other, BlobStore.fill(3, 20, 42));
    assertSame();
    assertThat(query(store, BlobStore.size())).isEqualTo(20 * BLOCK);
    long digest = query(store, BlobStore.digest(0, ALL));
    execute(other, BlobStore.fill(3, 20, 43));
    assertThat(query(other, BlobStore.digest(0, ALL))).isNotEqualTo(digest);
  }

  @Test
  void the_blocks_of_a_fill_differ() throws Exception {
    execute(store, BlobStore.fill(0, 2, 42));
    ByteBuffer written = ByteBuffer.wrap(written(store));
    assertThat(written.slice(16, BLOCK)).isNotEqualTo(written.slice(20 + BLOCK, BLOCK));
  }

  @Test
  void an_unknown_request_is_refused_and_changes_nothing() {
    refused(BlobStore.put(0, new byte[BLOCK + 1]), "65 bytes do not fit into a block of 64");
    refused(BlobStore.put(-1, new byte[1]), "are not below");
    refused(BlobStore.put(BlobStore.BLOCKS_MAX, new byte[1]), "are not below");
    refused(BlobStore.fill(BlobStore.BLOCKS_MAX - 1, 2, 1), "2 blocks from 1048575 on");
    refused(BlobStore.fill(0, -1, 1), "-1 blocks");
    refused(BlobStore.fill(Integer.MAX_VALUE, Integer.MAX_VALUE, 1), "are not below");
    refused(Arrays.copyOf(BlobStore.put(0, new byte[0]), 4), "malformed");
    refused(Arrays.copyOf(BlobStore.fill(0, 1, 1), 16), "malformed");
    refused(Arrays.copyOf(BlobStore.tell(0, 1), 8), "malformed");
    refused(BlobStore.tell(-1, 1), "are not below");
    refused(BlobStore.size(), "malformed");
    refused(new byte[0], "malformed");
    assertThatThrownBy(() -> query(store, BlobStore.put(0, new byte[1])))
        .isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> query(store, BlobStore.digest(-1, 1)))
        .isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> query(store, new byte[0])).isInstanceOf(ServiceException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -8, 12, BlobStore.BLOCK_BYTES_MAX + 8})
  void a_size_that_blocks_cannot_have_is_refused(int bytes) {
    assertThatThrownBy(() -> new BlobStore(directory, bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_store_begins_empty_whatever_its_directory_holds() throws Exception {
    execute(store, BlobStore.fill(0, 9, 1));
    store.close();
    store = new BlobStore(directory.resolve("store"), BLOCK);
    assertThat(query(store, BlobStore.size())).isZero();
    assertThat(directory.resolve("store").resolve("blocks")).isEmptyFile();
    assertSame();
  }

  @Test
  void a_restored_store_is_the_captured_one_and_nothing_of_its_own_is_left() throws Exception {
    execute(store, BlobStore.fill(3, 20, 42));
    execute(store, BlobStore.put(100, new byte[] {1}));
    execute(other, BlobStore.fill(0, 200, 1));
    other.restore(new ByteArrayInputStream(written(store)));
    assertSame();
    assertThat(written(other)).isEqualTo(written(store));
  }

  @Test
  @Timeout(30)
  void a_snapshot_is_written_by_another_thread_while_blocks_are_written() throws Exception {
    execute(store, BlobStore.fill(0, 300, 1));
    ExecutorService writer = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 20; round++) {
        byte[] captured = written(store);
        try (Snapshot snapshot = store.snapshot()) {
          Gate out = new Gate();
          Future<?> writing =
              writer.submit(
                  () -> {
                    snapshot.writeTo(out);
                    return null;
                  });
          out.begun.acquire();
          execute(store, BlobStore.fill(50, 200, round));
          out.opened.release();
          execute(store, BlobStore.fill(0, 310, round));
          writing.get();
          assertThat(out.bytes.toByteArray()).isEqualTo(captured);
        }
        assertThat(written(store)).isNotEqualTo(captured);
      }
    } finally {
      writer.shutdownNow();
    }
    assertThat(Files.size(directory.resolve("store").resolve("blocks")))
        .as("each round has used the places again that the one before has freed")
        .isLessThanOrEqualTo(2 * 310 * BLOCK);
  }

  @Test
  void a_snapshot_cut_anywhere_is_refused_and_a_whole_one_restores() throws Exception {
    execute(store, BlobStore.fill(2, 3, 42));
    byte[] whole = written(store);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> other.restore(new ByteArrayInputStream(cut)))
          .isInstanceOf(IOException.class);
    }
    other.restore(new ByteArrayInputStream(whole));
    assertSame();
  }

  @Test
  void a_snapshot_of_another_make_is_refused() throws Exception {
    execute(store, BlobStore.fill(2, 3, 42));
    notRestored(3, 2, "version is 2, not 1");
    notRestored(7, 65, "size of a block is 65, not 64");
    notRestored(8, 0x80, "EOFException");
    notRestored(15, 0xFF, "block 3 behind 255");
    notRestored(12, 0xFF, "behind -1");
    notRestored(13, 0xFF, "behind -1");
  }

  private void notRestored(int offset, int value, String why) throws IOException {
    byte[] changed = written(store);
    changed[offset] = (byte) value;
    assertThatThrownBy(() -> other.restore(new ByteArrayInputStream(changed)))
        .isInstanceOf(IOException.class)
        .satisfies(refusal -> assertThat(refusal.toString()).contains(why));
  }

  private void refused(byte[] request, String why) {
    assertThatThrownBy(() -> execute(store, request))
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining(why);
    assertSame();
  }

  /** Both stores hold the same. */
  private void assertSame() {
    try {
      for (byte[] query : new byte[][] {BlobStore.size(), BlobStore.digest(0, ALL)}) {
        assertThat(query(store, query)).isEqualTo(query(other, query));
      }
    } catch (ServiceException refused) {
      throw new AssertionError(refused);
    }
  }

  private static void execute(BlobStore on, byte[] request) throws ServiceException {
    on.execute(ByteBuffer.wrap(request).asReadOnlyBuffer(), null);
  }

  private static long query(BlobStore of, byte[] request) throws ServiceException {
    return ByteBuffer.wrap(of.query(ByteBuffer.wrap(request).asReadOnlyBuffer())).getLong();
  }

  private static byte[] written(BlobStore store) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Snapshot snapshot = store.snapshot()) {
      snapshot.writeTo(out);
    }
    return out.toByteArray();
  }

  private record Context(long slot, long leaderTimeMillis, int indexInBatch, long session)
      implements ExecutionContext {}

  /** Lets the writer wait after its first bytes until the gate is opened. */
  private static final class Gate extends OutputStream {
    final Semaphore begun = new Semaphore(0);
    final Semaphore opened = new Semaphore(0);
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int value) {
      bytes.write(value);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      if (length == BLOCK && bytes.size() < BLOCK) {
        // The first block: it was read, all others were not.
        begun.release();
        opened.acquireUninterruptibly();
      }
      bytes.write(from, offset, length);
    }
  }
}
