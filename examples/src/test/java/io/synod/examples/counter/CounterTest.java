package io.synod.examples.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class CounterTest {

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
}
