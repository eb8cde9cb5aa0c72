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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class CounterTest {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  @Test
  @Timeout(60)
  void three_replicas_in_one_jvm_count_to_ten() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(printed, true));
    try {
      Counter.main(new String[0]);
    } finally {
      System.setOut(console);
    }
    assertThat(printed.toString().strip()).isEqualTo("10, by replicas 0, 1, 2");
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
