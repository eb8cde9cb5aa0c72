package io.synod.core.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.synod.core.check.BrokenInvariant;
import io.synod.core.settings.SessionSettings;
import io.synod.service.ExecutionContext;
import io.synod.service.Service;
import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What becomes of the replica when a service captures, writes and restores as it should not. */
class ServiceSnapshotTest {
  private static final byte[] STATE = new byte[300_000];
  private static final IOException BROKEN_DISK = new IOException("the disk is gone");

  private final Scripted service = new Scripted();
  private final Execution execution = new Execution(service, new SessionSettings(100, 4, 2));

  @Test
  void a_service_snapshot_is_freed_once_whether_or_not_it_was_written() throws IOException {
    ExecutionSnapshot written = execution.capture();
    ExecutionSnapshot unwritten = execution.capture();
    written.writeTo(OutputStream.nullOutputStream());
    assertThat(service.frees).isZero();
    written.close();
    written.close();
    assertThat(service.frees).isEqualTo(1);
    unwritten.close();
    unwritten.close();
    assertThat(service.frees).isEqualTo(2);
  }

  @Test
  void a_snapshot_is_written_once_and_before_it_is_closed() throws IOException {
    OutputStream nowhere = OutputStream.nullOutputStream();
    try (ExecutionSnapshot snapshot = execution.capture()) {
      snapshot.writeTo(nowhere);
      assertThatThrownBy(() -> snapshot.writeTo(nowhere)).isInstanceOf(BrokenInvariant.class);
    }
    ExecutionSnapshot closed = execution.capture();
    closed.close();
    assertThatThrownBy(() -> closed.writeTo(nowhere)).isInstanceOf(BrokenInvariant.class);
    assertThat(service.writes).isEqualTo(1);
  }

  @Test
  void a_service_that_closes_its_streams_closes_nothing_of_synod() throws IOException {
    byte[] state = new byte[STATE.length];
    Arrays.fill(state, (byte) 7);
    service.writing =
        out -> {
          out.write(state, 0, 100);
          out.close();
          out.write(state, 100, state.length - 100);
          out.close();
        };
    Sink sink = new Sink(Integer.MAX_VALUE);
    writeTo(sink);
    assertThat(sink.closed).isFalse();
    assertThat(sink.flushed).isTrue();

    byte[][] read = new byte[2][];
    service.restoring =
        in -> {
          read[0] = in.readNBytes(100);
          in.close();
          read[1] = in.readAllBytes();
          in.close();
        };
    Source source = new Source(sink.bytes.toByteArray(), Integer.MAX_VALUE);
    execution.restore(source);
    assertThat(read[0]).hasSize(100).containsOnly(7);
    assertThat(read[1]).hasSize(state.length - 100).containsOnly(7);
    assertThat(source.closed).isFalse();
  }

  @Test
  void a_service_that_writes_and_reads_byte_by_byte_costs_no_call_of_the_disk_for_each()
      throws IOException {
    service.writing =
        out -> {
          for (int index = 0; index < STATE.length; index++) {
            out.write(1);
          }
        };
    Sink sink = new Sink(Integer.MAX_VALUE);
    writeTo(sink);
    assertThat(sink.writes).isLessThan(10);
    service.restoring =
        in -> {
          while (in.read() >= 0) {
            // Every byte is a call.
          }
        };
    Source source = new Source(sink.bytes.toByteArray(), Integer.MAX_VALUE);
    execution.restore(source);
    assertThat(source.reads).isLessThan(10);
  }

