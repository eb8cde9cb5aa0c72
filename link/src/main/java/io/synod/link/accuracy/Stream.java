package io.synod.link.accuracy;

import io.synod.link.LinkShape;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.function.LongSupplier;

/** Sends bytes in one direction as fast as the socket takes them, so that the link stays busy. */
final class Stream {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int MARK_BYTES = 1_000;

  private final LinkShape shape;
  private final long bytes;
  private final LongSupplier nanoClock;
  private final Samples latencies = new Samples();
  private double bitsPerSecond;

  // The sender writes it before its first byte, and the receiver reads it after that byte.
  private volatile long sentNanos;

  /**
   * @param bytes to be sent
   */
  Stream(LinkShape shape, long bytes, LongSupplier nanoClock) {
    this.shape = shape;
    this.bytes = bytes;
    this.nanoClock = nanoClock;
  }

  /** Blocks until the socket has taken all bytes. */
  void send(Socket from) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    sentNanos = nanoClock.getAsLong();
    for (long left = bytes; left > 0; left -= block.length) {
      from.getOutputStream().write(block, 0, (int) Math.min(block.length, left));
    }
  }

  /** Blocks until all bytes have arrived. */
  void receive(Socket at) throws IOException {
    InputStream in = at.getInputStream();
    byte[] block = new byte[BLOCK_BYTES];
    long received = 0;
    long first = 0;
    long firstNanos = 0;
    while (received < bytes) {
      int read = in.read(block);
      if (read < 0) {
        throw new EOFException("the link ended after " + received + " bytes");
      }
      long now = nanoClock.getAsLong();
      if (received == 0) {
        first = read;
        firstNanos = now;
      }
      addLatencies(received, received + read, now);
      received += read;
      bitsPerSecond = (received - first) * Byte.SIZE * NANOS_PER_SECOND / (now - firstNanos);
    }
  }

  /** Adds the latencies of bytes that arrived together: the first may have waited for the last. */
  private void addLatencies(long first, long end, long nowNanos) {
    long marks = (first + MARK_BYTES - 1) / MARK_BYTES;
    for (long mark = marks * MARK_BYTES; mark < end; mark += MARK_BYTES) {
      // Before this byte can leave, all bytes before it must have left.
      latencies.add((nowNanos - sentNanos - leavingNanos(mark + 1)) / NANOS_PER_MILLI);
    }
  }

  private double leavingNanos(long count) {
    return shape.bitsPerSecond() == 0
        ? 0
        : count * Byte.SIZE * NANOS_PER_SECOND / shape.bitsPerSecond();
  }

  /**
   * The time from a byte's departure to its arrival, in milliseconds, for one byte in a thousand.
   */
  Samples latencies() {
    return latencies;
  }

  /** Measured between the first read and the last. */
  double bitsPerSecond() {
    return bitsPerSecond;
  }
}
