package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.replica.executor.ManualExecutor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PacedOutputTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ManualExecutor executor = new ManualExecutor();

  @Test
  void it_passes_on_all_bytes_and_no_more_of_them_in_a_second() throws IOException {
    PacedOutput paced = new PacedOutput(out, 100_000, executor, () -> false);
    for (int block = 0; block < 30; block++) {
      paced.write(new byte[1_000]);
    }
    assertThat(executor.nanoTime()).isEqualTo(Duration.ofMillis(290).toNanos());
    paced.write(7);
    assertThat(executor.nanoTime()).isEqualTo(Duration.ofMillis(300).toNanos());
    assertThat(out.size()).isEqualTo(30_001);
    assertThat(out.toByteArray()[30_000]).isEqualTo((byte) 7);
  }

  @Test
  void a_pause_of_the_writer_is_not_made_up_for() throws Exception {
    PacedOutput paced = new PacedOutput(out, 100_000, executor, () -> false);
    executor.pass(Duration.ofMillis(300).toNanos());
    long began = executor.nanoTime();
    for (int block = 0; block < 21; block++) {
      paced.write(new byte[1_000]);
    }
    assertThat(executor.nanoTime() - began).isEqualTo(Duration.ofMillis(200).toNanos());
  }

  @Test
  void a_writer_that_waits_gives_up_when_it_is_asked_to() throws Exception {
    long endNanos = Duration.ofSeconds(1).toNanos();
    PacedOutput paced = new PacedOutput(out, 1, executor, () -> executor.nanoTime() >= endNanos);
    paced.write(new byte[1 << 20]);
    assertThatThrownBy(() -> paced.write(1)).isInstanceOf(PacedOutput.GivenUp.class);
    assertThat(executor.nanoTime()).isLessThan(2 * endNanos);
    assertThat(out.size()).isEqualTo(1 << 20);
  }
}
