package io.synod.link.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.synod.link.LinkShape;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is measured of a stream whose arrival is computed. */
final class StreamTest {
  private static final long MILLI = 1_000_000;
  private static final long BYTE_NANOS = 800;
  private static final int PIECE_BYTES = 1_500;
  private static final int BYTES = 400 * PIECE_BYTES;

  private final LinkShape shape = LinkShape.named("wan-50ms");
  private final AtomicLong nowNanos = new AtomicLong();

  /** A piece of the stream arrives with each read. */
  private final class ComputedSocket extends Socket {
    private final long byteNanos;

    private ComputedSocket(long byteNanos) {
      this.byteNanos = byteNanos;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
      return new InputStream() {
        @Override
        public int read() {
          throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
          nowNanos.addAndGet(PIECE_BYTES * byteNanos);
          return PIECE_BYTES;
        }
      };
    }
  }

  private Stream stream(long delayNanos, long byteNanos) throws Exception {
    Stream stream = new Stream(shape, BYTES, nowNanos::get);
    try (Socket socket = new ComputedSocket(byteNanos)) {
      stream.send(socket);
      nowNanos.addAndGet(delayNanos);
      stream.receive(socket);
    }
    return stream;
  }

  @Test
  void the_latency_and_bandwidth_of_a_link_like_its_shape_are_those_of_the_shape()
      throws Exception {
    Stream stream = stream(50 * MILLI, BYTE_NANOS);
    assertThat(stream.bitsPerSecond()).isCloseTo(10e6, within(1.0));
    // The first byte of a piece waits for the last.
    assertThat(stream.latencies().median()).isBetween(50.0, 51.2);
    assertThat(stream.latencies().p99()).isBetween(50.0, 51.2);
  }

  @Test
  void a_link_that_is_longer_or_narrower_than_its_shape_is_seen() throws Exception {
    assertThat(stream(60 * MILLI, BYTE_NANOS).latencies().median()).isBetween(60.0, 61.2);
    assertThat(stream(50 * MILLI, 2 * BYTE_NANOS).bitsPerSecond()).isCloseTo(5e6, within(1.0));
  }
}
