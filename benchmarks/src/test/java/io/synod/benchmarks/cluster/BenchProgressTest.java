package io.synod.benchmarks.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.synod.benchmarks.load.LoadListener;
import io.synod.benchmarks.load.Span;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BenchProgressTest {

  @Test
  void without_a_terminal_each_ten_seconds_are_a_line() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Span span = new Span(Duration.ofSeconds(20), Duration.ofSeconds(15));
    try (BenchProgress progress = new BenchProgress(new PrintStream(bytes, true, UTF_8), span, 2)) {
      for (String name : new String[] {"echo", "staged"}) {
        LoadListener load = progress.next(name);
        for (int second = 1; second <= 12; second++) {
          load.onSecond(1_000 * second);
        }
      }
    }
    assertThat(bytes.toString(UTF_8).lines())
        .containsExactly(
            "1 of 2: echo",
            "  10 s of about 35 s, 10,000/s",
            "2 of 2: staged",
            "  10 s of about 35 s, 10,000/s");
  }
}
