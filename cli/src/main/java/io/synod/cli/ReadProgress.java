package io.synod.cli;

import java.util.function.LongConsumer;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on standard error that is shown on a terminal while a long read runs. */
final class ReadProgress implements LongConsumer, AutoCloseable {
  private static final int REFRESH_MILLIS = 250;
  private static final long SHOWN_FROM_BYTES = 64L << 20;
  private static final long MIB = 1L << 20;

  // Null without a terminal or without anything to read.
  private final ProgressBar bar;

  /**
   * @param bytes to read
   */
  ReadProgress(String name, long bytes) {
    boolean isSeen = System.console() != null && bytes >= SHOWN_FROM_BYTES;
    bar = isSeen ? bar(name, bytes) : null;
  }

  private static ProgressBar bar(String name, long bytes) {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setInitialMax(bytes)
        .setUnit(" MiB", MIB)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(REFRESH_MILLIS)
        .setConsumer(new ConsoleProgressBarConsumer(System.err))
        .build();
  }

  /** Shows that {@code bytes} were read. */
  @Override
  public void accept(long bytes) {
    if (bar != null) {
      bar.stepTo(bytes);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      // Preallocated bytes that are unused are not read.
      bar.stepTo(bar.getMax());
      bar.close();
    }
  }
}
