package io.synod.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records buffers that were dropped without being released, until it is closed. */
public final class Leaks implements AutoCloseable {
  private static final int COLLECTIONS = 3;

  private final List<String> records = new CopyOnWriteArrayList<>();

  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

  /**
   * @param level paranoid looks at every buffer, the others at one of 128, which is much faster
   */
  public Leaks(ResourceLeakDetector.Level level) {
    ResourceLeakDetector.setLevel(level);
    // What earlier tests have dropped is theirs.
    report();
    ByteBufUtil.setLeakListener((kind, record) -> records.add(record));
  }

  public void assertNone() {
    report();
    assertThat(records).isEmpty();
  }

  /** The detector reports what the collector has found whenever a buffer is allocated. */
  private static void report() {
    for (int left = COLLECTIONS; left > 0; left--) {
      System.gc();
      ByteBufAllocator.DEFAULT.buffer(16).release();
    }
  }

  @Override
  public void close() {
    ByteBufUtil.setLeakListener(null);
    ResourceLeakDetector.setLevel(before);
  }
}
