package io.synod.examples.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.service.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class CounterTest {
  private static final String SOURCE = "io/synod/examples/counter/Counter.java";
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  @Test
  @Timeout(60)
  void three_replicas_in_one_jvm_count() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(printed, true));
    try {
      Counter.main(new String[0]);
    } finally {
      System.setOut(console);
    }
    assertThat(printed.toString().strip()).isEqualTo("1, by replicas 0, 1, 2");
  }

  @Test
  void the_readme_shows_lines_of_this_example() throws IOException {
    String readme = Files.readString(Path.of("..", "README.md"));
    String source = Files.readString(Path.of("src/main/java", SOURCE));
    String shown = readme.split("```java\n", 2)[1].split("```", 2)[0];
    assertThat(shown.lines()).hasSizeBetween(10, 15);
    assertThat(source).contains(shown);
  }

  @Test
  void a_snapshot_is_the_sum_as_it_was_captured() throws IOException {
    Counter counter = new Counter();
    counter.execute(NOTHING, null);
    counter.execute(NOTHING, null);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Snapshot snapshot = counter.snapshot()) {
      counter.execute(NOTHING, null);
      snapshot.writeTo(out);
    }
    Counter restored = new Counter();
    restored.execute(NOTHING, null);
    restored.restore(new ByteArrayInputStream(out.toByteArray()));
    assertThat(sum(restored)).isEqualTo(2);
    assertThat(sum(counter)).isEqualTo(3);
  }

  @Test
  void a_snapshot_that_ends_early_is_refused() {
    assertThatThrownBy(() -> new Counter().restore(new ByteArrayInputStream(new byte[7])))
        .isInstanceOf(EOFException.class);
  }

  private static long sum(Counter counter) {
    return ByteBuffer.wrap(counter.query(NOTHING)).getLong();
  }
}
