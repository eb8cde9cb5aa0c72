package io.synod.core.check;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class RangeTest {

  @Test
  void both_ends_belong_to_a_range() {
    Range.within(1, 3, 1, "replicas");
    Range.within(1, 3, 3, "replicas");
    Range.atLeast(1, Long.MAX_VALUE, "bytes");
  }

  @Test
  void a_value_outside_is_refused_with_its_name_and_the_range() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Range.within(1, 3, 0, "replicas"))
        .withMessage("replicas: 0 is not between 1 and 3");
    assertThatIllegalArgumentException().isThrownBy(() -> Range.within(1, 3, 4, "replicas"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Range.atLeast(1, 0, "bytes"))
        .withMessage("bytes: 0 is less than 1");
  }
}
