package io.synod.chaos.hostile;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Measures this process's memory every 50 ms and writes the peak values. Heap use is that after a
 * collection. It collects the whole heap every 5 s, because the JVM otherwise waits until the heap
 * is full.
 */
final class MemoryWatch implements Runnable {
  private static final long SAMPLE_MILLIS = 50;
  private static final int SAMPLES_PER_WRITE = 10;
  private static final int SAMPLES_PER_COLLECTION = 100;
  private static final String DIRECT = "direct";

  private final Path file;
  private final List<MemoryPoolMXBean> heap =
      ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == MemoryType.HEAP)
          .toList();
  private final List<BufferPoolMXBean> direct =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals(DIRECT))
          .toList();

  MemoryWatch(Path file) {
    this.file = file;
  }

  @Override
  public void run() {
    MemoryFigures most = sample();
    try {
      for (long samples = 0; true; samples++) {
        most = most.max(sample());
        if (samples % SAMPLES_PER_WRITE == 0) {
          most.write(file);
        }
        if (samples % SAMPLES_PER_COLLECTION == 0) {
          ManagementFactory.getMemoryMXBean().gc();
        }
        TimeUnit.MILLISECONDS.sleep(SAMPLE_MILLIS);
      }
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the memory's figures to " + file, failure);
    }
  }

  private MemoryFigures sample() {
    long heapBytes = 0;
    for (MemoryPoolMXBean pool : heap) {
      MemoryUsage collected = pool.getCollectionUsage();
      heapBytes += collected == null ? 0 : collected.getUsed();
    }
    long directBytes = 0;
    for (BufferPoolMXBean pool : direct) {
      directBytes += Math.max(0, pool.getMemoryUsed());
    }
    // Depending on the JDK, the JVM counts Netty's allocations, or only Netty does, or both.
    long nettyBytes = PlatformDependent.usedDirectMemory();
    return new MemoryFigures(heapBytes, Math.max(directBytes, nettyBytes));
  }
}
