package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PacedOutputTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @Test
  void it_passes_on_all_bytes_and_no_more_of_them_in_a_second() throws IOException {
    PacedOutput paced = new PacedOutput(out, 100_000, () -> false);
    long began = System.nanoTime();
    for (int block = 0; block < 30; block++) {
      paced.write(new byte[1_000]);
    }
    paced.write(7);
    // Only the last write was not waited for.
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(Duration.ofMillis(300).toNanos());
    assertThat(out.size()).isEqualTo(30_001);
    assertThat(out.toByteArray()[30_000]).isEqualTo((byte) 7);
  }

  @Test
  void a_pause_of_the_writer_is_not_made_up_for() throws Exception {
    PacedOutput paced = new PacedOutput(out, 100_000, () -> false);
    TimeUnit.MILLISECONDS.sleep(300);
    long began = System.nanoTime();
    for (int block = 0; block < 21; block++) {
      paced.write(new byte[1_000]);
    }
    assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(Duration.ofMillis(200).toNanos());
  }

  @Test
  void who_waits_for_its_turn_is_told_to_give_up() throws Exception {
    AtomicBoolean givenUp = new AtomicBoolean();
    PacedOutput paced = new PacedOutput(out, 1, givenUp::get);
    paced.write(new byte[1 << 20]);
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(
            () -> assertThatThrownBy(() -> paced.write(1)).isInstanceOf(PacedOutput.GivenUp.class));
    assertThat(second).isNotDone();
    givenUp.set(true);
    second.get(10, TimeUnit.SECONDS);
    assertThat(out.size()).isEqualTo(1 << 20);
  }
}
