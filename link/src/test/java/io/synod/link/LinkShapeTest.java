package io.synod.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class LinkShapeTest {

  @Test
  void the_papers_links_have_names() {
    assertThat(LinkShape.named("wan-50ms")).hasToString("50 ms, 10 Mbit/s");
    assertThat(LinkShape.named("wan-150ms")).hasToString("150 ms, 10 Mbit/s");
    assertThat(LinkShape.named("lan")).hasToString("0 ms, 1000 Mbit/s");
  }

  @Test
  void an_unknown_name_is_answered_with_those_that_there_are() {
    assertThatThrownBy(() -> LinkShape.named("wan"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no link 'wan': use wan-50ms, wan-150ms, lan");
  }

  @Test
  void a_queue_holds_what_is_on_its_way_and_some_more() {
    // 150 ms of 10 Mbit/s are 187,500 bytes.
    assertThat(LinkShape.named("wan-150ms").queueBytes()).isEqualTo(562_500);
    assertThat(LinkShape.named("lan").queueBytes()).isEqualTo(2_500_000);
  }

  @Test
  void jitter_and_fractions_are_printed() {
    assertThat(LinkShape.limited(1_500_000, 250_000, 9_590_000))
        .hasToString("1.5 ms and up to 0.25 ms more, 9.59 Mbit/s");
    assertThat(LinkShape.STRAIGHT).hasToString("0 ms, any bandwidth");
  }
}
