package io.synod.fuzzing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fuzzer finds what it is to find in a reader with planted bugs. */
final class FuzzingTest {
  private static final int INPUTS = 20_000;
  private static final long HANG_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  // For readers that end: a slow machine is no hang.
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

  @TempDir Path folder;

  /** {@code int crc, int length, content}; what is done with a length is up to the test. */
  private static class Reader implements FuzzTarget {
    final List<Integer> fed = new ArrayList<>();

    @Override
    public String name() {
      return "planted";
    }

    @Override
    public List<byte[]> samples() {
      return List.of(sealed(ByteBuffer.allocate(20).putInt(4, 12).array()));
    }

    @Override
    public byte[] sealed(byte[] input) {
      return input.length < 4 ? input : ByteBuffer.wrap(input).putInt(0, crc(input)).array();
    }

    @Override
    public Outcome run(byte[] input) throws Exception {
      fed.add(ByteBuffer.wrap(input).hashCode());
      if (input.length < 8 || ByteBuffer.wrap(input).getInt() != crc(input)) {
        return Outcome.shallow("refused");
      }
      int length = ByteBuffer.wrap(input).getInt(4);
      if (length != input.length - 8) {
        take(length);
        return Outcome.deep("length %d".formatted(length));
      }
      return Outcome.deep("read");
    }

    void take(int length) throws Exception {}

    private static int crc(byte[] input) {
      CRC32C crc = new CRC32C();
      crc.update(input, 4, input.length - 4);
      return (int) crc.getValue();
    }
  }

  private Fuzzing fuzzing(FuzzTarget target, long seed) {
    return Fuzzing.of(target, seed, folder, PATIENCE_NANOS);
  }

  private List<String> kept() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void a_sound_reader_is_let_through_and_most_inputs_pass_its_checksum() throws IOException {
    FuzzReport report = fuzzing(new Reader(), 1).run(INPUTS);

    assertThat(report.inputs()).isEqualTo(INPUTS);
    assertThat(report.deepPercent()).isGreaterThan(60);
    assertThat(report.outcomes()).isEqualTo(3);
    assertThat(kept()).isEmpty();
  }

  @Test
  void the_same_seed_feeds_the_same_inputs_and_another_others() {
    Reader first = new Reader();
    Reader again = new Reader();
    Reader other = new Reader();
    fuzzing(first, 5).run(500);
    fuzzing(again, 5).run(500);
    fuzzing(other, 6).run(500);

    assertThat(again.fed).isEqualTo(first.fed);
    assertThat(other.fed).isNotEqualTo(first.fed);
  }

  @Test
  void an_exception_behind_the_checksum_is_found_kept_and_found_again() throws IOException {
    FuzzTarget broken =
        new Reader() {
          @Override
          void take(int length) {
            if (length < 0) {
              throw new NegativeArraySizeException("" + length);
            }
          }
        };

    assertThatThrownBy(() -> fuzzing(broken, 1).run(INPUTS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("NegativeArraySizeException");
    assertThat(kept()).hasSize(1).allMatch(name -> name.matches("found-[0-9a-f]{8}\\.hex"));
    assertThatThrownBy(() -> fuzzing(broken, 1).replayCorpus()).hasMessageContaining(kept().get(0));
    fuzzing(new Reader(), 1).replayCorpus();
  }

  @Test
  void memory_that_a_length_claims_is_found() {
    FuzzTarget greedy =
        new Reader() {
          private byte[] taken;

          @Override
          void take(int length) {
            taken = new byte[Math.min(Math.max(length, 0), 1 << 24)];
            assertThat(taken).isNotNull();
          }
        };

    assertThatThrownBy(() -> fuzzing(greedy, 1).run(INPUTS))
        .hasMessageContaining("bytes were allocated");
  }

  @Test
  void an_input_that_never_ends_is_found_and_kept() throws IOException {
    FuzzTarget endless =
        new Reader() {
          @Override
          void take(int length) throws InterruptedException {
            if (length == Integer.MAX_VALUE) {
              new CountDownLatch(1).await();
            }
          }
        };

    assertThatThrownBy(() -> Fuzzing.of(endless, 1, folder, HANG_NANOS).run(INPUTS))
        .hasMessageContaining("an input takes more than 500 ms");
    assertThat(kept()).hasSize(1);
  }
}
