package io.synod.examples.blobs;

import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.ServiceException;
import io.synod.service.Snapshot;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbered blocks of equal size in a file that belongs to this replica. The heap holds only four
 * bytes for each block and a buffer. The file lives as long as the process: the state begins empty,
 * and Synod restores it. The static methods make requests.
 */
public final class BlobStore implements Service, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BlobStore.class);

  /** The largest block. */
  public static final int BLOCK_BYTES_MAX = 1 << 20;

  /** Blocks are numbered from 0 and below this. */
  public static final int BLOCKS_MAX = 1 << 20;

  private static final byte PUT = 1;
  private static final byte FILL = 2;
  private static final byte DIGEST = 3;
  private static final byte SIZE = 4;
  private static final byte TELL = 5;
  private static final byte[] DONE = new byte[0];

  private final BlockFile blocks;
  private final ByteBuffer block;

  /**
   * @param directory of the file, which replaces an existing one; no other service uses it
   * @param blockBytes size of each block, a multiple of 8 up to {@link #BLOCK_BYTES_MAX}; the same
   *     on every replica
   * @throws IOException if the file cannot be created, or another process uses the directory
   */
  public BlobStore(Path directory, int blockBytes) throws IOException {
    if (blockBytes < 1 || blockBytes > BLOCK_BYTES_MAX || blockBytes % Long.BYTES != 0) {
      throw new IllegalArgumentException("blocks of %d bytes".formatted(blockBytes));
    }
    blocks = new BlockFile(directory, blockBytes);
    block = ByteBuffer.allocateDirect(blockBytes);
  }

  /** A request to write {@code bytes}, at most a block, filled up with zeros. */
  public static byte[] put(int index, byte[] bytes) {
    return request(PUT, Integer.BYTES + bytes.length).putInt(index).put(bytes).array();
  }

  /**
   * A request to fill the blocks of {@code [first, first + count)} with random bytes from the seed.
   */
  public static byte[] fill(int first, int count, long seed) {
    return request(FILL, 16).putInt(first).putInt(count).putLong(seed).array();
  }

  /**
   * A query for the CRC32C of the numbers and contents of the written blocks in {@code [first,
   * first + count)}: a long.
   */
  public static byte[] digest(int first, int count) {
    return request(DIGEST, 8).putInt(first).putInt(count).array();
  }

  /**
   * A request that makes every replica log this digest, for comparison; the answer is the digest of
   * the replica that answers.
   */
  public static byte[] tell(int first, int count) {
    return request(TELL, 8).putInt(first).putInt(count).array();
  }

  /** A query for the total bytes of all written blocks: a long. */
  public static byte[] size() {
    return request(SIZE, 0).array();
  }

  private static ByteBuffer request(byte operation, int bytes) {
    return ByteBuffer.allocate(1 + bytes).put(operation);
  }

  /** A full or failing disk stops the replica. */
  @Override
  public byte[] execute(ByteBuffer request, ExecutionContext context) throws ServiceException {
    byte operation = request.hasRemaining() ? request.get() : 0;
    try {
      if (operation == PUT && request.remaining() >= Integer.BYTES) {
        write(request.getInt(), request);
      } else if (operation == FILL && request.remaining() == 16) {
        fill(request);
      } else if (operation == TELL && request.remaining() == 8) {
        return answer(tell(request, context));
      } else {
        throw new ServiceException("malformed: neither put, fill nor tell");
      }
      return DONE;
    } catch (IOException failed) {
      // The state is incomplete, so the replica has to stop: only an Error stops it.
      throw new IOError(failed);
    }
  }

  private void write(int index, ByteBuffer bytes) throws ServiceException, IOException {
    checkRange(index, 1);
    if (bytes.remaining() > block.capacity()) {
      throw new ServiceException(
          bytes.remaining() + " bytes do not fit into a block of " + block.capacity());
    }
    block.clear().put(bytes);
    while (block.hasRemaining()) {
      block.put((byte) 0);
    }
    blocks.write(index, block.flip());
  }

  private void fill(ByteBuffer request) throws ServiceException, IOException {
    int first = request.getInt();
    int count = request.getInt();
    long seed = request.getLong();
    checkRange(first, count);
    for (int index = first; index < first + count; index++) {
      long noise = (seed ^ index) * 0x9E3779B97F4A7C15L | 1;
      block.clear();
      while (block.hasRemaining()) {
        noise ^= noise << 13;
        noise ^= noise >>> 7;
        noise ^= noise << 17;
        block.putLong(noise);
      }
      blocks.write(index, block.flip());
    }
  }

  private long tell(ByteBuffer request, ExecutionContext context)
      throws ServiceException, IOException {
    long digest = digestOf(request.getInt(), request.getInt());
    LOG.info("slot {}: {} blocks in all, digest {}", context.slot(), blocks.count(), digest);
    return digest;
  }

  @Override
  public byte[] query(ByteBuffer request) throws ServiceException {
    byte operation = request.hasRemaining() ? request.get() : 0;
    if (operation == SIZE && !request.hasRemaining()) {
      return answer((long) blocks.count() * block.capacity());
    }
    if (operation != DIGEST || request.remaining() != 8) {
      throw new ServiceException("malformed: neither digest nor size");
    }
    try {
      return answer(digestOf(request.getInt(), request.getInt()));
    } catch (IOException failed) {
      throw new IOError(failed);
    }
  }

  private long digestOf(int first, int count) throws ServiceException, IOException {
    checkRange(first, count);
    CRC32C crc = new CRC32C();
    ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
    for (int index = first; index < first + count; index++) {
      if (blocks.read(index, block.clear())) {
        crc.update(number.clear().putInt(index).flip());
        crc.update(block.flip());
      }
    }
    return crc.getValue();
  }

  private static void checkRange(int first, int count) throws ServiceException {
    if (first < 0 || count < 0 || first > BLOCKS_MAX - count) {
      throw new ServiceException(
          count + " blocks from " + first + " on are not below " + BLOCKS_MAX);
    }
  }

  private static byte[] answer(long value) {
    return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
  }

  @Override
  public Snapshot snapshot() {
    return blocks.capture();
  }

  @Override
  public void restore(InputStream in) throws IOException {
    blocks.restore(in);
  }

  /** Closes the file. Called after the replica has ended. */
  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
