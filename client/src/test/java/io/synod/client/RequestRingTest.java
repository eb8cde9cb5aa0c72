package io.synod.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.synod.core.check.BrokenInvariant;
import org.junit.jupiter.api.Test;

final class RequestRingTest {
  private final RequestRing ring = new RequestRing(4);

  private Request append(long deadline) {
    Request request = Request.update(new byte[0]);
    request.deadlineNanos = deadline;
    ring.append(request);
    return request;
  }

  @Test
  void it_has_as_many_places_as_it_was_made_with() {
    for (int capacity = 1; capacity < 70; capacity++) {
      RequestRing made = new RequestRing(capacity);
      for (int places = 0; places < capacity; places++) {
        assertThat(made.isFull()).as("%d of %d places taken", places, capacity).isFalse();
        made.append(Request.update(new byte[0]));
      }
      assertThat(made.isFull()).as("all %d places taken", capacity).isTrue();
    }
  }

  @Test
  void the_first_unsettled_sequence_moves_over_settled_ones() {
    Request first = append(1);
    append(2);
    Request third = append(3);
    assertThat(ring.settle(2)).isNotNull();
    assertThat(ring.first()).isEqualTo(1);
    assertThat(ring.settle(1)).isSameAs(first);
    assertThat(ring.first()).isEqualTo(3);
    assertThat(ring.settle(1)).isNull();
    assertThat(ring.at(3)).isSameAs(third);
    assertThat(ring.at(4)).isNull();
    ring.settle(3);
    assertThat(ring.isEmpty()).isTrue();
    assertThat(ring.next()).isEqualTo(4);
  }

  @Test
  void it_is_full_while_the_oldest_place_is_taken_and_says_so() {
    for (int count = 0; count < 4; count++) {
      append(count);
    }
    ring.settle(2);
    assertThat(ring.isFull()).isTrue();
    assertThatThrownBy(() -> append(5)).isInstanceOf(BrokenInvariant.class);
    ring.settle(1);
    assertThat(ring.span()).isEqualTo(2);
  }

  @Test
  void every_deadline_passes_once_and_settled_ones_never() {
    append(10);
    append(20);
    append(30);
    ring.settle(2);
    assertThat(ring.takeOverdue(9)).isZero();
    assertThat(ring.nextDeadlineNanos()).isEqualTo(10);
    assertThat(ring.takeOverdue(30)).isEqualTo(1);
    assertThat(ring.takeOverdue(30)).isEqualTo(3);
    assertThat(ring.takeOverdue(30)).isZero();
    assertThat(ring.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(ring.first()).isEqualTo(1);
  }

  @Test
  void after_a_reset_sequences_begin_at_one() {
    append(10);
    ring.takeOverdue(10);
    ring.reset();
    append(20);
    assertThat(ring.first()).isEqualTo(1);
    assertThat(ring.takeOverdue(20)).isEqualTo(1);
  }
}
