package io.synod.replica.stage;

import io.synod.replica.executor.StageExecutor;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Passes on a limited number of bytes per second, so that writing leaves disk and processor time to
 * others. Blocks its writer; one thread. Does not close the stream that it writes to.
 */
final class PacedOutput extends OutputStream {
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final OutputStream out;
  private final StageExecutor executor;
  private final double nanosPerByte;
  private final BooleanSupplier givenUp;
  private final byte[] one = new byte[1];

  // When the next byte may be passed on.
  private long dueNanos;

  /** The writing was given up. */
  static final class GivenUp extends IOException {
    private static final long serialVersionUID = 1;

    GivenUp() {
      super("given up");
    }
  }

  /**
   * @param executor whose clock it uses, and on which it waits
   * @param givenUp asked while it waits and before it passes on; if so, {@link GivenUp} is thrown
   */
  PacedOutput(
      OutputStream out, long bytesPerSecond, StageExecutor executor, BooleanSupplier givenUp) {
    this.out = out;
    this.executor = executor;
    dueNanos = executor.nanoTime();
    this.givenUp = givenUp;
    nanosPerByte = (double) NANOS_PER_SECOND / bytesPerSecond;
  }

  @Override
  public void write(int value) throws IOException {
    one[0] = (byte) value;
    write(one, 0, 1);
  }

  @Override
  public void write(byte[] content, int from, int length) throws IOException {
    // The service that writes may have set the flag: no wait would last, and a file closes itself.
    Thread.interrupted();
    long now = await();
    out.write(content, from, length);
    // Time in which nothing came is not made up for by more bytes later.
    dueNanos = Math.max(dueNanos, now) + (long) (length * nanosPerByte);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  private long await() throws GivenUp {
    while (true) {
      if (givenUp.getAsBoolean()) {
        throw new GivenUp();
      }
      long now = executor.nanoTime();
      long left = dueNanos - now;
      if (left <= 0) {
        return now;
      }
      executor.sleep(Math.min(left, LOOK_NANOS));
    }
  }
}