  @Test
  void an_exception_of_the_stream_while_writing_is_passed_on() {
    assertThat(catchThrowable(() -> writeTo(new Sink(0)))).isSameAs(BROKEN_DISK);
    assertThat(catchThrowable(() -> writeTo(new Sink(100_000)))).isSameAs(BROKEN_DISK);
    service.writing =
        out -> {
          try {
            out.write(STATE);
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        };
    assertThat(catchThrowable(() -> writeTo(new Sink(100_000)))).isSameAs(BROKEN_DISK);
  }

  @Test
  void a_swallowed_write_error_is_reported_and_nothing_more_is_written() {
    service.writing =
        out -> {
          for (int tries = 0; tries < 3; tries++) {
            assertThat(catchThrowable(() -> out.write(STATE))).isSameAs(BROKEN_DISK);
          }
        };
    Sink sink = new Sink(100_000);
    assertThat(catchThrowable(() -> writeTo(sink))).isSameAs(BROKEN_DISK);
    assertThat(sink.failures).isEqualTo(1);
  }

  @Test
  void a_service_that_cannot_write_its_state_stops_the_replica() {
    IOException own = new IOException("block 7 cannot be read");
    service.writing =
        out -> {
          throw own;
        };
    assertThatThrownBy(() -> writeTo(new Sink(Integer.MAX_VALUE)))
        .isInstanceOf(ServiceFailure.class)
        .hasMessage("the service failed to write its state as captured before slot 0")
        .hasCause(own);
    service.writing =
        out -> {
          throw new IllegalStateException();
        };
    assertThatThrownBy(() -> writeTo(new Sink(Integer.MAX_VALUE)))
        .isInstanceOf(ServiceFailure.class);
    assertThat(service.frees).as("freed nonetheless").isEqualTo(2);
  }

  @Test
  void a_service_that_cannot_capture_or_free_stops_the_replica() {
    service.freeing =
        () -> {
          throw new IllegalStateException();
        };
    ExecutionSnapshot snapshot = execution.capture();
    assertThatThrownBy(snapshot::close)
        .isInstanceOf(ServiceFailure.class)
        .hasMessage("the service failed to free its state as captured before slot 0");
    snapshot.close();
    service.capturing = () -> null;
    assertThatThrownBy(execution::capture)
        .isInstanceOf(ServiceFailure.class)
        .hasMessage("the service failed to capture its state before slot 0");
    service.capturing =
        () -> {
          throw new IllegalStateException();
        };
    assertThatThrownBy(execution::capture).isInstanceOf(ServiceFailure.class);
  }

  @Test
  void the_error_for_unread_bytes_says_how_many() throws IOException {
    byte[] written = written();
    service.restoring = in -> in.skipNBytes(STATE.length - 3);
    assertThatThrownBy(() -> execution.restore(new ByteArrayInputStream(written)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the service has read 299997 bytes and left 3");
  }

  @Test
  void the_error_for_too_few_bytes_says_where() throws IOException {
    byte[] written = written();
    service.restoring = in -> new DataInputStream(in).readFully(new byte[STATE.length + 1]);
    assertThatThrownBy(() -> execution.restore(new ByteArrayInputStream(written)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "refused the snapshot of the slots before 0 after 300000 of its bytes")
        .hasMessageContaining("EOFException");
  }

  @Test
  void an_exception_of_the_stream_while_restoring_is_passed_on() throws IOException {
    byte[] written = written();
    for (int reads = 0; reads < 4; reads++) {
      Source source = new Source(written, reads);
      assertThat(catchThrowable(() -> execution.restore(source))).isSameAs(BROKEN_DISK);
    }
    service.restoring =
        in -> {
          assertThat(catchThrowable(in::readAllBytes)).isSameAs(BROKEN_DISK);
          assertThat(catchThrowable(in::readAllBytes)).isSameAs(BROKEN_DISK);
          assertThat(catchThrowable(in::read)).isSameAs(BROKEN_DISK);
        };
    Source source = new Source(written, 2);
    assertThat(catchThrowable(() -> execution.restore(source))).isSameAs(BROKEN_DISK);
    assertThat(source.failures).as("it is not read again").isEqualTo(1);
  }

  @Test
  void a_stream_that_throws_an_end_of_its_own_is_not_taken_for_one_that_has_ended() {
    EOFException damage = new EOFException("chunk 7 is damaged");
    InputStream damaged =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw damage;
          }
        };
    assertThat(catchThrowable(() -> execution.restore(damaged))).isSameAs(damage);
  }

  @Test
  void a_service_that_fails_to_restore_otherwise_stops_the_replica() throws IOException {
    byte[] written = written();
    service.restoring =
        in -> {
          throw new IllegalStateException();
        };
    assertThatThrownBy(() -> execution.restore(new ByteArrayInputStream(written)))
        .isInstanceOf(ServiceFailure.class)
        .hasMessage("the service failed to restore the snapshot of the slots before 0");
    assertThatThrownBy(execution::capture).isInstanceOf(BrokenInvariant.class);
  }

  @Test
  void bytes_behind_the_snapshot_are_the_services_to_judge() throws IOException {
    byte[] written = written();
    InputStream more =
        new SequenceInputStream(
            new ByteArrayInputStream(written), new ByteArrayInputStream(new byte[1]));
    service.restoring = in -> in.skipNBytes(STATE.length);
    assertThatThrownBy(() -> execution.restore(more)).hasMessageContaining("left 1:");
  }

  private byte[] written() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    writeTo(out);
    return out.toByteArray();
  }

  private void writeTo(OutputStream out) throws IOException {
    try (ExecutionSnapshot snapshot = execution.capture()) {
      snapshot.writeTo(out);
    }
  }

  private interface Writing {
    void writeTo(OutputStream out) throws IOException;
  }

  private interface Restoring {
    void restore(InputStream in) throws IOException;
  }

  /** Captures, writes, frees and restores as the test says. */
  private static final class Scripted implements Service {
    Callable<Snapshot> capturing = Written::new;
    Writing writing = out -> out.write(STATE);
    Runnable freeing = () -> {};
    Restoring restoring = InputStream::readAllBytes;
    int writes;
    int frees;

    private final class Written implements Snapshot {

      @Override
      public void writeTo(OutputStream out) throws IOException {
        writes++;
        writing.writeTo(out);
      }

      @Override
      public void close() {
        frees++;
        freeing.run();
      }
    }

    @Override
    public Snapshot snapshot() {
      try {
        return capturing.call();
      } catch (RuntimeException failure) {
        throw failure;
      } catch (Exception checked) {
        throw new AssertionError(checked);
      }
    }

    @Override
    public void restore(InputStream in) throws IOException {
      restoring.restore(in);
    }

    @Override
    public byte[] execute(ByteBuffer request, ExecutionContext context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public byte[] query(ByteBuffer request) {
      throw new UnsupportedOperationException();
    }
  }

  /** A disk that takes some bytes and then fails, once for each time that it is asked again. */
  private static final class Sink extends OutputStream {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int bytesMax;
    int writes;
    int failures;
    boolean flushed;
    boolean closed;

    Sink(int bytesMax) {
      this.bytesMax = bytesMax;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
      writes++;
      if (bytes.size() + length > bytesMax) {
        failures++;
        throw BROKEN_DISK;
      }
      bytes.write(from, offset, length);
      flushed = false;
    }

    @Override
    public void flush() {
      flushed = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A disk that brings some reads and then fails. */
  private static final class Source extends InputStream {
    private final ByteArrayInputStream in;
    private final int readsMax;
    int reads;
    int failures;
    boolean closed;

    Source(byte[] bytes, int readsMax) {
      in = new ByteArrayInputStream(bytes);
      this.readsMax = readsMax;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (reads == readsMax) {
        failures++;
        throw BROKEN_DISK;
      }
      reads++;
      return in.read(bytes, offset, Math.min(length, 1 << 16));
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
