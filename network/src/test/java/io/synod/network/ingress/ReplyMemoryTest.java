package io.synod.network.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplyMemoryTest {
  private static final long MAX = 1_600;

  private final ReplyMemory memory = new ReplyMemory(MAX, null);

  @Test
  void while_more_than_a_quarter_is_left_anybody_is_answered() {
    assertThat(memory.take(1_199)).isFalse();
    assertThat(memory.isScarce()).isFalse();
    assertThat(memory.hasCapacity(1_199)).isTrue();
  }

  @Test
  void then_clients_with_at_most_a_sixteenth_of_the_rest_have_capacity() {
    memory.take(1_200);
    assertThat(memory.isScarce()).isTrue();
    assertThat(memory.hasCapacity(25)).isTrue();
    assertThat(memory.hasCapacity(26)).isFalse();
    memory.take(240);
    assertThat(memory.hasCapacity(10)).isTrue();
    assertThat(memory.hasCapacity(11)).isFalse();
    assertThat(memory.hasCapacity(0)).isTrue();
  }

  @Test
  void then_nobody() {
    assertThat(memory.take(MAX)).isFalse();
    assertThat(memory.hasCapacity(0)).isFalse();
    assertThat(memory.take(1)).isTrue();
    assertThat(memory.hasCapacity(0)).isFalse();
  }
}
