package io.synod.tuning.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.synod.core.settings.BatchLimits;
import io.synod.tuning.autopilot.Decision.Reason;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class DecisionTest {
  private static String text(BatchLimits from, BatchLimits to) {
    return new Decision(0, from, to, Reason.TIME, Math.log(1.1), 0, Math.log(2), 4).text();
  }

  @Test
  void a_move_of_both_names_both() {
    assertThat(text(new BatchLimits(1 << 18, 32), new BatchLimits(1 << 17, 8)))
        .startsWith("batch size 131,072 instead of 262,144 bytes and window 8 instead of 32: ");
    assertThat(text(new BatchLimits(1 << 18, 8), new BatchLimits(1 << 17, 8)))
        .startsWith("batch size 131,072 instead of 262,144 bytes: ");
    assertThat(text(new BatchLimits(1 << 17, 32), new BatchLimits(1 << 17, 8)))
        .startsWith("window 8 instead of 32: ");
  }

  @Test
  void the_text_is_the_same_in_every_country() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(text(new BatchLimits(1 << 18, 8), new BatchLimits(1 << 17, 8)))
          .isEqualTo(
              "batch size 131,072 instead of 262,144 bytes: +0 % requests a second, -50 % time each,"
                  + " in 4 pairs of intervals; predicted +10 %");
    } finally {
      Locale.setDefault(before);
    }
  }
}
