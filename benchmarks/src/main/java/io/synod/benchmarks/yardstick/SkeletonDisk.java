package io.synod.benchmarks.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoopGroup;
import io.synod.storage.disk.DiskFile;
import io.synod.storage.disk.FileDisk;
import io.synod.storage.disk.WriteMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes batches durable as a replica's journal does, directly where the file system allows it and
 * all that have come at once, on a thread of its own. It has no records, checksums, segments, marks
 * and recovery: its one file is written again and again. Nothing bounds what waits at a disk that
 * is slower than the majority. Any thread.
 */
final class SkeletonDisk implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SkeletonDisk.class);
  private static final String NAME = "batches";
  private static final long FILE_BYTES = 64 << 20;

  // The end of what waits.
  private static final Waiting END = new Waiting(null, null);

  private final EventLoopGroup loops;
  private final DiskFile file;
  private final int blockBytes;
  private final BlockingQueue<Waiting> waiting = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "synod-skeleton-disk");

  // Of the thread: whole blocks, at an address that is a multiple of one.
  private ByteBuffer blocks = ByteBuffer.allocateDirect(0);
  private long position;

  private record Waiting(ByteBuf batch, Runnable onDurable) {}

  private SkeletonDisk(EventLoopGroup loops, DiskFile file, int blockBytes) {
    this.loops = loops;
    this.file = file;
    this.blockBytes = blockBytes;
    thread.setDaemon(true);
  }

  /**
   * @param directory in which there is no such file yet
   * @param loops with one event loop, which runs {@code onDurable}; shut down if the disk fails,
   *     now or later
   * @throws UncheckedIOException if the file cannot be made
   */
  static SkeletonDisk start(Path directory, EventLoopGroup loops) {
    FileDisk disk = FileDisk.of(directory);
    try {
      disk.create(NAME, FILE_BYTES).close();
      int directBytes = disk.directBlockBytes();
      DiskFile file = disk.open(NAME, new WriteMode(directBytes > 0, false));
      SkeletonDisk started = new SkeletonDisk(loops, file, Math.max(1, directBytes));
      started.thread.start();
      return started;
    } catch (IOException noFile) {
      loops.shutdownGracefully();
      throw new UncheckedIOException("no file for the skeleton in " + directory, noFile);
    }
  }

  /**
   * Writes {@code batch}, of which it takes one reference, behind those that came before.
   *
   * @param onDurable run on the event loop once the batch is durable
   */
  void write(ByteBuf batch, Runnable onDurable) {
    waiting.add(new Waiting(batch, onDurable));
  }

  private void run() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        List<Waiting> taken = new ArrayList<>();
        taken.add(waiting.take());
        waiting.drainTo(taken);
        goesOn = !taken.remove(END);
        commit(taken);
      }
    } catch (IOException | InterruptedException | RuntimeException failure) {
      LOG.error(
          "the skeleton's disk has failed; this process ends and the measurement does not count",
          failure);
      loops.shutdownGracefully();
    }
  }

  private void commit(List<Waiting> taken) throws IOException {
    if (taken.isEmpty()) {
      return;
    }
    fill(taken);
    if (position + blocks.remaining() > FILE_BYTES) {
      position = 0;
    }
    position += blocks.remaining();
    file.write(position - blocks.remaining(), blocks);
    file.force();
    loops.execute(() -> taken.forEach(one -> one.onDurable().run()));
  }

  private void fill(List<Waiting> taken) {
    int bytes = taken.stream().mapToInt(one -> one.batch().readableBytes()).sum();
    int whole = (bytes + blockBytes - 1) / blockBytes * blockBytes;
    if (whole > blocks.capacity()) {
      blocks = ByteBuffer.allocateDirect(whole + blockBytes - 1).alignedSlice(blockBytes);
    }
    blocks.clear();
    for (Waiting one : taken) {
      blocks.limit(blocks.position() + one.batch().readableBytes());
      one.batch().readBytes(blocks);
      one.batch().release();
    }
    blocks.limit(whole).position(0);
  }

  /** Writes what waits, and waits for the thread. Nothing may come after it. */
  @Override
  public void close() {
    waiting.add(END);
    try {
      thread.join();
      file.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
