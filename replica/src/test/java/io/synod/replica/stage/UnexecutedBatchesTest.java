package io.synod.replica.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** At most 5 batches and 1000 bytes are held. */
class UnexecutedBatchesTest {
  private final UnexecutedBatches batches = new UnexecutedBatches(5, 1_000);

  @Test
  void executed_batches_free_as_many_bytes() {
    add(100, 200, 300);
    assertThat(batches.bytes()).isEqualTo(600);
    assertThat(batches.executed(2)).isEqualTo(300);
    assertThat(batches.executed(0)).isZero();
    assertThat(batches.bytes()).isEqualTo(300);
    assertThat(batches.count()).isEqualTo(1);
  }

  @Test
  void batches_that_a_halted_service_holds_free_their_bytes_once() {
    add(100, 200);
    assertThat(batches.hold()).isEqualTo(300);
    assertThat(batches.hold()).isZero();
    add(50);
    assertThat(batches.executed(1)).isZero();
    assertThat(batches.executed(2)).isEqualTo(50);
    assertThat(batches.bytes()).isZero();
  }

  @Test
  void a_halted_service_holds_no_more_bytes_than_the_bound() {
    add(600);
    assertThat(batches.hold()).isEqualTo(600);
    add(400);
    assertThat(batches.hold()).isEqualTo(400);
    add(1);
    assertThat(batches.hold()).isZero();
    assertThat(batches.executed(1)).isZero();
    assertThat(batches.hold()).as("there is space again").isEqualTo(1);
  }

  @Test
  void a_halted_service_holds_no_more_batches_than_the_bound() {
    add(1, 1, 1, 1);
    assertThat(batches.hold()).isEqualTo(4);
    add(1);
    assertThat(batches.hold()).isZero();
  }

  private void add(long... weights) {
    for (long weight : weights) {
      batches.add(weight);
    }
  }
}
